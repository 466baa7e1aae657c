/// Finds the two colours, and the samples of a cell to show in each, that come nearest to a
/// picture.
///
/// Of all ways to part the samples, the one with the least squared error when each part has its
/// average.
struct TwoColors {
  /// The sums of the colours of each set of samples but the first, by the set's bits.
  private var sums: ContiguousArray<Sample>
  private let count: Int
  /// The samples in front, one bit for each; never the first one.
  private(set) var mask = 0
  private(set) var front = Sample()
  private(set) var back = Sample()

  /// For cells of two to six samples.
  init(samples count: Int) {
    self.count = count
    sums = ContiguousArray(repeating: Sample(), count: 1 << (count - 1))
  }

  /// Weights that turn the square of a sum into sixty times the square of its average, by how many.
  private static let shares: ContiguousArray<Int32> = [0, 60, 30, 20, 15, 12, 10]

  /// `samples` in rows from the top.
  mutating func fit(_ raster: Raster, x: Int, y: Int, across: Int) {
    let first = raster[x, y]
    var all = first
    var (column, row) = (1, 0)
    for bit in 0..<count - 1 {
      if column == across { (column, row) = (0, row + 1) }
      let sample = raster[x + column, y + row]
      all = all + sample
      let half = 1 << bit
      sums[half] = sample
      for set in 1..<max(1, half) { sums[half + set] = sums[set] + sample }
      column += 1
    }
    choose(all)
  }

  private mutating func choose(_ all: Sample) {
    var (best, bestScore) = (1, Int32.min)
    for set in 1..<1 << (count - 1) {
      let size = set.nonzeroBitCount
      let (inside, outside) = (sums[set], all - sums[set])
      let score =
        inside.square &* TwoColors.shares[size] &+ outside.square &* TwoColors.shares[count - size]
      if score > bestScore { (best, bestScore) = (set, score) }
    }
    front = sums[best].average(of: Int32(best.nonzeroBitCount))
    back = (all - sums[best]).average(of: Int32(count - best.nonzeroBitCount))
    mask = best << 1
  }
}
