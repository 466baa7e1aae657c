/// A picture on which shapes are drawn over each other, with smooth edges.
struct PixelCanvas: Sendable {
  static let width = 240
  static let height = 312

  private(set) var image = PixelImage(width: width, height: height)

  /// The number of scan lines in each row of pixels.
  private static let samples = 8

  /// One side of an outline, from its upper to its lower end.
  private struct Edge {
    let top: Point
    let bottom: Point
    /// 1 if the outline goes downwards, otherwise -1.
    let winding: Int
  }

  mutating func fill(_ outline: Outline, _ tint: Tint, _ opacity: Double = 1) {
    fill(outline, .plain(tint), opacity)
  }

  mutating func fill(_ outline: Outline, _ shading: Fill, _ opacity: Double = 1) {
    let edges = PixelCanvas.edges(of: outline)
    guard let first = edges.map(\.top.y).min(), let last = edges.map(\.bottom.y).max(),
      last > 0, first < Double(PixelCanvas.height)
    else { return }
    let columns = PixelCanvas.columns(of: edges)
    var changes = [Double](repeating: 0, count: PixelCanvas.width + 2)
    for row in Int(max(0, first))..<min(PixelCanvas.height, Int(last) + 1) {
      let (top, bottom) = (Double(row), Double(row + 1))
      let near = edges.filter { $0.top.y < bottom && $0.bottom.y > top }
      guard !near.isEmpty else { continue }
      for column in columns { changes[column] = 0 }
      PixelCanvas.measure(near, row, into: &changes)
      lay(shading, opacity, on: row, columns, changes)
    }
  }

  /// The columns that the edges can cover, and one more for the end of the last pixel.
  private static func columns(of edges: [Edge]) -> Range<Int> {
    var (left, right) = (Double(width), 0.0)
    for edge in edges {
      left = min(left, edge.top.x, edge.bottom.x)
      right = max(right, edge.top.x, edge.bottom.x)
    }
    let first = Int(min(Double(width), max(0, left)))
    return first..<max(first, Int(min(Double(width), max(0, right))) + 2)
  }

  /// Computes the covered part of each pixel in a row, as the difference from the pixel before.
  private static func measure(_ edges: [Edge], _ row: Int, into changes: inout [Double]) {
    var crossings: [(x: Double, winding: Int)] = []
    for sample in 0..<samples {
      let y = Double(row) + (Double(sample) + 0.5) / Double(samples)
      crossings.removeAll(keepingCapacity: true)
      for edge in edges where edge.top.y <= y && edge.bottom.y > y {
        let part = (y - edge.top.y) / (edge.bottom.y - edge.top.y)
        crossings.append((edge.top.toward(edge.bottom, part).x, edge.winding))
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for crossing in crossings {
        let before = winding
        winding += crossing.winding
        guard (before == 0) != (winding == 0) else { continue }
        let x = min(Double(width), max(0, crossing.x))
        let share = (before == 0 ? 1.0 : -1.0) / Double(samples)
        let pixel = Int(x)
        changes[pixel] += share * (Double(pixel + 1) - x)
        changes[pixel + 1] += share * (x - Double(pixel))
      }
    }
  }

  private mutating func lay(
    _ shading: Fill, _ opacity: Double, on row: Int, _ columns: Range<Int>, _ changes: [Double]
  ) {
    var covered = 0.0
    for column in columns.clamped(to: 0..<PixelCanvas.width) {
      covered += changes[column]
      // After rounding, a sum of zero may be a small number.
      guard covered > 0.001 else { continue }
      let tint = shading.tint(Double(column) + 0.5, Double(row) + 0.5)
      blend(tint, min(1, covered) * opacity, row * PixelCanvas.width + column)
    }
  }

  private mutating func blend(_ tint: Tint, _ part: Double, _ pixel: Int) {
    let place = pixel * 3
    image.pixels[place] = PixelCanvas.mixed(image.pixels[place], tint.red, part)
    image.pixels[place + 1] = PixelCanvas.mixed(image.pixels[place + 1], tint.green, part)
    image.pixels[place + 2] = PixelCanvas.mixed(image.pixels[place + 2], tint.blue, part)
  }

  private static func mixed(_ old: UInt8, _ new: Double, _ part: Double) -> UInt8 {
    let old = Double(old)
    return UInt8(min(255, max(0, old + (new - old) * part + 0.5)))
  }

  private static func edges(of outline: Outline) -> [Edge] {
    outline.lines.flatMap { line in
      zip(line, line.dropFirst() + line.prefix(1)).compactMap { from, to in
        if from.y == to.y { return nil }
        return from.y < to.y
          ? Edge(top: from, bottom: to, winding: 1) : Edge(top: to, bottom: from, winding: -1)
      }
    }
  }
}

extension PixelCanvas {
  /// Covers the canvas with colours at equal distances from the top to `bottom`.
  mutating func sky(_ tints: [Tint], bottom: Double = Double(height)) {
    let step = bottom / Double(tints.count - 1)
    for (place, (upper, lower)) in zip(tints, tints.dropFirst()).enumerated() {
      // Each gradient continues to the ground, so that there is no visible edge before the next
      // one.
      let top = step * Double(place)
      fill(
        .box(0, top, Double(PixelCanvas.width), Double(PixelCanvas.height) - top),
        .upright(upper, lower, top: top, bottom: top + step))
    }
  }

  /// Adds light that fades out towards the radius.
  mutating func glow(_ center: Point, _ radius: Double, _ tint: Tint, _ strength: Double) {
    for row in PixelCanvas.span(center.y, radius, within: PixelCanvas.height) {
      for column in PixelCanvas.span(center.x, radius, within: PixelCanvas.width) {
        let (dx, dy) = (Double(column) + 0.5 - center.x, Double(row) + 0.5 - center.y)
        let left = 1 - (dx * dx + dy * dy) / (radius * radius)
        if left > 0 { blend(tint, strength * left * left, row * PixelCanvas.width + column) }
      }
    }
  }

  private static func span(_ middle: Double, _ radius: Double, within size: Int) -> Range<Int> {
    let first = min(size, Int(max(0, middle - radius)))
    return first..<max(first, min(size, Int(max(0, middle + radius))))
  }

  /// Fills the rows below `shore` with the mirror image of those above.
  ///
  /// `ripple` is the shift of each row, by its distance from the shore.
  mutating func reflect(
    below shore: Int, _ tint: Tint, _ opacity: Double, ripple: (Int) -> Double
  ) {
    for row in shore..<PixelCanvas.height {
      let depth = row - shore
      let source = max(0, shore - 1 - depth)
      let shift = Int(ripple(depth))
      for column in 0..<PixelCanvas.width {
        let from =
          (source * PixelCanvas.width + min(PixelCanvas.width - 1, max(0, column + shift))) * 3
        let to = (row * PixelCanvas.width + column) * 3
        for channel in 0..<3 { image.pixels[to + channel] = image.pixels[from + channel] }
        blend(tint, opacity, row * PixelCanvas.width + column)
      }
    }
  }
}
