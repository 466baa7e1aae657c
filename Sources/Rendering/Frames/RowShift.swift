/// A stretch of rows that a terminal can move up or down by itself, because much of what they show
/// is there already, only elsewhere.
struct RowShift: Equatable {
  /// The rows that take part, those that come in empty among them.
  let rows: Range<Int>
  /// By how many rows what is shown moves up; below 0, down.
  let distance: Int

  /// Moving costs more than it saves if no more pieces of rows come right by it.
  private static let fewestPieces = 3

  /// The shift that puts the most pieces right that are not right yet; nil if none is worth it.
  ///
  /// Pieces are told by digests: a wrong guess costs bytes and never a wrong screen, for every row is
  /// compared afterwards. Both frames have rows of as many pieces each.
  static func best(from old: RowDigests, to new: RowDigests) -> RowShift? {
    let still = (0..<new.height).map { new.matches(of: $0, in: old, row: $0) }
    var best: RowShift?
    var most = fewestPieces - 1
    for distance in 1 - new.height..<new.height where distance != 0 {
      var first = max(0, -distance)
      var gain = 0
      for row in first..<new.height - max(0, distance) {
        gain += new.matches(of: row, in: old, row: row + distance) - still[row]
        if gain > most {
          most = gain
          best = RowShift(
            rows: min(first, first + distance)..<max(row + 1, row + 1 + distance),
            distance: distance)
        } else if gain <= 0 {
          // What comes before is better left where it is.
          (first, gain) = (row + 1, 0)
        }
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
