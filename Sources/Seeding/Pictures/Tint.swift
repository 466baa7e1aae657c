/// A colour, in parts that can be mixed.
struct Tint: Sendable {
  var red: Double
  var green: Double
  var blue: Double

  /// As people write it: `0xRRGGBB`.
  init(_ code: UInt32) {
    red = Double(code >> 16 & 0xFF)
    green = Double(code >> 8 & 0xFF)
    blue = Double(code & 0xFF)
  }

  /// With so much of another in it: 0 is this one, 1 is the other.
  func mixed(_ other: Tint, _ part: Double) -> Tint {
    var mixed = self
    mixed.red += (other.red - red) * part
    mixed.green += (other.green - green) * part
    mixed.blue += (other.blue - blue) * part
    return mixed
  }

  func darker(_ part: Double) -> Tint { mixed(Tint(0x0B0A1A), part) }

  func lighter(_ part: Double) -> Tint { mixed(Tint(0xFFF8EA), part) }
}
