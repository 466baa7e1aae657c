package import Model

/// The colours of a user, derived from the handle.
package struct Accent: Hashable, Sendable {
  /// The mixed hash of the handle, which also determines figures and patterns.
  let bits: UInt64

  package init(_ handle: Handle) {
    // Mixes the bits, so that similar handles look different.
    var hash = StableHash(handle.text).value
    hash = (hash ^ hash >> 31) &* 0x9E37_79B9_7F4A_7C15
    bits = hash ^ hash >> 29
  }

  /// One of 24 hues.
  private var place: Int { Int(bits >> 40 % 24) }

  /// Degrees.
  package var hue: Int { place * 15 }

  /// The nearest of sixteen colours.
  func color(ofSixteenOn isLight: Bool) -> Color {
    OKLCH(lightness: isLight ? 0.5 : 0.75, chroma: 0.25, hue: Double(hue)).sample
      .color(in: .ansi16)
  }

  /// The palette index of the ground of tiles in 256 colours.
  ///
  /// It is one flat colour: neighbouring colours of the palette differ too much for a gradient.
  func flatGround(isLight: Bool) -> UInt8 {
    (isLight ? Accent.lightGrounds : Accent.darkGrounds)[place]
  }

  private static let darkGrounds: [UInt8] = [
    52, 52, 52, 52, 58, 58, 58, 22, 22, 22, 22, 23, 23, 23, 24, 24, 24, 24, 53, 53, 53, 53, 53, 52,
  ]
  private static let lightGrounds: [UInt8] = [
    224, 224, 223, 223, 223, 222, 230, 230, 193, 194, 158, 195, 195, 195, 153, 153, 153, 189, 189,
    189, 225, 225, 225, 224,
  ]
}

/// A lightness and chroma on dark and on light screens, to be combined with the hue of an `Accent`.
struct Tint: Sendable {
  typealias Part = (lightness: Double, chroma: Double)

  let dark: Part
  let light: Part
  /// The palette indices for words on tiles, which are readable on every flat ground.
  private var inks: (dark: UInt8, light: UInt8)?

  private init(_ dark: Part, _ light: Part, inks: (dark: UInt8, light: UInt8)? = nil) {
    (self.dark, self.light, self.inks) = (dark, light, inks)
  }

  func sample(hue: Int, isLight: Bool) -> Sample {
    let (lightness, chroma) = isLight ? light : dark
    return OKLCH(lightness: lightness, chroma: chroma, hue: Double(hue)).sample
  }

  /// The colour for a terminal; its default colour if it has only sixteen colours.
  func color(hue: Int, in traits: Traits) -> Color {
    if traits.depth == .none || traits.depth == .ansi16 { return .standard }
    if traits.depth == .ansi256, let inks {
      return .palette(traits.isLight ? inks.light : inks.dark)
    }
    return sample(hue: hue, isLight: traits.isLight).color(in: traits.depth)
  }

  /// Handles and the chosen tab.
  static let text = Tint((0.80, 0.11), (0.47, 0.15))
  /// The first sentence of a tile, the rest of its text, and its hashtags.
  static let lead = Tint((0.975, 0.015), (0.25, 0.06), inks: (231, 16))
  static let rest = Tint((0.87, 0.035), (0.40, 0.07), inks: (254, 237))
  static let hashtags = Tint((0.86, 0.10), (0.42, 0.13), inks: (229, 17))
  static let ornament = Tint((0.56, 0.10), (0.80, 0.085))
  /// The corners of the ground of a tile.
  static let groundStart = Tint((0.43, 0.085), (0.955, 0.030))
  static let groundEnd = Tint((0.29, 0.075), (0.885, 0.065))
  /// The corners of a generated banner.
  static let bannerStart = Tint((0.60, 0.125), (0.82, 0.085))
  static let bannerEnd = Tint((0.40, 0.115), (0.70, 0.105))
  static let bar = Tint((0.25, 0.04), (0.94, 0.025))
  /// Buttons for actions.
  static let action = Tint((0.52, 0.14), (0.50, 0.16))
  static let actionInk = Tint((0.98, 0.01), (1, 0))
  /// Buttons for a state.
  static let state = Tint((0.30, 0.025), (0.91, 0.025))
}

/// A gradient between two tints with a changing hue.
struct TintBlend: Sendable {
  let start: Tint
  let end: Tint
  /// In degrees: the difference from the hue of the accent at the start, and the change of the hue.
  let offset: Double
  let turn: Double

  static let ground = TintBlend(start: .groundStart, end: .groundEnd, offset: 0, turn: 30)
  static let banner = TintBlend(start: .bannerStart, end: .bannerEnd, offset: -30, turn: 75)

  /// The colour at a position from 0 to 1.
  func color(at part: Double, of accent: Accent, isLight: Bool) -> OKLCH {
    let (from, to) = isLight ? (start.light, end.light) : (start.dark, end.dark)
    return OKLCH(
      lightness: from.lightness + (to.lightness - from.lightness) * part,
      chroma: from.chroma + (to.chroma - from.chroma) * part,
      hue: Double(accent.hue) + offset + turn * part)
  }
}

/// The ground of a tile of words: a gradient from the upper left to the lower right corner.
struct TileGround: Sendable {
  /// By column plus twice the row, because a cell is twice as high as wide.
  private let colors: [Color]

  init(_ accent: Accent, width: Int, height: Int, in traits: Traits) {
    let count = max(1, width + 2 * height)
    switch traits.depth {
    case .none, .ansi16: colors = Array(repeating: .standard, count: count)
    case .ansi256:
      let flat = Color.palette(accent.flatGround(isLight: traits.isLight))
      colors = Array(repeating: flat, count: count)
    case .trueColor:
      colors = (0..<count).map { place in
        TintBlend.ground.color(
          at: (Double(place) + 1.5) / Double(count), of: accent, isLight: traits.isLight
        ).sample.color(in: .trueColor)
      }
    }
  }

  subscript(x: Int, y: Int) -> Color { colors[x + 2 * y] }
}
