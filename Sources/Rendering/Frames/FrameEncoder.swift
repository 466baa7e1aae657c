/// The content of a screen.
package struct Frame: Sendable {
  /// A cell, counted from the top left.
  package struct Place: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      (self.x, self.y) = (x, y)
    }
  }

  package var canvas: Canvas
  /// Nil hides the cursor.
  package var cursor: Place?

  package init(_ canvas: Canvas, cursor: Place? = nil) {
    (self.canvas, self.cursor) = (canvas, cursor)
  }
}

/// Encodes the difference between two frames for a terminal.
///
/// The terminal must show the old frame. Each output begins and ends with plain paint and is one
/// synchronized update, a feature that other terminals ignore.
package struct FrameEncoder {
  private let old: Canvas?
  private let new: Canvas
  private var output = Output()
  private var paint = Paint.plain
  private let links: (old: LinkCells, new: LinkCells)
  /// The addresses in the row that is written, and in the row on the screen.
  private var rowLinks: (old: [SafeText?]?, new: [SafeText?]?)
  private var link: SafeText?
  /// The position of the terminal's cursor; nil if terminals may differ.
  private var place: Frame.Place?
  /// The end of the cells that a terminal overwrites if it splits a cluster.
  private var overwrittenEnd = Frame.Place(x: 0, y: 0)

  /// Encodes the difference; without `old`, the screen is cleared, as after a resize.
  ///
  /// `above` is drawn last and may move the cursor. With `scrolls`, the terminal may scroll rows.
  package static func bytes(
    from old: Frame?, to new: Frame, above: Output = Output(), scrolls: Bool = true
  ) -> Output {
    let isSameSize =
      old?.canvas.width == new.canvas.width && old?.canvas.height == new.canvas.height
    var encoder = FrameEncoder(from: isSameSize ? old?.canvas : nil, to: new.canvas)
    encoder.encodeRows(scrolls: scrolls)
    encoder.draw(above)
    let hidesCursor = old == nil || old?.cursor != nil
    return encoder.finish(
      cursor: new.cursor, movesCursor: old?.cursor != new.cursor || !above.isEmpty,
      hidesCursor: hidesCursor)
  }

  private init(from old: Canvas?, to new: Canvas) {
    (self.old, self.new) = (old, new)
    links = (old.map { LinkCells(of: $0) } ?? LinkCells(), LinkCells(of: new))
    output.reserve(4_096)
  }

  private mutating func draw(_ above: Output) {
    guard !above.isEmpty else { return }
    take(.plain)
    take(link: nil)
    output.append(above)
    place = nil
  }

  private mutating func encodeRows(scrolls: Bool) {
    guard let old else {
      output.append("\u{1B}[0m\u{1B}[2J")
      for row in 0..<new.height { encode(row, over: nil) }
      return
    }
    let shift = scrolls ? RowShift.best(from: RowDigests(of: old), to: RowDigests(of: new)) : nil
    if let shift { move(shift) }
    for row in 0..<new.height { encode(row, over: shift.map { $0.source(of: row) } ?? row) }
  }

  /// Scrolls rows: DECSTBM sets margins, SU or SD (ECMA-48) scrolls, and DECSTBM resets the
  /// margins.
  private mutating func move(_ shift: RowShift) {
    control("r", shift.rows.lowerBound + 1, shift.rows.upperBound)
    control(shift.distance > 0 ? "S" : "T", abs(shift.distance))
    output.append("\u{1B}[r")
    place = nil
  }

  /// Writes the cells that differ from row `source` of the old frame; nil means a blank row.
  private mutating func encode(_ row: Int, over source: Int?) {
    let end = new.end(ofRow: row)
    rowLinks = (source.flatMap { links.old[$0] }, links.new[row])
    var column = 0
    while let first = firstDifference(in: row, from: column, over: source) {
      if first >= end {
        eraseRest(of: row, from: first)
        return
      }
      column = write(row, from: first, over: source)
    }
  }

  private func differs(_ column: Int, _ row: Int, over source: Int?) -> Bool {
    if column < overwrittenEnd.x, row == overwrittenEnd.y { return true }
    guard let source, let old else { return new[column, row] != .blank }
    if rowLinks.old?[column] != rowLinks.new?[column] { return true }
    return !new.matches(old, x: column, y: row, otherRow: source)
  }

  /// The next column that differs; for a wide glyph, its first cell.
  private func firstDifference(in row: Int, from start: Int, over source: Int?) -> Int? {
    var column = start
    while column < new.width {
      if differs(column, row, over: source) {
        while column > 0, new[column, row].content == .continuation { column -= 1 }
        return column
      }
      column += 1
    }
    return nil
  }

  /// The most equal cells that are written again, because moving the cursor would take more bytes.
  private static let widestBridge = 4

  /// Writes cells up to a longer run of equal ones; returns the column after the last written cell.
  private mutating func write(_ row: Int, from first: Int, over source: Int?) -> Int {
    var column = first
    var equal = 0
    var lookahead = first
    while lookahead < new.width, equal <= Self.widestBridge {
      if differs(lookahead, row, over: source) {
        equal = 0
        lookahead += 1
        while column < lookahead { column = put(column, row) }
        lookahead = column
      } else {
        equal += 1
        lookahead += 1
      }
    }
    return column
  }

  /// Writes one glyph and returns the column after it.
  private mutating func put(_ column: Int, _ row: Int) -> Int {
    let cell = new[column, row]
    if place != Frame.Place(x: column, y: row) { goTo(column, row) }
    take(cell.paint(after: paint))
    take(link: rowLinks.new?[column])
    let next = column + new.width(ofGlyphAt: column, row)
    switch cell.content {
    case .scalar(let scalar):
      output.append(scalar)
      // Terminals agree on the widths of letters, but not on those of all wide characters.
      place = next > column + 1 && next < new.width ? nil : Frame.Place(x: next, y: row)
    case .cluster(let cluster):
      let character = new.cluster(at: cluster)
      let scalars = character.unicodeScalars
      let parts = scalars.reduce(0) { $0 + CellWidth.of($1) }
      if next > column + (scalars.first.map(CellWidth.of) ?? 0) {
        // A terminal that counts only the first scalar would leave old content in the other cells.
        output.append(String(repeating: " ", count: next - column))
        place = nil
        goTo(column, row)
      }
      output.append(String(character))
      place = nil
      overwrittenEnd = Frame.Place(x: min(column + parts, new.width), y: row)
      // A multiplexer may count other cells than the outer terminal, and then move the cursor
      // relatively. The move to the corner prevents that.
      if parts > next - column { output.append("\u{1B}[H") }
    case .continuation:
      output.append(UInt8(ascii: " "))
      place = nil
    }
    // Terminals delay the wrap after the last column.
    if next >= new.width { place = nil }
    return next
  }

  private mutating func eraseRest(of row: Int, from column: Int) {
    if place != Frame.Place(x: column, y: row) { goTo(column, row) }
    // Terminals erase with the current background.
    take(.plain)
    take(link: nil)
    output.append("\u{1B}[K")
  }

  private mutating func goTo(_ column: Int, _ row: Int) {
    if let place, place.y == row, column > place.x {
      control("C", column - place.x)
    } else if column == 0 {
      control("H", row + 1)
    } else {
      control("H", row + 1, column + 1)
    }
    place = Frame.Place(x: column, y: row)
  }

  private mutating func take(_ paint: Paint) {
    guard paint != self.paint else { return }
    if paint == .plain {
      output.append("\u{1B}[0m")
    } else {
      output.append(PaintChange(from: self.paint, to: paint))
    }
    self.paint = paint
  }

  private mutating func take(link address: SafeText?) {
    if address != link { output.append(link: address) }
    link = address
  }

  private mutating func finish(
    cursor: Frame.Place?, movesCursor: Bool, hidesCursor: Bool
  ) -> Output {
    take(.plain)
    take(link: nil)
    guard !output.isEmpty || movesCursor else { return Output() }
    var whole = Output("\u{1B}[?2026h")
    whole.reserve(output.bytes.count + 64)
    if hidesCursor { whole.append("\u{1B}[?25l") }
    if let cursor {
      control("H", cursor.y + 1, cursor.x + 1)
      output.append("\u{1B}[?25h")
    }
    whole.append(output)
    whole.append("\u{1B}[?2026l")
    return whole
  }

  private mutating func control(_ end: String, _ first: Int, _ second: Int? = nil) {
    output.append("\u{1B}[")
    output.append(String(first))
    if let second {
      output.append(UInt8(ascii: ";"))
      output.append(String(second))
    }
    output.append(end)
  }
}

extension Canvas {
  /// Whether a cell looks like a cell of `other`; each canvas has its own cluster numbers.
  fileprivate func matches(_ other: Canvas, x: Int, y: Int, otherRow: Int) -> Bool {
    let (mine, theirs) = (self[x, y], other[x, otherRow])
    guard case .cluster(let place) = mine.content else { return mine == theirs }
    guard case .cluster(let otherPlace) = theirs.content, mine.paint == theirs.paint else {
      return false
    }
    return cluster(at: place) == other.cluster(at: otherPlace)
  }
}
