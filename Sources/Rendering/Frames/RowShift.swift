internal import Model

/// A range of rows that the terminal scrolls, because most of them are in other rows of the screen.
struct RowShift: Equatable {
  /// The rows between the margins, including those that become blank.
  let rows: Range<Int>
  /// The number of rows to scroll up; negative for down.
  let distance: Int

  /// Scrolling must correct at least this many pieces to save bytes.
  private static let fewestPieces = 3

  /// The shift that corrects the most pieces, the shortest of equal ones; nil if none saves bytes.
  ///
  /// A shift may also move pieces that were right. Pieces are compared by digest: a collision only
  /// wastes bytes, because every row is compared afterwards.
  static func best(from old: RowDigests, to new: RowDigests) -> RowShift? {
    let still = (0..<new.height).map { new.matches(of: $0, in: old, row: $0) }
    // The number of unchanged pieces above each row.
    var above = [0]
    for count in still { above.append(above[above.count - 1] + count) }
    var best: RowShift?
    var most = fewestPieces - 1
    for distance in (1..<max(1, new.height)).flatMap({ [$0, -$0] }) {
      var (first, gain) = (0, Int.min)
      for row in max(0, -distance)..<new.height - max(0, distance) {
        let lostAbove = distance < 0 ? above[row] - above[row + distance] : 0
        // The shift can begin here, because the rows before gain nothing.
        if gain <= -lostAbove { (first, gain) = (row, -lostAbove) }
        gain += new.matches(of: row, in: old, row: row + distance) - still[row]
        let lostBelow = distance > 0 ? above[row + 1 + distance] - above[row + 1] : 0
        guard gain - lostBelow > most else { continue }
        most = gain - lostBelow
        best = RowShift(
          rows: min(first, first + distance)..<max(row + 1, row + 1 + distance),
          distance: distance)
      }
    }
    return best
  }

  /// The old row that a row shows after the shift; nil for a row that became blank.
  func source(of row: Int) -> Int? {
    guard rows.contains(row) else { return row }
    return rows.contains(row + distance) ? row + distance : nil
  }
}

/// Digests of pieces of each row.
///
/// A row has pieces because a moved row may also have changed in a few cells.
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

  /// The number of pieces that equal those of row `otherRow`, without blank ones.
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

extension Canvas {
  /// A digest of some columns of a row; 0 if they are blank.
  fileprivate func digest(of columns: Range<Int>, inRow row: Int) -> UInt64 {
    var digest = StableHash()
    var isBlank = true
    for column in columns {
      let cell = self[column, row]
      isBlank = isBlank && cell.isBlank
      digest.add(cell.digest)
      if case .cluster(let place) = cell.content {
        for scalar in cluster(at: place).unicodeScalars { digest.add(UInt64(scalar.value)) }
      }
    }
    return isBlank ? 0 : digest.value
  }
}
