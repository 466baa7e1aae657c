/// A colour that can be mixed.
struct Tint: Sendable {
  var red: Double
  var green: Double
  var blue: Double

  /// The colour `0xRRGGBB`.
  init(_ code: UInt32) {
    red = Double(code >> 16 & 0xFF)
    green = Double(code >> 8 & 0xFF)
    blue = Double(code & 0xFF)
  }

  /// A mixture of both colours: 0 is this one, 1 is the other.
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

/// The colours inside a shape: one, or a gradient between two.
enum Fill: Sendable {
  case plain(Tint)
  /// From the first colour at `top` to the second at `bottom`.
  case upright(Tint, Tint, top: Double, bottom: Double)
  /// From the first colour at `left` to the second at `right`.
  case across(Tint, Tint, left: Double, right: Double)
  /// From the first colour in the centre to the second at the radius.
  case round(Tint, Tint, center: Point, radius: Double)

  func tint(_ x: Double, _ y: Double) -> Tint {
    switch self {
    case .plain(let tint): return tint
    case .upright(let first, let last, let top, let bottom):
      return first.mixed(last, min(1, max(0, (y - top) / (bottom - top))))
    case .across(let first, let last, let left, let right):
      return first.mixed(last, min(1, max(0, (x - left) / (right - left))))
    case .round(let first, let last, let center, let radius):
      let (dx, dy) = (x - center.x, y - center.y)
      return first.mixed(last, min(1, (dx * dx + dy * dy).squareRoot() / radius))
    }
  }
}
