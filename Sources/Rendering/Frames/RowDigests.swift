/// Numbers for what the pieces of each row show; different pieces hardly ever share one.
///
/// By pieces, because a row that moved may have been changed in a few of its cells as well.
struct RowDigests {
  private static let width = 16

  let height: Int
  private let perRow: Int
  private let digests: [UInt64]

  init(of canvas: Canvas) {
    height = canvas.height
    perRow = (canvas.width + Self.width - 1) / Self.width
    var digests: [UInt64] = []
    digests.reserveCapacity(height * perRow)
    for row in 0..<canvas.height {
      for start in stride(from: 0, to: canvas.width, by: Self.width) {
        let columns = start..<min(start + Self.width, canvas.width)
        digests.append(canvas.digest(of: columns, inRow: row))
      }
    }
    self.digests = digests
  }

  /// How many pieces of a row show something, and the same as those of a row of `other`.
  func matches(of row: Int, in other: RowDigests, row otherRow: Int) -> Int {
    let mine = digests.span.extracting(row * perRow..<(row + 1) * perRow)
    let theirs = other.digests.span.extracting(otherRow * perRow..<(otherRow + 1) * perRow)
    var count = 0
    for piece in mine.indices where mine[piece] == theirs[piece] && mine[piece] != 0 {
      count += 1
    }
    return count
  }
}
