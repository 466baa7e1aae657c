/// The colours of a drawing as SVG writes them, on a dark ground or a light one.
package struct SVGColors {
  private let isLight: Bool
  /// Whether pictures have none.
  let isGray: Bool

  package init(isLight: Bool, isGray: Bool = false) {
    self.isLight = isLight
    self.isGray = isGray
  }

  package var ground: SafeText { isLight ? "#ffffff" : "#11151c" }
  var edge: SafeText { isLight ? "#d5dae2" : "#2b323d" }
  /// Behind the figure of an identicon.
  var groundOfFigures: SafeText { isLight ? "#eef0f3" : "#202630" }
  var letters: SafeText { isLight ? "#1c2128" : "#d8dee7" }

  /// The sixteen colours that terminals name, calm enough for both grounds.
  private static let sixteen: [SafeText] = [
    "#21262d", "#d7263d", "#2e9e57", "#b58900", "#2f6fd0", "#a347ba", "#1f97a8", "#b9c0ca",
    "#6e7681", "#ff5f6d", "#4fce7f", "#e3b341", "#5fafff", "#d18cf0", "#56d4dd", "#f0f3f6",
  ]

  /// What letters are drawn with.
  package func front(_ paint: Paint) -> SafeText {
    let isReversed = paint.flags.contains(.reversed)
    return text(isReversed ? paint.background : paint.foreground) ?? (isReversed ? ground : letters)
  }

  /// What is behind the letters; nil for the ground itself.
  package func back(_ paint: Paint) -> SafeText? {
    guard paint.flags.contains(.reversed) else { return text(paint.background) }
    return text(paint.foreground) ?? letters
  }

  /// Nil for the terminal's own.
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

  /// Red, green and blue from 0 to 255.
  static func hexadecimal(_ parts: [Int]) -> SafeText {
    SafeText(
      parts.reduce(into: "#") { text, part in
        text += (part < 16 ? "0" : "") + String(part, radix: 16)
      })
  }
}
