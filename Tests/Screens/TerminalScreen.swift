/// A terminal emulator with enough of ECMA-48 to check drawings.
///
/// It follows the standard, not the program's output, and fails the test at unknown sequences.
package struct TerminalScreen {
  package struct Cell: Equatable {
    /// Empty for the continuation of a wide glyph.
    package var glyph: String
    /// The SGR parameters in effect, in a fixed order.
    package var rendition: [String]

    static let blank = Cell(glyph: " ", rendition: [])

    /// The cell as it looks: a blank has no colour or weight of a letter.
    var visible: Cell {
      let shown = rendition.filter {
        ["4", "7"].contains($0) || $0.hasPrefix("4") || $0.hasPrefix("10")
      }
      return glyph == " " ? Cell(glyph: glyph, rendition: shown) : self
    }
  }

  package let columns: Int
  package private(set) var rows: [[Cell]]
  package private(set) var cursor: (x: Int, y: Int) = (0, 0)
  package private(set) var showsCursor = true
  /// Sequences of private modes in the order received, such as `?2026h`.
  package private(set) var modes: [String] = []
  private var margins: Range<Int>
  private var rendition = Rendition()
  private let width: (Character) -> Int

  /// `width` returns the cells of a character on this terminal.
  package init(columns: Int, rows: Int, width: @escaping (Character) -> Int) {
    self.columns = columns
    self.rows = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    self.width = width
    margins = 0..<rows
  }

  /// The first cell that looks different on another screen; nil if all look equal.
  package func difference(from other: TerminalScreen) -> String? {
    for (y, (mine, theirs)) in zip(rows, other.rows).enumerated() {
      for (x, (cell, expected)) in zip(mine, theirs).enumerated()
      where cell.visible != expected.visible {
        return "column \(x), row \(y): \(cell) and not \(expected)"
      }
    }
    return nil
  }

  package mutating func feed(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let first = rest.first {
      if rest.hasPrefix("\u{1B}[") {
        let body = rest.dropFirst(2)
        guard let end = body.firstIndex(where: { ("@"..."~").contains($0) }) else {
          preconditionFailure("A sequence without an end: \(body.prefix(20))")
        }
        carryOut(String(body[..<end]), body[end])
        rest = body[body.index(after: end)...]
      } else if rest.hasPrefix("\u{1B}_") || rest.hasPrefix("\u{1B}]") {
        // A question to the terminal, or a picture over the cells.
        let string = rest.firstRange(of: "\u{1B}\\")
        rest = rest[(string?.upperBound ?? rest.endIndex)...]
      } else {
        rest = rest.dropFirst()
        take(first)
      }
    }
  }

  private mutating func take(_ character: Character) {
    switch character {
    case "\n", "\r\n": cursor = (0, min(cursor.y + 1, rows.count - 1))
    case "\r": cursor.x = 0
    default:
      let cells = width(character)
      precondition(cursor.x + cells <= columns, "written past the last column")
      put(Cell(glyph: String(character), rendition: rendition.codes))
      for _ in 1..<max(1, cells) { put(Cell(glyph: "", rendition: rendition.codes)) }
    }
  }

  private mutating func put(_ cell: Cell) {
    let (x, y) = cursor
    // Overwriting one cell of a wide glyph blanks its other cells.
    if !cell.glyph.isEmpty {
      var start = x
      while start > 0, rows[y][start].glyph.isEmpty { start -= 1 }
      if start < x { rows[y][start].glyph = " " }
      for column in start + 1..<max(start + 1, x) { rows[y][column].glyph = " " }
    }
    var rest = x + 1
    while rest < columns, rows[y][rest].glyph.isEmpty {
      rows[y][rest].glyph = " "
      rest += 1
    }
    rows[y][x] = cell
    cursor.x += 1
  }

  private mutating func carryOut(_ parameters: String, _ end: Character) {
    if parameters.hasPrefix("?") {
      modes.append(parameters + String(end))
      if parameters == "?25" { showsCursor = end == "h" }
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    func number(_ place: Int) -> Int { place < numbers.count ? max(1, numbers[place]) : 1 }
    switch end {
    case "c": break
    case "H": cursor = (number(1) - 1, number(0) - 1)
    case "C": cursor.x = min(cursor.x + number(0), columns - 1)
    case "K":
      for x in cursor.x..<columns { erase(x, cursor.y) }
    case "J" where parameters == "2":
      for y in rows.indices { for x in 0..<columns { erase(x, y) } }
    case "J" where parameters.isEmpty:
      for x in cursor.x..<columns { erase(x, cursor.y) }
      for y in cursor.y + 1..<max(cursor.y + 1, rows.count) {
        for x in 0..<columns { erase(x, y) }
      }
    case "r":
      margins = parameters.isEmpty ? rows.indices : number(0) - 1..<number(1)
      cursor = (0, 0)
    case "S": scroll(by: number(0))
    case "T": scroll(by: -number(0))
    case "m": rendition.apply(parameters)
    default: preconditionFailure("unknown sequence \(parameters)\(end)")
    }
  }

  private mutating func erase(_ x: Int, _ y: Int) {
    rows[y][x] = Cell(glyph: " ", rendition: rendition.background)
  }

  private mutating func scroll(by distance: Int) {
    let before = rows
    for y in margins {
      let empty = Array(
        repeating: Cell(glyph: " ", rendition: rendition.background), count: columns)
      rows[y] = margins.contains(y + distance) ? before[y + distance] : empty
    }
  }
}
