/// Shapes of many cells, gathered so that all of a kind are one path.
struct SVGPaths {
  private var paths: [(style: Markup.Attributes, steps: String)] = []
  private var places: [SafeText: Int] = [:]

  mutating func fill(_ color: SafeText, x: Int, y: Int, _ blocks: [SVGShapes.Block]) {
    for block in blocks {
      let (width, height) = (block.width.string, block.height.string)
      add(
        start(x, y) + "m\(block.x.string) \(block.y.string)h\(width)v\(height)h-\(width)z",
        kind: color, [("fill", color), ("shape-rendering", "crispEdges")])
    }
  }

  mutating func draw(
    _ line: SVGShapes.Line, _ color: SafeText, isHeavy: Bool, x: Int, y: Int
  ) {
    let width: SafeText = isHeavy ? "2.4" : "1.2"
    add(
      start(x, y) + line.rawValue, kind: color + " " + width,
      [("fill", "none"), ("stroke", color), ("stroke-width", width)])
  }

  func write(to markup: inout Markup) {
    for path in paths {
      markup.empty("path", path.style + [("d", SafeText(path.steps))])
      markup.newline()
    }
  }

  private func start(_ x: Int, _ y: Int) -> String {
    "M\(x * SVGShapes.cellWidth) \(y * SVGShapes.cellHeight)"
  }

  private mutating func add(_ steps: String, kind: SafeText, _ style: Markup.Attributes) {
    if let place = places[kind] {
      paths[place].steps += steps
    } else {
      places[kind] = paths.count
      paths.append((style, steps))
    }
  }
}
