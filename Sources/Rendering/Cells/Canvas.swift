/// A grid of cells; drawing outside of it is clipped.
package struct Canvas: Sendable {
  package let width: Int
  package private(set) var height: Int
  private(set) var cells: [Cell]
  /// Clusters of several scalars, each once.
  private var clusters: [Character] = []
  private var clusterPlaces: [Character: Int] = [:]
  package private(set) var pictures: [PicturePlace] = []
  /// The columns at which another drawing begins.
  private(set) var boundaries: [ColumnBoundary] = []
  /// Later areas cover earlier ones.
  private(set) var clickTargets: [ClickArea] = []

  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// A canvas of rows of cells without clusters.
  init(width: Int, cells: [Cell]) {
    precondition(width > 0 && cells.count % width == 0, "rows of cells must be whole")
    self.width = width
    height = cells.count / width
    self.cells = cells
  }

  package internal(set) subscript(x: Int, y: Int) -> Cell {
    get { cells[y * width + x] }
    set { cells[y * width + x] = newValue }
  }

  /// Draws one line of text and returns the column after it.
  ///
  /// A wide character that is clipped leaves blanks.
  @discardableResult
  package mutating func draw(
    _ text: SafeText, x: Int, y: Int, _ paint: Paint = .plain
  ) -> Int {
    guard (0..<height).contains(y) else { return x + text.width }
    var column = x
    if text.isASCII {
      let end = x + text.string.utf8.count
      cutGlyphs(atEndsOf: x..<end, y)
      for byte in text.string.utf8 {
        if column >= 0, column < width {
          cells[y * width + column] = Cell(.scalar(Unicode.Scalar(byte)), paint)
        }
        column += 1
      }
      return end
    }
    for character in text.string {
      let wide = CellWidth.of(character)
      if wide > 0 { put(character, width: wide, x: column, y: y, paint) }
      column += wide
    }
    return column
  }

  /// Draws one line of text on the existing backgrounds, and returns the column after it.
  @discardableResult
  mutating func draw(
    _ text: SafeText, over x: Int, y: Int, _ ink: Color, _ flags: Paint.Flags = []
  ) -> Int {
    guard (0..<height).contains(y) else { return x + text.width }
    let row = cells[y * width..<(y + 1) * width].map(\.paint.background)
    let end = draw(text, x: x, y: y, Paint(ink, flags))
    for column in max(0, x)..<max(0, x, min(end, width)) {
      let cell = self[column, y]
      // Both halves of a wide glyph have the background of the first.
      let ground =
        cell.content == .continuation ? self[column - 1, y].paint.background : row[column]
      cells[y * width + column] = Cell(cell.content, Paint(ink, on: ground, flags))
    }
    return end
  }

  /// Repeats a glyph of one cell.
  package mutating func fill(
    x: Int, y: Int, width: Int, with glyph: SafeText = " ", _ paint: Paint = .plain
  ) {
    guard let character = glyph.string.first, (0..<height).contains(y) else { return }
    let cell = Cell(content(for: character), paint)
    let columns = max(0, x)..<max(0, x, min(x + width, self.width))
    cutGlyphs(atEndsOf: columns, y)
    for column in columns { cells[y * self.width + column] = cell }
  }

  /// Blanks the wide glyphs that cross an end of columns before these are overwritten.
  private mutating func cutGlyphs(atEndsOf columns: Range<Int>, _ y: Int) {
    if columns.isEmpty { return }
    put(.blank, x: columns.lowerBound, y: y)
    put(.blank, x: columns.upperBound - 1, y: y)
  }

  mutating func blank(x: Int, y: Int, on ground: Color) {
    put(Cell(.scalar(" "), Paint(on: ground)), x: x, y: y)
  }

  package mutating func draw(_ line: StyledLine, x: Int, y: Int, in traits: Traits) {
    var column = x
    for run in line.runs {
      let start = column
      column = draw(traits.words(run.text), x: column, y: y, run.style.paint(in: traits))
      if let target = run.target { mark(target, x: start, y: y, width: column - start) }
    }
  }

  /// Adds the click targets of a line that the caller draws in other colours.
  mutating func mark(_ line: StyledLine, x: Int, y: Int) {
    for (run, column) in line.placedRuns {
      if let target = run.target { mark(target, x: x + column, y: y, width: run.text.width) }
    }
  }

  /// Draws another canvas; a wide glyph that is cut at the edge becomes blanks.
  package mutating func draw(_ other: Canvas, x: Int, y: Int) {
    let (first, end) = (max(0, -x), min(other.width, width - x))
    guard first < end else { return }
    pictures += other.pictures.map { $0.moved(x: x, y: y) }
    boundaries += other.boundaries.map { $0.moved(x: x, y: y) }
    takeClickTargets(of: other, x: x, y: y)
    let places = other.clusters.map { content(for: $0) }
    for row in max(0, -y)..<max(0, -y, min(other.height, height - y)) {
      // Blanks wide glyphs that cross the edges of the area.
      put(.blank, x: x + first, y: y + row)
      put(.blank, x: x + end - 1, y: y + row)
      let (source, target) = (row * other.width, (y + row) * width + x)
      if places.isEmpty {
        copy(other, from: source + first, to: target + first, count: end - first)
      } else {
        for column in first..<end {
          let cell = other.cells[source + column]
          cells[target + column] =
            if case .cluster(let place) = cell.content { Cell(places[place], cell.paint) } else {
              cell
            }
        }
      }
      var cut = first
      while cut < end, other.cells[source + cut].content == .continuation {
        cells[target + cut] = Cell(.scalar(" "), other.cells[source + cut].paint)
        cut += 1
      }
      if other.isCut(end, row) {
        for column in max(first, other.start(ofGlyphAt: end - 1, row))..<end {
          cells[target + column] = Cell(.scalar(" "), other.cells[source + column].paint)
        }
      }
    }
  }

  /// Copies cells without clusters, which each canvas numbers differently.
  private mutating func copy(_ other: Canvas, from source: Int, to target: Int, count: Int) {
    let given = other.cells.span.extracting(source..<source + count)
    var taken = cells.mutableSpan
    for place in given.indices { taken[target + place] = given[place] }
  }

  package mutating func mark(_ target: ClickTarget, x: Int, y: Int, width: Int, height: Int = 1) {
    guard width > 0, height > 0 else { return }
    clickTargets.append(ClickArea(target: target, columns: x..<x + width, rows: y..<y + height))
  }

  /// The click targets at a cell, the topmost first.
  package func clickTargets(x: Int, y: Int) -> [ClickTarget] {
    clickTargets.reversed().filter { $0.contains(x: x, y: y) }.prefix { $0.target != nil }
      .compactMap(\.target)
  }

  /// Whether both canvases have the same click targets at the same places.
  package func hasClickTargets(of other: Canvas) -> Bool { clickTargets == other.clickTargets }

  private mutating func takeClickTargets(of other: Canvas, x: Int, y: Int) {
    if clickTargets.isEmpty, other.clickTargets.isEmpty { return }
    let whole = ClickArea(target: nil, columns: x..<x + other.width, rows: y..<y + other.height)
    if clickTargets.contains(where: whole.overlaps) { clickTargets.append(whole) }
    clickTargets += other.clickTargets.compactMap {
      $0.moved(x: x, y: y, width: width, height: height)
    }
  }

  /// Replaces each cell by one of the same width.
  mutating func replaceCells(_ replacement: (Cell) -> Cell) {
    for place in cells.indices { cells[place] = replacement(cells[place]) }
  }

  /// Replaces each cell of a part of a row by one of the same width.
  mutating func replaceCells(
    inRow row: Int, _ columns: Range<Int>, _ replacement: (Cell) -> Cell
  ) {
    guard (0..<height).contains(row) else { return }
    for column in columns.clamped(to: 0..<width) {
      cells[row * width + column] = replacement(self[column, row])
    }
  }

  /// Up to `count` rows, beginning with `first`.
  package func rows(from first: Int, count: Int) -> Canvas {
    var part = Canvas(width: width, height: min(count, height - first))
    part.draw(self, x: 0, y: -first)
    return part
  }

  package mutating func mark(_ picture: PicturePlace) {
    pictures.append(picture)
  }

  /// Marks a column at which another drawing begins, in all rows.
  mutating func markBoundary(at x: Int) {
    boundaries.append(ColumnBoundary(x: x, rows: 0..<height))
  }

  func width(ofGlyphAt x: Int, _ y: Int) -> Int {
    var end = x + 1
    while end < width, self[end, y].content == .continuation { end += 1 }
    return end - x
  }

  private func start(ofGlyphAt x: Int, _ y: Int) -> Int {
    var start = x
    while start > 0, self[start, y].content == .continuation { start -= 1 }
    return start
  }

  /// Whether a glyph extends across the left edge of a column.
  private func isCut(_ x: Int, _ y: Int) -> Bool {
    x < width && self[x, y].content == .continuation
  }

  private mutating func put(
    _ character: Character, width wide: Int, x: Int, y: Int, _ paint: Paint
  ) {
    if wide > 1 {
      for column in x..<x + wide { put(Cell(.scalar(" "), paint), x: column, y: y) }
      guard x >= 0, x + wide <= width, (0..<height).contains(y) else { return }
      let place = y * width + x
      cells[place] = Cell(content(for: character), paint)
      for rest in place + 1..<place + wide { cells[rest] = Cell(.continuation, paint) }
    } else {
      put(Cell(content(for: character), paint), x: x, y: y)
    }
  }

  private mutating func content(for character: Character) -> Cell.Content {
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.count == 1 { return .scalar(first) }
    if let place = clusterPlaces[character] { return .cluster(place) }
    clusters.append(character)
    clusterPlaces[character] = clusters.count - 1
    return .cluster(clusters.count - 1)
  }

  /// Sets one cell; a wide glyph that loses a part becomes blanks.
  private mutating func put(_ cell: Cell, x: Int, y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let place = y * width + x
    if cells[place].content == .continuation || isCut(x + 1, y) {
      let start = start(ofGlyphAt: x, y)
      for column in start..<start + width(ofGlyphAt: start, y) {
        cells[y * width + column] = Cell(.scalar(" "), self[column, y].paint)
      }
    }
    cells[place] = cell
  }

  /// The column after the last visible cell of a row.
  func end(ofRow row: Int) -> Int {
    var end = width
    while end > 0, self[end - 1, row].isBlank { end -= 1 }
    return end
  }

  func cluster(at place: Int) -> Character {
    clusters[place]
  }

  /// Nil for the continuation of a wide glyph.
  func character(of cell: Cell) -> Character? {
    switch cell.content {
    case .scalar(let scalar): Character(scalar)
    case .cluster(let place): clusters[place]
    case .continuation: nil
    }
  }
}

