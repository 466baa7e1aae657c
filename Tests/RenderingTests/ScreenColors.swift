import Foundation
import Screens
import Support
import Testing

extension TerminalScreen.Cell {
  /// The foreground or background as red, green and blue from 0 to 255; nil without a colour.
  func color(isGround: Bool) -> [Double]? {
    let prefix = isGround ? "48;" : "38;"
    guard let code = rendition.first(where: { $0.hasPrefix(prefix) }) else { return nil }
    let parts = code.split(separator: ";").compactMap { Double($0) }
    guard parts.count == 3 else { return Array(parts.dropFirst(2)) }
    let index = Int(parts[2])
    if index >= 232 { return Array(repeating: Double(8 + 10 * (index - 232)), count: 3) }
    return [36, 6, 1].map { step in
      let level = (index - 16) / step % 6
      return level == 0 ? 0 : Double(55 + 40 * level)
    }
  }

  /// The colour as `#rrggbb`.
  func hexadecimal(isGround: Bool) -> String? {
    color(isGround: isGround).map { parts in
      "#" + parts.map { String(format: "%02x", Int($0)) }.joined()
    }
  }

  /// The contrast ratio of foreground and background by WCAG 2.2, from 1 to 21.
  var contrast: Double? {
    guard let ink = color(isGround: false), let ground = color(isGround: true) else { return nil }
    let (one, other) = (TerminalScreen.Cell.luminance(ink), TerminalScreen.Cell.luminance(ground))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func luminance(_ parts: [Double]) -> Double {
    let linear = parts.map {
      $0 / 255 <= 0.04045 ? $0 / 255 / 12.92 : pow(($0 / 255 + 0.055) / 1.055, 2.4)
    }
    return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
