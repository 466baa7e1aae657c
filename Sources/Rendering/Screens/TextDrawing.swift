/// Lines of text, wrapped once, to be scrolled.
package struct TextDrawing: Sendable {
  private let lines: [StyledLine]

  package var height: Int { lines.count }

  /// A line feed ends a line; blanks at the beginning of one stay.
  package init(_ text: String, in traits: Traits) {
    let width = max(1, traits.width - 2)
    var lines: [StyledLine] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let safe = traits.text(String(line))
      lines +=
        safe.width <= width
        ? [StyledLine(safe)] : traits.wrap(safe, to: width).map { StyledLine($0) }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
  }

  /// Rows of two columns with headings: what keys do.
  package init(tables: [(title: SafeText, rows: [(SafeText, SafeText)])], in traits: Traits) {
    let first = tables.flatMap(\.rows).map { traits.words($0.0).width }.max() ?? 0
    let left = min(first, max(1, traits.width / 2 - 2))
    var lines: [StyledLine] = []
    for table in tables {
      if !lines.isEmpty { lines.append(StyledLine()) }
      lines.append(StyledLine(traits.words(table.title), .strong))
      for (key, deed) in table.rows {
        let room = max(8, traits.width - left - 6)
        for (place, part) in traits.wrap(deed, to: room).enumerated() {
          var line = StyledLine("  ")
          if place == 0 { line.append(traits.fit(key, to: left), .accent) }
          line.pad(to: left + 4)
          line.append(part)
          lines.append(line)
        }
      }
    }
    self.lines = lines
  }

  package func draw(on canvas: inout Canvas, top: Int, in traits: Traits) {
    for (row, line) in lines.enumerated() where (0..<canvas.height).contains(top + row) {
      canvas.draw(line, x: 1, y: top + row, in: traits)
    }
  }
}
