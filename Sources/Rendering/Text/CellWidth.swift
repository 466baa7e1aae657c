/// The number of terminal cells that a character takes.
package enum CellWidth {
  /// The sum of the widths of the scalars, except that an emoji sequence counts as one emoji.
  ///
  /// Terminals count the same way: a spacing vowel sign has its own cell.
  package static func of(_ character: Character) -> Int {
    if character.utf8.count == 1 { return character.isNewline ? 0 : 1 }
    var total = 0
    var previous: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0xFE0F where previous?.properties.isEmoji == true: return 2
      case 0x200D where previous?.properties.isEmoji == true: return 2
      case 0x1F1E6...0x1F1FF where previous != nil: return 2
      case 0x1F3FB...0x1F3FF where previous?.properties.isEmoji == true: return 2
      default: total += of(scalar)
      }
      previous = scalar
    }
    return total
  }

  /// The width of a single scalar.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    case 0..<0xA0: return 0
    case 0xA0..<0x300: return scalar.value == 0xAD ? 0 : 1
    // These are drawn before digits or letters, although they are format characters in Unicode.
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: return 1
    // Vowels and final consonants of Hangul, which join the syllable.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    // The boxes and blocks of frames and pictures; checked early for speed.
    case 0x2500...0x259F: return 1
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.value < 0x1100 { return 1 }
    if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].first <= value
  }

  /// The ranges of East Asian Width W and F in Unicode 16, with gaps inside ideographic blocks
  /// closed.
  ///
  /// Pairs, because the type of ranges would cost a start 120,000 instructions (2026-11-26).
  private static let wideRanges: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0),
    (0x23F3, 0x23F3), (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653),
    (0x267F, 0x267F), (0x268A, 0x268F), (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB),
    (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
    (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705),
    (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
    (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C),
    (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E), (0x3041, 0xA4CF), (0xA960, 0xA97F),
    (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE6F), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x16FE0, 0x18DFF), (0x1AFF0, 0x1B2FF), (0x1D300, 0x1D356),
    (0x1D360, 0x1D376), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E),
    (0x1F191, 0x1F19A), (0x1F200, 0x1F202), (0x1F210, 0x1F23B), (0x1F240, 0x1F248),
    (0x1F250, 0x1F251), (0x1F260, 0x1F265), (0x1F300, 0x1F320), (0x1F32D, 0x1F335),
    (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440),
    (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
    (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F),
    (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D7),
    (0x1F6DC, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB),
    (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
  ]
}
