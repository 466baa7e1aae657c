/// The bytes that turn what a terminal shows into another frame.
///
/// What it shows is known, for nobody else draws on it; nothing is asked of it. Each answer begins
/// and ends with the plain paint, and is one synchronized update: terminals that know of it show
/// all of it at once, and others pass over the marks.
package struct FrameEncoder {
  private let old: Canvas?
  private let new: Canvas
  private var output = Output()
  private var paint = Paint.plain
  /// Where the terminal writes next; nil where that depends on the terminal.
  private var place: Frame.Place?
  /// How far a terminal may have written that takes a picture for all the scalars it is made of.
  private var spill = Frame.Place(x: 0, y: 0)

  /// Nil for `old` stands for a screen that may show anything, as after a change of its size.
  package static func bytes(from old: Frame?, to new: Frame) -> Output {
    let isSameSize =
      old?.canvas.width == new.canvas.width && old?.canvas.height == new.canvas.height
    var encoder = FrameEncoder(from: isSameSize ? old?.canvas : nil, to: new.canvas)
    encoder.encodeRows()
    let hidesCursor = old == nil || old?.cursor != nil
    return encoder.finish(
      cursor: new.cursor, movesCursor: old?.cursor != new.cursor, hidesCursor: hidesCursor)
  }

  private init(from old: Canvas?, to new: Canvas) {
    self.old = old
    self.new = new
    output.reserve(4_096)
  }

  private mutating func encodeRows() {
    guard let old else {
      output.append("\u{1B}[0m\u{1B}[2J")
      for row in 0..<new.height { encode(row, over: nil) }
      return
    }
    let shift = RowShift.best(from: RowDigests(of: old), to: RowDigests(of: new))
    if let shift { move(shift) }
    for row in 0..<new.height { encode(row, over: shift.map { $0.source(of: row) } ?? row) }
  }

  /// Lets the terminal move rows: DECSTBM, then SU or SD of ECMA-48, then no margins again.
  private mutating func move(_ shift: RowShift) {
    control("r", shift.rows.lowerBound + 1, shift.rows.upperBound)
    control(shift.distance > 0 ? "S" : "T", abs(shift.distance))
    output.append("\u{1B}[r")
    place = nil
  }

  /// Writes the cells of a row that differ from the old row it lies over; nil for blanks.
  private mutating func encode(_ row: Int, over source: Int?) {
    let end = new.end(ofRow: row)
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
    if column < spill.x, row == spill.y { return true }
    guard let source, let old else { return new[column, row] != .blank }
    return !new.matches(old, x: column, y: row, otherRow: source)
  }

  /// The first column to write from; a wide glyph is written as a whole.
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

  /// Equal cells between two that differ are written too, where that is shorter than going around.
  private static let widestBridge = 4

  /// Writes until a stretch of equal cells, and answers the column it stopped at.
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

  /// Writes one glyph and answers the column behind it.
  private mutating func put(_ column: Int, _ row: Int) -> Int {
    let cell = new[column, row]
    if place != Frame.Place(x: column, y: row) { goTo(column, row) }
    take(cell.paint)
    let next = column + new.width(ofGlyphAt: column, row)
    switch cell.content {
    case .scalar(let scalar):
      output.append(scalar)
      // Terminals agree about letters, but not about all that is wide.
      place = next > column + 1 && next < new.width ? nil : Frame.Place(x: next, y: row)
    case .cluster(let cluster):
      let character = new.cluster(at: cluster)
      let scalars = character.unicodeScalars
      let parts = scalars.reduce(0) { $0 + CellWidth.of($1) }
      if next > column + (scalars.first.map(CellWidth.of) ?? 0) {
        // A terminal that takes cells for the first sign alone, as for a letter whose vowel sign
        // has none there, would leave what stood in the others.
        output.append(String(repeating: " ", count: next - column))
        place = nil
        goTo(column, row)
      }
      output.append(String(character))
      place = nil
      spill = Frame.Place(x: min(column + parts, new.width), y: row)
      // A multiplexer that counts other cells than the terminal it is shown on would go on from
      // here by steps; from the corner it can't go wrong.
      if parts > next - column { output.append("\u{1B}[H") }
    case .continuation:
      output.append(UInt8(ascii: " "))
      place = nil
    }
    // In the last column a terminal waits before it goes on.
    if next >= new.width { place = nil }
    return next
  }

  private mutating func eraseRest(of row: Int, from column: Int) {
    if place != Frame.Place(x: column, y: row) { goTo(column, row) }
    // What is erased takes the background that is set: ECMA-48 leaves it open, terminals do it.
    take(.plain)
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

  private mutating func finish(
    cursor: Frame.Place?, movesCursor: Bool, hidesCursor: Bool
  ) -> Output {
    take(.plain)
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

  /// Writes a control sequence with one or two numbers.
  private mutating func control(_ end: String, _ first: Int, _ second: Int? = nil) {
    output.append("\u{1B}[")
    output.append(decimal: first)
    if let second {
      output.append(UInt8(ascii: ";"))
      output.append(decimal: second)
    }
    output.append(end)
  }
}
