/// A web address within a text, which begins with `http://` or `https://`.
package struct WebAddress: Equatable, Sendable {
  package let range: Range<String.Index>

  /// All addresses, in order, in time proportional to the text.
  ///
  /// An address begins where a word begins. It ends before a blank, a quotation mark, an angle
  /// bracket or a punctuation mark outside ASCII. Punctuation at its end belongs to the sentence
  /// around it, as does a closing bracket that the address does not open.
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

  /// The index after the scheme; nil if the text begins with none.
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
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }
}
