/// A stretch of rows that a terminal can move up or down by itself, because much of what they show
/// is there already, only elsewhere.
struct RowShift: Equatable {
  /// The rows that take part, those that come in empty among them.
  let rows: Range<Int>
  /// By how many rows what is shown moves up; below 0, down.
  let distance: Int

  /// Moving costs more than it saves if fewer pieces than this come right by it.
  private static let fewestPieces = 3

  /// The shift that puts the most pieces right that are not right yet, the nearest of equal ones;
  /// nil if none is worth it.
  ///
  /// What stands still is lost where rows move, and where they come in empty. Pieces are told by
  /// digests: a wrong guess costs bytes and never a wrong screen, for every row is compared
  /// afterwards. Both frames have rows of as many pieces each.
  static func best(from old: RowDigests, to new: RowDigests) -> RowShift? {
    let still = (0..<new.height).map { new.matches(of: $0, in: old, row: $0) }
    // How many pieces stand still above each row.
    var above = [0]
    for count in still { above.append(above[above.count - 1] + count) }
    var best: RowShift?
    var most = fewestPieces - 1
    for distance in (1..<max(1, new.height)).flatMap({ [$0, -$0] }) {
      var (first, gain) = (0, Int.min)
      for row in max(0, -distance)..<new.height - max(0, distance) {
        let lostAbove = distance < 0 ? above[row] - above[row + distance] : 0
        // What comes before is better left where it is.
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

  /// Which of the old rows a row shows after the shift; nil where it came in empty.
  func source(of row: Int) -> Int? {
    guard rows.contains(row) else { return row }
    return rows.contains(row + distance) ? row + distance : nil
  }
}
