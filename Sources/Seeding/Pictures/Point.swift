/// A place on a picture, in pixels from its upper left corner.
struct Point: Sendable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The place so far on the way to `other`: 0 is here, 1 is there.
  func toward(_ other: Point, _ part: Double) -> Point {
    Point(x + (other.x - x) * part, y + (other.y - y) * part)
  }
}
