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
    switch (across, count) {
    case (1, 2): (back, front, mask) = (raster[x, y], raster[x, y + 1], 2)
    case (2, 4): fitQuarters(raster, x: x, y: y)
    default: fitAny(raster, x: x, y: y, across: across)
    }
  }

  /// The same as `fitAny`, which takes six times as long.
  ///
  /// The error is least where the averages of both parts lie farthest apart: of k out of n samples
  /// that add up to S, among all that add up to A, it falls by |nS − kA|² / nk(n − k).
  private mutating func fitQuarters(_ raster: Raster, x: Int, y: Int) {
    let (first, second) = (raster[x, y], raster[x + 1, y])
    let (third, fourth) = (raster[x, y + 1], raster[x + 1, y + 1])
    let all = first + second + third + fourth
    var (best, bestScore) = (0, Int32.min)
    @inline(__always)
    func weigh(_ set: Int, _ score: Int32) {
      if score > bestScore { (best, bestScore) = (set, score) }
    }
    @inline(__always)
    func score(ofOne sample: Sample) -> Int32 {
      (sample + sample + sample + sample - all).square
    }
    @inline(__always)
    func score(ofTwo sum: Sample) -> Int32 { 3 &* (sum + sum - all).square }
    weigh(1, score(ofOne: second))
    weigh(2, score(ofOne: third))
    weigh(3, score(ofTwo: second + third))
    weigh(4, score(ofOne: fourth))
    weigh(5, score(ofTwo: second + fourth))
    weigh(6, score(ofTwo: third + fourth))
    // Three against the first are the first against three.
    weigh(7, score(ofOne: first))
    var chosen = Sample()
    if best & 1 != 0 { chosen = chosen + second }
    if best & 2 != 0 { chosen = chosen + third }
    if best & 4 != 0 { chosen = chosen + fourth }
    let size = Int32(best.nonzeroBitCount)
    front = chosen.average(of: size)
    back = (all - chosen).average(of: 4 - size)
    mask = best << 1
  }

  private mutating func fitAny(_ raster: Raster, x: Int, y: Int, across: Int) {
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
