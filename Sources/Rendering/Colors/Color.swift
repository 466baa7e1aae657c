/// A colour of a cell: the terminal's default, a palette index, or RGB.
package struct Color: Hashable, Sendable {
  /// The kind in the highest byte, then the palette index, or red, green and blue.
  let raw: UInt32

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

  /// `other` if each of its parts differs by at most 2 of 255, which is invisible; otherwise this
  /// colour.
  func orNear(_ other: Color) -> Color {
    guard raw >> 24 == 2, other.raw >> 24 == 2 else { return self }
    for bits: UInt32 in [16, 8, 0] {
      let (own, others) = (raw >> bits & 0xFF, other.raw >> bits & 0xFF)
      guard own + 2 >= others, others + 2 >= own else { return self }
    }
    return other
  }

  package static func near(red: UInt8, green: UInt8, blue: UInt8, in depth: ColorDepth) -> Color {
    switch depth {
    case .none: .standard
    case .trueColor: .mixed(red: red, green: green, blue: blue)
    case .ansi256: .palette(cube(red: Int(red), green: Int(green), blue: Int(blue)))
    case .ansi16: .palette(bright(red: Int(red), green: Int(green), blue: Int(blue)))
    }
  }

  /// The nearest colour of the 6×6×6 cube or the 24 greys.
  ///
  /// A wrong hue is more visible than a wrong lightness: skin turns pink, and dark leaves turn
  /// grey. So the distance weights the chromatic part three times.
  private static func cube(red: Int, green: Int, blue: Int) -> UInt8 {
    let wanted = (red, green, blue)
    let grey = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let shade = 8 + 10 * grey
    var (best, least) = (232 + grey, distance((shade, shade, shade), wanted))
    // The nearest level may be above or below each part.
    let (reds, greens, blues) = (levels(red), levels(green), levels(blue))
    for red in reds.low...reds.high {
      for green in greens.low...greens.high {
        for blue in blues.low...blues.high {
          let distance = distance((light(red), light(green), light(blue)), wanted)
          if distance <= least { (best, least) = (16 + 36 * red + 6 * green + blue, distance) }
        }
      }
    }
    return UInt8(best)
  }

  /// The levels of the cube below and above a part; equal if the part is a level.
  private static func levels(_ part: Int) -> (low: Int, high: Int) {
    let low = part < 95 ? 0 : (part - 55) / 40
    return (low, light(low) == part ? low : low + 1)
  }

  private static func light(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }

  private static func distance(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (one.0 - other.0, one.1 - other.1, one.2 - other.2)
    // Three times the square of the chromatic part, plus the square of the grey part.
    let grey = red + green + blue
    return 9 * (red * red + green * green + blue * blue) - 2 * grey * grey
  }

  /// The palette colour with the same strong parts; the bright one if a part is very strong.
  private static func bright(red: Int, green: Int, blue: Int) -> UInt8 {
    let strongest = max(red, green, blue)
    if strongest < 48 { return 0 }
    let limit = strongest * 5 / 8
    let bits = (red >= limit ? 1 : 0) + (green >= limit ? 2 : 0) + (blue >= limit ? 4 : 0)
    if bits == 7 { return strongest < 100 ? 8 : strongest < 210 ? 7 : 15 }
    return UInt8(bits + (strongest > 170 ? 8 : 0))
  }
}
