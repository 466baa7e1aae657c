/// Scrollable lines of text, wrapped once.
package struct TextDrawing: Sendable {
  /// A second column must have at least this width to be beside the first.
  private static let fewestBeside = 16
  /// The least width of a table beside another; at most three are side by side.
  private static let tableWidth = 56

  private let canvas: Canvas

  package var height: Int { canvas.height }

  /// Wraps plain lines and keeps their indentation.
  ///
  /// Painted lines keep their paint and are cut at the width, because a command laid them out.
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

  /// Wraps a line; if it is indented, the rest has a larger indentation.
  private static func wrapped(
    _ text: SafeText, to width: Int, in traits: Traits
  ) -> [SafeText] {
    let indent = text.string.prefix { $0 == " " }.count
    guard indent > 0, indent + 2 <= width / 2 else { return lines(of: text, to: width, in: traits) }
    let margin = SafeText(String(repeating: " ", count: indent))
    let words = SafeText(String(text.string.dropFirst(indent)))
    return lines(of: words, to: width - indent - 2, in: traits)
      .enumerated().map { place, part in margin + (place == 0 ? "" : "  ") + part }
  }

  /// Wraps a line; JSON breaks after commas if possible, so that keys are not broken.
  private static func lines(of text: SafeText, to width: Int, in traits: Traits) -> [SafeText] {
    guard let first = text.string.first, "[{".contains(first) else {
      return traits.wrap(text, to: width)
    }
    var parts = [""]
    for character in text.string {
      if parts[parts.count - 1].last == ",", "[{\"".contains(character) { parts.append("") }
      parts[parts.count - 1].append(character)
    }
    var lines: [SafeText] = []
    for part in parts.map({ SafeText($0) }) {
      if let last = lines.last, last.width + part.width <= width {
        lines[lines.count - 1] = last + part
      } else {
        lines += traits.wrap(part, to: width)
      }
    }
    return lines
  }

  /// A table of two columns with a heading.
  package typealias Table = (title: SafeText, rows: [(SafeText, SafeText)])

  /// Tables, such as the help of keys, below each other, or side by side in a wide window.
  package init(tables: [Table], in traits: Traits) {
    let count = min(3, max(1, traits.width / TextDrawing.tableWidth))
    let width = traits.width / count
    let blocks = TextDrawing.lines(of: tables, in: traits.with(width: width))
    let columns = TextDrawing.columns(of: blocks, atMost: count)
    var canvas = Canvas(
      width: max(1, traits.width - 2), height: columns.map(\.count).max() ?? 0)
    for (place, lines) in columns.enumerated() {
      for (y, line) in lines.enumerated() {
        canvas.draw(line, x: place * width, y: y, in: traits)
      }
    }
    self.canvas = canvas
  }

  /// Arranges blocks in columns of the least height, with a blank line between two blocks.
  private static func columns(of blocks: [[StyledLine]], atMost count: Int) -> [[StyledLine]] {
    var limit = blocks.map(\.count).max() ?? 0
    while true {
      var columns: [[StyledLine]] = []
      for block in blocks {
        if let last = columns.last, last.count + 1 + block.count <= limit {
          columns[columns.count - 1] += [StyledLine()] + block
        } else {
          columns.append(block)
        }
      }
      if columns.count <= count { return columns }
      limit += 1
    }
  }

  /// The wrapped lines of each table.
  private static func lines(of tables: [Table], in traits: Traits) -> [[StyledLine]] {
    let first = tables.flatMap(\.rows).map { traits.words($0.0).width }.max() ?? 0
    let left = min(first, max(1, traits.width / 2 - 2))
    let isBeside = traits.width - left - 6 >= TextDrawing.fewestBeside
    let indent = isBeside ? left + 4 : 4
    return tables.map { table in
      var lines = [StyledLine(traits.words(table.title), .strong)]
      for (key, meaning) in table.rows {
        var line = StyledLine("  ")
        line.append(traits.fit(key, to: isBeside ? left : traits.width - 4), .accent)
        if !isBeside {
          lines.append(line)
          line = StyledLine()
        }
        for part in traits.wrap(meaning, to: max(1, traits.width - indent - 2)) {
          line.pad(to: indent)
          line.append(part)
          lines.append(line)
          line = StyledLine()
        }
      }
      return lines
    }
  }

  package func draw(on canvas: inout Canvas, top: Int) {
    canvas.draw(self.canvas, x: 1, y: top)
  }
}
