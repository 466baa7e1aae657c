/// A canvas in SVG: characters as text in their cells, block and line glyphs as shapes.
package struct SVGDrawing {
  private let canvas: Canvas
  private let colors: SVGColors
  /// The backgrounds of cells, which are below all other shapes.
  private var grounds = SVGPaths()
  private var shapes = SVGPaths()
  private var runs: [(run: SVGRun, row: Int)] = []

  /// Omits the cells that images cover.
  package init(_ canvas: Canvas, colors: SVGColors, covered: [PicturePlace]) {
    (self.canvas, self.colors) = (canvas, colors)
    for row in 0..<canvas.height { read(row, covered) }
  }

  /// The whole file; `pictures` writes the images over the cells.
  package func markup(
    title: SafeText, description: SafeText, isASCII: Bool, pictures: (inout Markup) -> Void
  ) -> Markup {
    SVGSheet(
      columns: canvas.width, rows: canvas.height, colors: colors, title: title,
      description: description
    ).markup(isASCII: isASCII) { markup in
      write(to: &markup)
      pictures(&markup)
    }
  }

  /// Writes only the cells, from the upper left corner on.
  package func write(to markup: inout Markup) {
    grounds.write(to: &markup)
    shapes.write(to: &markup)
    for (run, row) in runs { write(run, row: row, to: &markup) }
  }

  private mutating func read(_ row: Int, _ covered: [PicturePlace]) {
    let boundaries = Set(canvas.boundaries.filter { $0.rows.contains(row) }.map(\.x))
    var run: SVGRun?
    var column = 0
    while column < canvas.width {
      let (x, cell) = (column, canvas[column, row])
      // A boundary ends a run, because right-to-left text would cross it.
      if boundaries.contains(x) {
        keep(run, row)
        run = nil
      }
      column += canvas.width(ofGlyphAt: x, row)
      let isCovered = covered.contains { $0.contains(x: x, y: row) }
      if !isCovered, let back = colors.back(cell.paint) {
        grounds.fill(back, x: x, y: row, [.whole(width: 10 * (column - x))])
      }
      let character = canvas.character(of: cell)
      if !isCovered, let character, !drawsShape(character, x: x, y: row, cell.paint) {
        // A second blank ends a run, because a new column follows.
        let isGap = character == " " && run?.text.string.last == " "
        if !isGap, run?.add(character, width: column - x, cell.paint) == true { continue }
        keep(run, row)
        run = SVGRun(character, width: column - x, x: x, cell.paint)
      } else {
        keep(run, row)
        run = nil
      }
    }
    keep(run, row)
  }

  private mutating func keep(_ run: SVGRun?, _ row: Int) {
    guard let run = run?.trimmed else { return }
    runs.append((run, row))
  }

  /// Draws a block or line glyph as a shape; false for other glyphs.
  private mutating func drawsShape(_ character: Character, x: Int, y: Int, _ paint: Paint) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    if let blocks = SVGShapes.blocks(scalar) {
      shapes.fill(colors.front(paint), x: x, y: y, blocks)
      return true
    }
    guard let line = SVGShapes.Line(scalar) else { return false }
    shapes.draw(line, colors.front(paint), isHeavy: scalar == "━", x: x, y: y)
    return true
  }

  private func write(_ run: SVGRun, row: Int, to markup: inout Markup) {
    let width = run.width * SVGShapes.cellWidth
    let isSingle = run.spacing == .single
    // The end of right-to-left text is its left edge.
    let isBackwards = run.spacing == .shaped && run.isRightToLeft
    let flags = run.paint.flags
    markup.element(
      "text",
      [
        ("x", "\(run.x * SVGShapes.cellWidth + (isSingle ? width / 2 : 0))"),
        ("y", "\(row * SVGShapes.cellHeight + 15)"),
        ("textLength", isSingle || run.width == 1 ? nil : "\(width)"),
        ("lengthAdjust", run.spacing == .shaped ? "spacingAndGlyphs" : nil),
        ("direction", isBackwards ? "rtl" : nil),
        ("text-anchor", isSingle ? "middle" : isBackwards ? "end" : nil),
        ("fill", colors.front(run.paint)),
        ("font-weight", flags.contains(.bold) ? "bold" : nil),
        ("font-style", flags.contains(.italic) ? "italic" : nil),
        ("text-decoration", flags.contains(.underlined) ? "underline" : nil),
        ("opacity", flags.contains(.dim) ? "0.6" : nil),
      ], run.text)
    markup.newline()
  }
}
