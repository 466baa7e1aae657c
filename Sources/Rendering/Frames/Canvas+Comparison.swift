/// What two frames have in common, cell by cell: a cluster is kept in a table of each canvas's own.
extension Canvas {
  /// Whether a cell looks the same as the one at another place of `other`.
  func matches(_ other: Canvas, x: Int, y: Int, otherRow: Int) -> Bool {
    let (mine, theirs) = (self[x, y], other[x, otherRow])
    guard case .cluster(let place) = mine.content else { return mine == theirs }
    guard case .cluster(let otherPlace) = theirs.content, mine.paint == theirs.paint else {
      return false
    }
    return cluster(at: place) == other.cluster(at: otherPlace)
  }

  /// A number for what some columns of a row show, 0 for nothing; different ones hardly ever share
  /// one.
  func digest(of columns: Range<Int>, inRow row: Int) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var isBlank = true
    for column in columns {
      let cell = self[column, row]
      isBlank = isBlank && cell.isBlank
      digest = (digest ^ cell.digest) &* 0x100_0000_01B3
      if case .cluster(let place) = cell.content {
        for scalar in cluster(at: place).unicodeScalars {
          digest = (digest ^ UInt64(scalar.value)) &* 0x100_0000_01B3
        }
      }
    }
    return isBlank ? 0 : digest
  }
}
