@_spi(_Unicode) internal import Swift

/// Splits a text into words like the full-text index of a file: FTS5's `unicode61` with
/// `remove_diacritics 2` (<https://www.sqlite.org/fts5.html>, section 4.3.1).
package enum IndexedWords {
  /// All words in order; a scalar of `joining` counts as a letter.
  ///
  /// `known` saves time for many texts.
  package static func all(
    in text: String, joining: Set<Unicode.Scalar> = [], _ known: KnownLetters? = nil
  ) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let letter = letter(scalar, known) {
        append(letter, to: &word)
      } else if joining.contains(scalar) {
        append(scalar, to: &word)
      } else if word.isEmpty || !isAccent(scalar) {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]) {
    if scalar.isASCII {
      word.append(UInt8(truncatingIfNeeded: scalar.value))
    } else if let encoded = UTF8.encode(scalar) {
      word += encoded
    }
  }

  /// The folded form of a letter or digit; nil for other scalars.
  private static func letter(
    _ scalar: Unicode.Scalar, _ known: KnownLetters?
  ) -> Unicode.Scalar? {
    if scalar.isASCII {
      guard scalar.isASCIILetterOrDigit else { return nil }
      let isCapital = (0x41...0x5A).contains(scalar.value)
      return isCapital ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar
    }
    if let known { return known.letter(scalar) }
    return letter(beyondASCII: scalar)
  }

  fileprivate static func letter(beyondASCII scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let category = scalar.properties.generalCategory
    guard isKnown(scalar, category) else { return scalar }
    guard category.isIndexed else { return nil }
    // Letters of scripts without capitals have no Latin accents.
    return category == .otherLetter ? scalar : folded(scalar)
  }

  /// FTS5 knows Unicode 6.1, and treats later scalars as letters.
  private static func isKnown(
    _ scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory
  ) -> Bool {
    guard category != .unassigned, let age = scalar.properties.age else { return false }
    return age.major < 6 || age.major == 6 && age.minor <= 1
  }

  /// The combining marks that FTS5 removes from a word; others end it.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x304, 0x306...0x30C, 0x30F, 0x311, 0x31B, 0x323...0x328, 0x32D...0x32E,
      0x330...0x331:
      true
    default: false
    }
  }

  /// The lower case of a letter beyond ASCII, without accents if it is Latin.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // The dotless i keeps its form: it has the same capital as i.
    if scalar == "\u{131}" { return scalar }
    let small = scalar.properties.lowercaseMapping
    let folded = single(small.uppercased().lowercased()) ?? single(small) ?? scalar
    guard isKnown(folded, folded.properties.generalCategory) else { return scalar }
    let parts = Array(String(Character(folded))._nfd)
    guard parts.count > 1, parts[0].isASCII else { return folded }
    return single(parts[0].properties.lowercaseMapping) ?? folded
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

/// Caches the folded forms of letters and digits beyond ASCII.
///
/// Looking up the properties of scalars took a tenth of the processor time of a migration.
package final class KnownLetters {
  /// A power of two; scalars with the same index replace each other.
  private static let count: UInt32 = 4_096

  private var known: [(scalar: Unicode.Scalar, letter: Unicode.Scalar?)] = []

  package init() {}

  fileprivate func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if known.isEmpty {
      known = Array(repeating: ("\0", nil), count: Int(KnownLetters.count))
    }
    let place = Int(scalar.value & (KnownLetters.count - 1))
    if known[place].scalar != scalar {
      known[place] = (scalar, IndexedWords.letter(beyondASCII: scalar))
    }
    return known[place].letter
  }
}

extension Unicode.GeneralCategory {
  /// Whether a full-text index keeps characters of the category: letters, numbers and private use.
  var isIndexed: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  var isASCIILetterOrDigit: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
