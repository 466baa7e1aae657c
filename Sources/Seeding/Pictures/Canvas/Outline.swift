/// A position in a picture, in pixels from its upper left corner.
struct Point: Sendable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    (self.x, self.y) = (x, y)
  }

  /// A position on the line to `other`: 0 is this one, 1 is the other.
  func toward(_ other: Point, _ part: Double) -> Point {
    Point(x + (other.x - x) * part, y + (other.y - y) * part)
  }
}

/// A shape: the area inside closed lines, by the non-zero winding rule.
///
/// Curves are short lines. They are computed only with sums and products, which every machine
/// rounds equally.
struct Outline: Sendable {
  private(set) var lines: [[Point]] = []

  init(_ points: [Point] = []) {
    if !points.isEmpty { lines = [points] }
  }

  init(_ points: Point...) {
    self.init(points)
  }

  static func + (left: Outline, right: Outline) -> Outline {
    var sum = left
    sum.lines += right.lines
    return sum
  }

  static func += (left: inout Outline, right: Outline) {
    left.lines += right.lines
  }

  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Outline {
    Outline(
      Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))
  }

  /// A box with round corners.
  static func round(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double
  ) -> Outline {
    let (right, bottom) = (x + width, y + height)
    let pull = radius * 0.447_715
    var outline = Outline(Point(x + radius, y), Point(right - radius, y))
    outline.curve(Point(right - pull, y), Point(right, y + pull), Point(right, y + radius))
    outline.line(Point(right, bottom - radius))
    outline.curve(
      Point(right, bottom - pull), Point(right - pull, bottom), Point(right - radius, bottom))
    outline.line(Point(x + radius, bottom))
    outline.curve(Point(x + pull, bottom), Point(x, bottom - pull), Point(x, bottom - radius))
    outline.line(Point(x, y + radius))
    outline.curve(Point(x, y + pull), Point(x + pull, y), Point(x + radius, y))
    return outline
  }

  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Outline {
    ellipse(x, y, radius, radius)
  }

  static func ellipse(_ x: Double, _ y: Double, _ wide: Double, _ high: Double) -> Outline {
    let (across, along) = (wide * 0.552_285, high * 0.552_285)
    var outline = Outline(Point(x, y - high))
    outline.curve(Point(x + across, y - high), Point(x + wide, y - along), Point(x + wide, y))
    outline.curve(Point(x + wide, y + along), Point(x + across, y + high), Point(x, y + high))
    outline.curve(Point(x - across, y + high), Point(x - wide, y + along), Point(x - wide, y))
    outline.curve(Point(x - wide, y - along), Point(x - across, y - high), Point(x, y - high))
    return outline
  }

  /// A line with a width, and round ends and bends.
  static func stroke(_ points: [Point], _ width: Double) -> Outline {
    var outline = Outline()
    for (from, to) in zip(points, points.dropFirst()) {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      let (nx, ny) = (-dy / length * width / 2, dx / length * width / 2)
      outline += Outline(
        Point(from.x - nx, from.y - ny), Point(to.x - nx, to.y - ny),
        Point(to.x + nx, to.y + ny), Point(from.x + nx, from.y + ny))
    }
    if width > 1.5 { for point in points { outline += circle(point.x, point.y, width / 2) } }
    return outline
  }

  /// The points of a cubic Bézier curve.
  static func arc(_ start: Point, _ first: Point, _ second: Point, _ end: Point) -> [Point] {
    var outline = Outline(start)
    outline.curve(first, second, end)
    return outline.lines[0]
  }

  mutating func line(_ point: Point) {
    lines[lines.count - 1].append(point)
  }

  mutating func curve(_ first: Point, _ second: Point, _ end: Point) {
    let last = lines.count - 1
    guard let start = lines[last].last else { return }
    let steps = 14
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      let (a, b, c) = (
        start.toward(first, part), first.toward(second, part), second.toward(end, part)
      )
      lines[last].append(a.toward(b, part).toward(b.toward(c, part), part))
    }
  }

  /// The shape turned clockwise around a point; `half` is the tangent of half the angle.
  func turned(about center: Point, _ half: Double) -> Outline {
    let whole = 1 + half * half
    let (along, aside) = ((1 - half * half) / whole, 2 * half / whole)
    return moved { point in
      let (x, y) = (point.x - center.x, point.y - center.y)
      return Point(center.x + x * along - y * aside, center.y + x * aside + y * along)
    }
  }

  func moved(_ move: (Point) -> Point) -> Outline {
    var outline = Outline()
    outline.lines = lines.map { $0.map(move) }
    return outline
  }
}
