/// A stretch of rows that a terminal can move up or down by itself, because what they show is there
/// already, only elsewhere.
struct RowShift: Equatable {
  /// The rows that take part, those that come in empty among them.
  let rows: Range<Int>
  /// By how many rows what is shown moves up; below 0, down.
  let distance: Int

  /// Moving fewer rows than this costs more than it saves.
  private static let fewestRows = 3

  /// The shift that puts the most rows right that are not right yet; nil if none is worth it.
  ///
  /// Rows are told by digests: a wrong guess costs bytes and never a wrong screen, for every row is
  /// compared afterwards.
  static func best(from old: [UInt64], to new: [UInt64]) -> RowShift? {
    var best: RowShift?
    var most = fewestRows - 1
    for distance in 1 - new.count..<new.count where distance != 0 {
      var first = max(0, -distance)
      let end = new.count - max(0, distance)
      while first < end {
        var next = first
        var gain = 0
        while next < end, new[next] == old[next + distance] {
          gain += new[next] == old[next] ? 0 : 1
          next += 1
        }
        if gain > most {
          most = gain
          best = RowShift(
            rows: min(first, first + distance)..<max(next, next + distance), distance: distance)
        }
        first = next + 1
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
