/// Rows of fields in columns, fitted to a width.
///
/// If it is too wide, columns shrink to their minimum, and then the least important ones are
/// dropped.
package struct Table: View {
  /// The title of a column, and how it shrinks.
  package struct Column: Sendable {
    var title: SafeText
    /// The width that the title and the fields need.
    var width: Int
    var minimum: Int
    /// Columns of low rank are dropped first.
    var rank: Int
    var isTrailing: Bool

    package init(_ title: SafeText = "", minimum: Int = 6, rank: Int, isTrailing: Bool = false) {
      self.title = title
      width = title.width
      (self.minimum, self.rank, self.isTrailing) = (minimum, rank, isTrailing)
    }
  }

  private static let gap = 2

  /// The given columns, widened for the rows.
  let columns: [Column]
  private let rows: [[StyledLine]]
  private let hasHeader: Bool

  package init(_ columns: [Column], rows: [[StyledLine]], hasHeader: Bool = false) {
    self.columns = columns.enumerated().map { place, column in
      var column = column
      column.width = rows.reduce(column.width) { max($0, $1[place].width) }
      return column
    }
    (self.rows, self.hasHeader) = (rows, hasHeader)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let widths = widths(in: traits)
    var lines: [StyledLine] = []
    if hasHeader {
      lines.append(line(columns.map { StyledLine($0.title, .strong) }, widths, in: traits))
      let rule = traits.glyphs.rule.string
      let rules = widths.map {
        StyledLine(traits.text(String(repeating: rule, count: $0 ?? 0)), .frame)
      }
      lines.append(line(rules, widths, in: traits))
    }
    lines += rows.map { line($0, widths, in: traits) }
    return Canvas(lines, in: traits)
  }

  private func line(_ fields: [StyledLine], _ widths: [Int?], in traits: Traits) -> StyledLine {
    var line = StyledLine()
    var end = 0
    for (place, width) in widths.enumerated() {
      guard let width else { continue }
      if end > 0 { line.pad(to: end + Table.gap) }
      let field = fields[place].fitted(to: width, in: traits)
      let start = end > 0 ? end + Table.gap : 0
      if columns[place].isTrailing { line.pad(to: start + width - field.width) }
      line.append(field)
      end = start + width
    }
    return line
  }

  /// The width of each column; nil if it is dropped.
  private func widths(in traits: Traits) -> [Int?] {
    let natural = columns.map(\.width)
    var widths: [Int?] = natural.map { $0 == 0 ? nil : $0 }
    while true {
      let kept = widths.indices.filter { widths[$0] != nil }
      let excess = total(widths) - traits.width
      guard excess > 0, let least = kept.min(by: { columns[$0].rank < columns[$1].rank }) else {
        return widths
      }
      let slack = kept.reduce(0) { $0 + max(0, natural[$1] - columns[$1].minimum) }
      if slack >= excess { return shrunk(widths, by: excess) }
      if kept.count == 1 { return widths.map { $0.map { min($0, traits.width) } } }
      widths[least] = nil
    }
  }

  private func total(_ widths: [Int?]) -> Int {
    let kept = widths.compactMap(\.self)
    return kept.reduce(Table.gap * (kept.count - 1), +)
  }

  /// Shrinks the widest shrinkable column, one cell at a time.
  private func shrunk(_ widths: [Int?], by excess: Int) -> [Int?] {
    var widths = widths
    for _ in 0..<excess {
      let shrinkable = widths.indices.filter { (widths[$0] ?? 0) > columns[$0].minimum }
      guard let widest = shrinkable.max(by: { widths[$0] ?? 0 < widths[$1] ?? 0 }) else { break }
      widths[widest] = widths[widest].map { $0 - 1 }
    }
    return widths
  }
}
