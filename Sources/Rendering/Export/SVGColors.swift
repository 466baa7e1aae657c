/// The colours of a drawing in SVG, for a dark or a light background.
package struct SVGColors {
  private let isLight: Bool
  /// Whether pictures have no colours.
  let isGray: Bool

  package init(isLight: Bool, isGray: Bool = false) {
    (self.isLight, self.isGray) = (isLight, isGray)
  }

  package var ground: SafeText { isLight ? "#ffffff" : "#11151c" }
  var edge: SafeText { isLight ? "#d5dae2" : "#2b323d" }
  var letters: SafeText { isLight ? "#1c2128" : "#d8dee7" }

  /// The sixteen named colours of terminals, readable on both backgrounds.
  private static let sixteen: [SafeText] = [
    "#21262d", "#d7263d", "#2e9e57", "#b58900", "#2f6fd0", "#a347ba", "#1f97a8", "#b9c0ca",
    "#6e7681", "#ff5f6d", "#4fce7f", "#e3b341", "#5fafff", "#d18cf0", "#56d4dd", "#f0f3f6",
  ]

  package func front(_ paint: Paint) -> SafeText {
    let isReversed = paint.flags.contains(.reversed)
    return text(isReversed ? paint.background : paint.foreground) ?? (isReversed ? ground : letters)
  }

  /// Nil for the background of the drawing.
  package func back(_ paint: Paint) -> SafeText? {
    guard paint.flags.contains(.reversed) else { return text(paint.background) }
    return text(paint.foreground) ?? letters
  }

  /// Nil for the default colour.
  private func text(_ color: Color) -> SafeText? {
    let low = Int(color.raw & 0xFF)
    switch color.raw >> 24 {
    case 0: return nil
    case 1 where low < 16: return Self.sixteen[low]
    case 1 where low < 232:
      let parts = [(low - 16) / 36, (low - 16) / 6 % 6, (low - 16) % 6]
      return Self.hexadecimal(parts.map { $0 == 0 ? 0 : 55 + 40 * $0 })
    case 1: return Self.hexadecimal(Array(repeating: 8 + 10 * (low - 232), count: 3))
    default:
      return Self.hexadecimal([Int(color.raw >> 16 & 0xFF), Int(color.raw >> 8 & 0xFF), low])
    }
  }

  /// `parts` are red, green and blue, from 0 to 255.
  static func hexadecimal(_ parts: [Int]) -> SafeText {
    SafeText(
      parts.reduce(into: "#") { text, part in
        text += (part < 16 ? "0" : "") + String(part, radix: 16)
      })
  }
}
