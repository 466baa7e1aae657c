/// Replaces characters by ASCII.
enum Transliteration {
  /// Writes one question mark for each cell without a replacement.
  static func ascii(_ safe: String) -> String {
    var result = ""
    for character in safe {
      if let value = character.asciiValue {
        result.unicodeScalars.append(Unicode.Scalar(value))
      } else {
        result += spelling(of: character)
      }
    }
    return result
  }

  private static func spelling(of character: Character) -> String {
    guard let base = character.unicodeScalars.first else { return "" }
    if let spelling = spelling(of: base) { return spelling }
    return String(repeating: "?", count: CellWidth.of(character))
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String? {
    let value = Int(scalar.value)
    switch value {
    case 0..<0x7F: return String(scalar)
    case 0xC0...0x17F: return latin[value - 0xC0]
    case 0x1E00...0x1EF9: return vietnamese[value - 0x1E00]
    case 0x2000...0x200A, 0xA0, 0x202F, 0x205F: return " "
    case 0x3000: return "  "
    case 0xFF01...0xFF5E: return String(UnicodeScalar(UInt8(value - 0xFF01 + 0x21)))
    default: return scalar.caret ?? signs[scalar]
    }
  }

  private static let signs: [Unicode.Scalar: String] = [
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "´": "'", "“": "\"", "”": "\"", "„": "\"",
    "‟": "\"", "″": "\"", "«": "<<", "»": ">>", "‹": "<", "›": ">", "‐": "-", "‑": "-", "‒": "-",
    "–": "-", "—": "-", "―": "-", "−": "-", "…": "...", "•": "*", "·": "-", "¡": "!", "¿": "?",
    "©": "(c)", "®": "(R)", "™": "(TM)", "€": "EUR", "£": "GBP", "¥": "JPY", "°": "o", "½": "1/2",
    "¼": "1/4", "¾": "3/4", "²": "2", "³": "3", "¹": "1", "ª": "a", "º": "o", "→": "->",
    "←": "<-", "↔": "<->", "≤": "<=", "≥": ">=", "≠": "!=", "♥": "<3", "❤": "<3", "Ș": "S",
    "ș": "s", "Ț": "T", "ț": "t", "Ǎ": "A", "ǎ": "a", "Ǐ": "I", "ǐ": "i", "Ǒ": "O", "ǒ": "o",
    "Ǔ": "U", "ǔ": "u", "Ơ": "O", "ơ": "o", "Ư": "U", "ư": "u", "ﬁ": "fi", "ﬂ": "fl",
  ]

  /// U+00C0–U+017F.
  private static let latin = split(
    "A A A A A A AE C E E E E I I I I D N O O O O O x O U U U U Y Th ss a a a a a a ae c e e e e "
      + "i i i i d n o o o o o / o u u u u y th y A a A a A a C c C c C c C c D d D d E e E e E e "
      + "E e E e G g G g G g G g H h H h I i I i I i I i I i IJ ij J j K k k L l L l L l L l L l "
      + "N n N n N n n N n O o O o O o OE oe R r R r R r S s S s S s S s T t T t T t U u U u U u "
      + "U u U u U u W w Y y Y Z z Z z Z z s")

  /// U+1E00–U+1EF9, for Vietnamese.
  private static let vietnamese = split(
    "A a B b B b B b C c D d D d D d D d D d E e E e E e E e E e F f G g H h H h H h H h H h I i "
      + "I i K k K k K k L l L l L l L l M m M m M m N n N n N n N n O o O o O o O o P p P p R r "
      + "R r R r R r S s S s S s S s S s T t T t T t T t U u U u U u U u U u V v V v W w W w W w "
      + "W w W w X x X x Y y Z z Z z Z z h t w y a s s s SS d A a A a A a A a A a A a A a A a A a "
      + "A a A a A a E e E e E e E e E e E e E e E e I i I i O o O o O o O o O o O o O o O o O o "
      + "O o O o O o U u U u U u U u U u U u U u Y y Y y Y y Y y")

  private static func split(_ words: String) -> [String] {
    words.split(separator: " ").map(String.init)
  }
}

extension Unicode.Scalar {
  /// The caret notation of a control picture, such as `^[`; nil for other scalars.
  package var caret: String? {
    switch value {
    case 0x2400...0x241F: "^" + String(UnicodeScalar(UInt8(value - 0x2400 + 0x40)))
    case 0x2421: "^?"
    default: nil
    }
  }
}
