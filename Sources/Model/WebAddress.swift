/// A web address within a text, which begins with `http://` or `https://`.
package struct WebAddress: Equatable, Sendable {
  package let range: Range<String.Index>

  /// All addresses, in order, in time proportional to the text.
  ///
  /// An address begins at the beginning of a word. It ends before a blank, a quotation mark, an
  /// angle bracket or a punctuation mark outside ASCII. It excludes punctuation at its end, and a
  /// closing bracket that it does not open.
  package static func all(in text: String) -> [WebAddress] {
    guard TextToken.hasSign(":", in: text) else { return [] }
    var addresses: [WebAddress] = []
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var before: Unicode.Scalar?
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if scalar == "h" || scalar == "H", !(before.map(Hashtag.mayContain) ?? false),
        let start = hostStart(in: scalars[index...])
      {
        let end = end(of: scalars[start...])
        if end > start {
          addresses.append(WebAddress(range: index..<end))
          before = scalars[scalars.index(before: end)]
          index = end
          continue
        }
      }
      before = scalar
      index = scalars.index(after: index)
    }
    return addresses
  }

  /// The index after the scheme; nil without a scheme.
  private static func hostStart(in text: Substring.UnicodeScalarView) -> String.Index? {
    for scheme in ["https://", "http://"] {
      let found = text.prefix(scheme.utf8.count)
      if String(found).lowercased() == scheme { return found.endIndex }
    }
    return nil
  }

  /// The end of an address after its scheme; the start if there is no host.
  private static func end(of text: Substring.UnicodeScalarView) -> String.Index {
    let word = text.prefix(while: mayContain)
    guard let first = word.first, Hashtag.mayContain(first) else { return text.startIndex }
    var surplus: [Unicode.Scalar: Int] = [:]
    for scalar in word {
      switch scalar {
      case "(": surplus[")", default: 0] -= 1
      case "[": surplus["]", default: 0] -= 1
      case ")", "]": surplus[scalar, default: 0] += 1
      default: break
      }
    }
    var end = word.endIndex
    while end > word.startIndex {
      let last = word.index(before: end)
      let scalar = word[last]
      if scalar == ")" || scalar == "]" {
        guard let closed = surplus[scalar], closed > 0 else { break }
        surplus[scalar] = closed - 1
      } else if !".,;:!?'*".unicodeScalars.contains(scalar) {
        break
      }
      end = last
    }
    return end
  }

  private static func mayContain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value > 0x20 && scalar.value != 0x7F
        && !"<>\"`\\^{|}".unicodeScalars.contains(scalar)
    }
    return Hashtag.mayContain(scalar) && scalar.properties.generalCategory != .enclosingMark
  }
}
