extension Canvas {
  /// The canvas as lines that survive a pager, a pipe, copy and paste.
  ///
  /// No blanks at the ends, no cursor movement, at most one reset a line, and no escape sequence
  /// where nothing is painted.
  package var output: Output {
    var output = Output()
    output.reserve(width * height + height + painted * Canvas.usualPaint)
    // Enough for a row, whatever is in it; clusters go straight to the output.
    var room = [UInt8](repeating: 0, count: (PaintChange.longest + Canvas.longestScalar) * width)
    for row in 0..<height {
      write(row, to: &output, by: &room)
      output.appendNewline()
    }
    return output
  }

  /// How many cells are likely to begin with a sequence of their own.
  private var painted: Int {
    cells.reduce(0) { $1.hasGround ? $0 + 1 : $0 }
  }

  /// What photographs come to.
  ///
  /// Room that is not used is not touched, and costs nothing; room that grows is copied, which for
  /// nine pictures took a millisecond.
  private static let usualPaint = 36

  /// In UTF-8.
  private static let longestScalar = 4

  private func write(_ row: Int, to output: inout Output, by room: inout [UInt8]) {
    var paint = Paint.plain
    var column = 0
    let end = end(ofRow: row)
    while column < end {
      var place = 0
      let cluster = write(
        row, from: &column, upTo: end, &paint, to: room.mutableSpan, endingAt: &place)
      output.append(room[..<place])
      if let cluster { output.append(String(self.cluster(at: cluster))) }
    }
    if paint != .plain { output.append("\u{1B}[0m") }
  }

  /// Writes cells up to a cluster, which is the answer, or to the end of the row.
  private func write(
    _ row: Int, from column: inout Int, upTo end: Int, _ paint: inout Paint,
    to room: consuming MutableSpan<UInt8>, endingAt place: inout Int
  ) -> Int? {
    while column < end {
      let cell = self[column, row]
      column += 1
      let content = cell.content
      if content == .continuation { continue }
      if cell.paint != paint, !(cell.isBlank && paint.leavesBlanksBlank) {
        place = PaintChange(from: paint, to: cell.paint).write(to: &room, at: place)
        paint = cell.paint
      }
      switch content {
      case .scalar(let scalar): place = Canvas.write(scalar, to: &room, at: place)
      case .cluster(let cluster): return cluster
      case .continuation: break
      }
    }
    return nil
  }

  /// UTF-8, RFC 3629, section 3.
  @inline(__always)
  private static func write(
    _ scalar: Unicode.Scalar, to room: inout MutableSpan<UInt8>, at place: Int
  ) -> Int {
    func tail(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: scalar.value >> shift & 0x3F | 0x80)
    }
    func head(_ shift: UInt32, _ mark: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: scalar.value >> shift | mark)
    }
    switch scalar.value {
    case 0..<0x80:
      room[place] = UInt8(truncatingIfNeeded: scalar.value)
      return place + 1
    case 0x80..<0x800:
      room[place] = head(6, 0xC0)
      room[place + 1] = tail(0)
      return place + 2
    case 0x800..<0x1_0000:
      room[place] = head(12, 0xE0)
      room[place + 1] = tail(6)
      room[place + 2] = tail(0)
      return place + 3
    default:
      room[place] = head(18, 0xF0)
      room[place + 1] = tail(12)
      room[place + 2] = tail(6)
      room[place + 3] = tail(0)
      return place + 4
    }
  }
}
