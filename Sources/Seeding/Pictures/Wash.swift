/// What a shape is filled with.
enum Wash: Sendable {
  case plain(Tint)
  /// From one colour at the height `top` to another at `bottom`.
  case upright(Tint, Tint, top: Double, bottom: Double)
  /// From one colour on the left to another on the right.
  case across(Tint, Tint, left: Double, right: Double)
  /// From one colour in the middle to another at the rim.
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
