/// The assumed colours of a terminal, whose real ones are unknown; half-transparent text is mixed
/// with them.
struct AssumedColors {
  let ground: Sample
  let letters: Sample

  init(in traits: Traits) {
    ground =
      traits.isLight
      ? Sample(red: 255, green: 255, blue: 255) : Sample(red: 14, green: 18, blue: 24)
    letters =
      traits.isLight
      ? Sample(red: 31, green: 35, blue: 40) : Sample(red: 214, green: 219, blue: 227)
  }

  func components(of color: Color, isLetter: Bool) -> Sample {
    color.components ?? (isLetter ? letters : ground)
  }
}

extension AssumedColors {
  /// The contrast of letters on a picture: WCAG 2.2, 1.4.3, and a margin for the approximate
  /// luminance.
  private static let contrast = 4.75

  /// The contrast of frames: WCAG 2.2, 1.4.11.
  static let frameContrast = 3.0

  /// Mixes a background with that of the window until the text on it is readable.
  func ground(
    _ color: Color, under letter: Color, contrast: Double = contrast, in depth: ColorDepth
  ) -> Color {
    // The sixteen palette colours are unknown, so text gets the default background.
    if depth == .ansi16 { return .standard }
    guard color != .standard else { return color }
    let (behind, letters) = (
      components(of: color, isLetter: false), components(of: letter, isLetter: true)
    )
    for part in 0..<8 {
      let mixed = behind.mixed(1 - Double(part) / 8, over: ground).color(in: depth)
      if components(of: mixed, isLetter: false).contrast(with: letters) >= contrast {
        return mixed
      }
    }
    return ground.color(in: depth)
  }
}

extension Sample {
  /// The contrast ratio of WCAG 2.2, from 1 to 21.
  func contrast(with other: Sample) -> Double {
    let (mine, theirs) = (luminance, other.luminance)
    return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
  }

  /// Approximates the sRGB curve by a polynomial, within two thousandths.
  private var luminance: Double {
    func part(_ value: Int32) -> Double {
      let x = Double(value) / 255
      return x * (x * (x * 0.3053 + 0.6822) + 0.0125)
    }
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
  }

  func mixed(_ share: Double, over other: Sample) -> Sample {
    func part(_ mine: Int32, _ theirs: Int32) -> Int32 {
      Int32((Double(mine) * share + Double(theirs) * (1 - share)).rounded())
    }
    return Sample(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  func color(in depth: ColorDepth) -> Color {
    .near(
      red: UInt8(clamping: red), green: UInt8(clamping: green), blue: UInt8(clamping: blue),
      in: depth)
  }
}

extension Color {
  /// Red, green and blue; nil for the default and the sixteen palette colours, which users
  /// configure.
  fileprivate var components: Sample? {
    switch raw >> 24 {
    case 2:
      return Sample(
        red: Int32(raw >> 16 & 0xFF), green: Int32(raw >> 8 & 0xFF), blue: Int32(raw & 0xFF))
    case 1 where raw & 0xFF >= 232:
      let shade = Int32(8 + 10 * (raw & 0xFF - 232))
      return Sample(red: shade, green: shade, blue: shade)
    case 1 where raw & 0xFF >= 16:
      let place = Int32(raw & 0xFF) - 16
      func light(_ level: Int32) -> Int32 { level == 0 ? 0 : 55 + 40 * level }
      return Sample(red: light(place / 36), green: light(place / 6 % 6), blue: light(place % 6))
    default: return nil
    }
  }
}
