extension Canvas {
  /// As many rows as there are lines, each clipped at the reader's width.
  package init(_ lines: [StyledLine], in traits: Traits) {
    self.init(width: traits.width, height: lines.count)
    for (row, line) in lines.enumerated() {
      draw(line.fitted(to: width, in: traits), x: 0, y: row, in: traits)
    }
  }

  /// Canvases below each other, as wide as the widest.
  package init(stacked parts: [Canvas]) {
    self.init(
      width: parts.map(\.width).max() ?? 0, height: parts.reduce(0) { $0 + $1.height })
    var row = 0
    for part in parts {
      draw(part, x: 0, y: row)
      row += part.height
    }
  }

  /// Draws a frame along the edges of a rectangle of at least two by two cells.
  package mutating func drawFrame(
    x: Int, y: Int, width: Int, height: Int, in traits: Traits, _ style: Style = .frame
  ) {
    let (glyphs, paint) = (traits.glyphs, style.paint(in: traits))
    let (right, bottom) = (x + width - 1, y + height - 1)
    for row in [y, bottom] {
      fill(x: x + 1, y: row, width: width - 2, with: glyphs.horizontal, paint)
    }
    for row in y + 1..<max(y + 1, bottom) {
      for column in [x, right] { draw(glyphs.vertical, x: column, y: row, paint) }
    }
    draw(glyphs.topLeft, x: x, y: y, paint)
    draw(glyphs.topRight, x: right, y: y, paint)
    draw(glyphs.bottomLeft, x: x, y: bottom, paint)
    draw(glyphs.bottomRight, x: right, y: bottom, paint)
  }
}
