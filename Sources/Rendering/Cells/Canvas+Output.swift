extension Canvas {
  /// The canvas as lines that survive a pager, a pipe, copy and paste.
  ///
  /// No blanks at the ends, no cursor movement, at most one reset a line, and no escape sequence
  /// where nothing is painted.
  package var output: Output {
    var output = Output()
    output.reserve(width * height + height)
    for row in 0..<height { write(row, to: &output) }
    return output
  }

  private func write(_ row: Int, to output: inout Output) {
    var paint = Paint.plain
    for column in 0..<end(ofRow: row) {
      let cell = self[column, row]
      let content = cell.content
      if content == .continuation { continue }
      if cell.paint != paint, !(cell.isBlank && paint.leavesBlanksBlank) {
        PaintChange(from: paint, to: cell.paint).write(to: &output)
        paint = cell.paint
      }
      switch content {
      case .scalar(let scalar): output.append(scalar)
      case .cluster(let place): output.append(String(cluster(at: place)))
      case .continuation: break
      }
    }
    if paint != .plain { output.append("\u{1B}[0m") }
    output.appendNewline()
  }
}
