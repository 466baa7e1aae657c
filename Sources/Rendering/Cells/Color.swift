/// A colour as a cell stores it: the terminal's own, one of its palette, or a mixture.
package struct Color: Hashable, Sendable {
  /// The kind in the highest byte, then an index or red, green and blue.
  let raw: UInt32

  /// What the terminal writes with by itself.
  package static let standard = Color(raw: 0)

  private init(raw: UInt32) {
    self.raw = raw
  }

  package static func palette(_ index: UInt8) -> Color {
    Color(raw: 1 << 24 | UInt32(index))
  }

  package static func mixed(red: UInt8, green: UInt8, blue: UInt8) -> Color {
    Color(raw: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A mixture as near as a depth comes to it; nothing of it is left at none.
  package static func near(red: UInt8, green: UInt8, blue: UInt8, in depth: ColorDepth) -> Color {
    switch depth {
    case .none: .standard
    case .trueColor: .mixed(red: red, green: green, blue: blue)
    case .ansi256: .palette(cube(red: Int(red), green: Int(green), blue: Int(blue)))
    case .ansi16: .palette(bright(red: Int(red), green: Int(green), blue: Int(blue)))
    }
  }

  /// The nearest of the 6×6×6 cube or the 24 greys of the 256 colours.
  private static func cube(red: Int, green: Int, blue: Int) -> UInt8 {
    func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    func light(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
    }
    let levels = (red: level(red), green: level(green), blue: level(blue))
    let grey = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let shade = 8 + 10 * grey
    let cubeDistance = distance(light(levels.red), light(levels.green), light(levels.blue))
    if distance(shade, shade, shade) < cubeDistance { return UInt8(232 + grey) }
    return UInt8(16 + 36 * levels.red + 6 * levels.green + levels.blue)
  }

  /// The one of the sixteen with the same parts above the middle, bright if any is very strong.
  private static func bright(red: Int, green: Int, blue: Int) -> UInt8 {
    let strongest = max(red, green, blue)
    if strongest < 48 { return 0 }
    let limit = strongest * 5 / 8
    let bits = (red >= limit ? 1 : 0) + (green >= limit ? 2 : 0) + (blue >= limit ? 4 : 0)
    if bits == 7 { return strongest < 100 ? 8 : strongest < 210 ? 7 : 15 }
    return UInt8(bits + (strongest > 170 ? 8 : 0))
  }
}
