@_spi(_Unicode) internal import Swift

/// A hashtag in one spelling, without `#`.
///
/// Tags are equal if they differ only in case, or in the accents of Latin, Greek and Cyrillic
/// letters.
package struct Hashtag: Sendable {
  /// The most characters of a tag, which may take eight bytes each on average.
  package static let longest = 64
  /// The most hashtags of one post; further ones are plain words.
  package static let most = 30

  package let spelling: String
  /// Equal for equal tags.
  package let folded: String

  /// Accepts an optional leading `#`; nil if the rest is no valid tag.
  package init?(_ typed: String) {
    let word = typed.first == "#" ? typed.dropFirst() : Substring(typed)
    self.init(word: word)
  }

  init?(word: Substring) {
    guard word.utf8.count <= Hashtag.longest * 8, word.count <= Hashtag.longest,
      word.unicodeScalars.allSatisfy(Hashtag.mayContain),
      word.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else { return nil }
    spelling = String(word)
    folded = Hashtag.fold(spelling)
  }

  /// A stored tag, which is not validated.
  package init(stored spelling: String, folded: String) {
    (self.spelling, self.folded) = (spelling, folded)
  }

  /// The tags of a text, in order, each once and in its first spelling.
  package static func all(in text: String) -> [Hashtag] {
    guard TextToken.hasSign("#", in: text) else { return [] }
    var seen: Set<Hashtag> = []
    var tags: [Hashtag] = []
    for token in TextToken.all(in: text) where tags.count < most {
      if case .hashtag(let tag) = token.kind, seen.insert(tag).inserted { tags.append(tag) }
    }
    return tags
  }

  /// Letters, marks and digits of any language, and `_`.
  package static func mayContain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "_" || scalar.isASCIILetterOrDigit }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// The text in NFD and lower case, without the combining marks of Latin, Greek and Cyrillic
  /// letters.
  package static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    var dropsMarks = false
    for scalar in text._nfd {
      if isMark(scalar) {
        if !dropsMarks { folded.append(scalar) }
        continue
      }
      dropsMarks = isLatinGreekOrCyrillic(scalar)
      // The dotless i keeps its form: it has the same capital as i.
      if scalar == "\u{131}" {
        folded.append(scalar)
        continue
      }
      // Lower case first, so that 'ẞ' becomes 'ß', whose capital is 'SS'.
      let capitals = scalar.properties.lowercaseMapping.uppercased()
      folded.append(contentsOf: capitals.lowercased().unicodeScalars)
    }
    return String(folded)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a scalar is in one of the blocks of Latin, Greek and Cyrillic letters.
  private static func isLatinGreekOrCyrillic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x2AF, 0x370...0x52F, 0x1C80...0x1C8F, 0x1D00...0x1DBF,
      0x1E00...0x1FFF, 0x2C60...0x2C7F, 0xA640...0xA69F, 0xA720...0xA7FF, 0xAB30...0xAB6F,
      0xFF21...0xFF3A, 0xFF41...0xFF5A:
      true
    default: false
    }
  }
}

extension Hashtag: Hashable {
  package static func == (one: Hashtag, other: Hashtag) -> Bool { one.folded == other.folded }

  package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// A hashtag with its use in public posts.
package struct HashtagUse: Equatable, Sendable {
  /// In its most used spelling; the oldest of equally used spellings.
  package var tag: Hashtag
  package var postCount: Int
  /// The time of its newest post.
  package var lastAt: Moment

  package init(tag: Hashtag, postCount: Int, lastAt: Moment) {
    (self.tag, self.postCount, self.lastAt) = (tag, postCount, lastAt)
  }
}
