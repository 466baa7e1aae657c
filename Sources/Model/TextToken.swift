/// A mention or hashtag within a text.
package struct TextToken: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The handle need not belong to a user.
    case mention(Handle)
    case hashtag(Hashtag)
  }

  /// The most mentioned users of one post; further handles are plain words.
  package static let mostMentions = 50

  package let kind: Kind
  /// Includes the `@` or `#`.
  package let range: Range<String.Index>

  /// All mentions and hashtags, in order, in one pass over the text.
  ///
  /// A sign counts only at the beginning, after a blank, or after an opening bracket or quotation
  /// mark.
  package static func all(in text: String) -> [TextToken] {
    guard hasSign("@", in: text) || hasSign("#", in: text) else { return [] }
    var tokens: [TextToken] = []
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var before: Unicode.Scalar?
    while index < scalars.endIndex {
      let scalar = scalars[index]
      var next = scalars.index(after: index)
      // Properties are slow, so only those of the scalar before a sign are looked up.
      if scalar == "@" || scalar == "#", before.map(opens) ?? true {
        next = end(ofWordAt: next, in: scalars, scalar == "@" ? isOfHandle : Hashtag.mayContain)
        if let token = TextToken(scalar, index..<next, in: text) { tokens.append(token) }
      }
      if !isDirection(scalar) { before = scalar }
      index = next
    }
    return tokens
  }

  /// Whether a text has the sign of mentions or that of hashtags, which are ASCII.
  package static func hasSign(_ sign: Unicode.Scalar, in text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: sign))
  }

  /// The handles of a text, in order, each once.
  package static func handles(in text: String) -> [Handle] {
    var seen: Set<Handle> = []
    return all(in: text).compactMap { token in
      guard case .mention(let handle) = token.kind, seen.insert(handle).inserted else {
        return nil
      }
      return handle
    }
  }

  private init?(_ sign: Unicode.Scalar, _ found: Range<String.Index>, in text: String) {
    let start = text.unicodeScalars.index(after: found.lowerBound)
    if sign == "#" {
      guard let tag = Hashtag(word: text[start..<found.upperBound]) else { return nil }
      (kind, range) = (.hashtag(tag), found)
      return
    }
    if found.upperBound < text.endIndex {
      let next = text.unicodeScalars[found.upperBound]
      // Only the longest run counts, so mail addresses and longer words contain no handle.
      if next == "@" || Hashtag.mayContain(next) { return nil }
    }
    var end = found.upperBound
    while end > start, text.unicodeScalars[text.unicodeScalars.index(before: end)] == "." {
      end = text.unicodeScalars.index(before: end)
    }
    guard text.utf8.distance(from: start, to: end) <= Handle.longest,
      let handle = try? Handle(String(text[start..<end]))
    else { return nil }
    (kind, range) = (.mention(handle), found.lowerBound..<end)
  }

  private static func end(
    ofWordAt start: String.Index, in scalars: String.UnicodeScalarView,
    _ belongs: (Unicode.Scalar) -> Bool
  ) -> String.Index {
    var end = start
    while end < scalars.endIndex, belongs(scalars[end]) { end = scalars.index(after: end) }
    return end
  }

  private static func isOfHandle(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIILetterOrDigit || scalar == "_" || scalar == "."
  }

  /// Whether a scalar is an invisible mark of the writing direction.
  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func opens(_ scalar: Unicode.Scalar) -> Bool {
    if ["\"", "'", "<"].contains(scalar) || scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: return true
    default: return false
    }
  }
}
