/// Lines of text that are wrapped once, to be scrolled.
package struct TextDrawing: Sendable {
  /// A second column narrower than this goes below the first.
  private static let fewestBeside = 16

  private let canvas: Canvas

  package var height: Int { canvas.height }

  /// Wraps plain lines and keeps their indentation.
  ///
  /// Painted lines keep their paint and are cut at the width: a command laid them out already.
  package init(_ text: PaintedText, in traits: Traits) {
    let width = max(1, traits.width - 2)
    var rows: [[(text: SafeText, paint: Paint)]] = []
    for line in text.lines {
      let runs = line.map { (text: traits.text($0.text), paint: $0.paint) }
      if runs.count == 1, runs[0].paint == .plain, runs[0].text.width > width {
        rows += TextDrawing.wrapped(runs[0].text, to: width, in: traits).map {
          [(text: $0, paint: Paint.plain)]
        }
      } else {
        rows.append(runs)
      }
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    var canvas = Canvas(width: width, height: rows.count)
    for (y, row) in rows.enumerated() {
      var x = 0
      for run in row { x = canvas.draw(run.text, x: x, y: y, run.paint) }
    }
    self.canvas = canvas
  }

  /// The rest of an indented line is indented further.
  private static func wrapped(
    _ text: SafeText, to width: Int, in traits: Traits
  ) -> [SafeText] {
    let indent = text.string.prefix { $0 == " " }.count
    guard indent > 0, indent + 2 <= width / 2 else { return traits.wrap(text, to: width) }
    let margin = SafeText(String(repeating: " ", count: indent))
    return traits.wrap(SafeText(String(text.string.dropFirst(indent))), to: width - indent - 2)
      .enumerated().map { place, part in margin + (place == 0 ? "" : "  ") + part }
  }

  /// Tables of two columns with headings, for the help of keys.
  package init(tables: [(title: SafeText, rows: [(SafeText, SafeText)])], in traits: Traits) {
    let first = tables.flatMap(\.rows).map { traits.words($0.0).width }.max() ?? 0
    let left = min(first, max(1, traits.width / 2 - 2))
    let isBeside = traits.width - left - 6 >= TextDrawing.fewestBeside
    let indent = isBeside ? left + 4 : 4
    var lines: [StyledLine] = []
    for table in tables {
      if !lines.isEmpty { lines.append(StyledLine()) }
      lines.append(StyledLine(traits.words(table.title), .strong))
      for (key, deed) in table.rows {
        var line = StyledLine("  ")
        line.append(traits.fit(key, to: isBeside ? left : traits.width - 4), .accent)
        if !isBeside {
          lines.append(line)
          line = StyledLine()
        }
        for part in traits.wrap(deed, to: max(1, traits.width - indent - 2)) {
          line.pad(to: indent)
          line.append(part)
          lines.append(line)
          line = StyledLine()
        }
      }
    }
    var canvas = Canvas(width: max(1, traits.width - 2), height: lines.count)
    for (y, line) in lines.enumerated() { canvas.draw(line, x: 0, y: y, in: traits) }
    self.canvas = canvas
  }

  package func draw(on canvas: inout Canvas, top: Int) {
    canvas.draw(self.canvas, x: 1, y: top)
  }
}