extension Canvas {
  /// One row for each line, cut to the width of the traits.
  package init(_ lines: [StyledLine], in traits: Traits) {
    self.init(width: traits.width, height: lines.count)
    for (row, line) in lines.enumerated() {
      draw(line.fitted(to: width, in: traits), x: 0, y: row, in: traits)
    }
  }

  /// Canvases below each other; the width is that of the widest.
  package init(stacked parts: [Canvas]) {
    self.init(
      width: parts.map(\.width).max() ?? 0, height: parts.reduce(0) { $0 + $1.height })
    var row = 0
    for part in parts {
      draw(part, x: 0, y: row)
      row += part.height
    }
  }

  /// Draws a frame inside the edges of a rectangle of at least two by two cells.
  package mutating func drawFrame(
    x: Int, y: Int, width: Int, height: Int, in traits: Traits, _ style: Style = .frame
  ) {
    let (glyphs, paint) = (traits.glyphs, style.paint(in: traits))
    let (right, bottom) = (x + width - 1, y + height - 1)
    for row in [y, bottom] {
      fill(x: x + 1, y: row, width: width - 2, with: glyphs.horizontal, paint)
    }
    if let side = glyphs.vertical.string.first.map({ Cell(content(for: $0), paint) }) {
      for row in y + 1..<max(y + 1, bottom) {
        put(side, x: x, y: row)
        put(side, x: right, y: row)
      }
    }
    draw(glyphs.topLeft, x: x, y: y, paint)
    draw(glyphs.topRight, x: right, y: y, paint)
    draw(glyphs.bottomLeft, x: x, y: bottom, paint)
    draw(glyphs.bottomRight, x: right, y: bottom, paint)
  }
}

/// A column where another drawing begins, over some rows.
///
/// The cells do not show it: there may be only one blank between the texts of two tiles.
package struct ColumnBoundary: Equatable, Sendable {
  let x: Int
  let rows: Range<Int>

  func moved(x: Int, y: Int) -> ColumnBoundary {
    ColumnBoundary(x: self.x + x, rows: rows.lowerBound + y..<rows.upperBound + y)
  }
}
