/// A Huffman code as RFC 1951 wants it: a length for each symbol, from which the bits follow.
struct PrefixCode {
  /// By symbol; 0 for one that doesn't occur.
  let lengths: [Int]
  /// By symbol, the first bit lowest.
  let bits: [Int]

  init(lengths: [Int]) {
    self.lengths = lengths
    var counts = [Int](repeating: 0, count: 17)
    for length in lengths where length > 0 { counts[length] += 1 }
    var next = [Int](repeating: 0, count: 17)
    for length in 1...16 { next[length] = (next[length - 1] + counts[length - 1]) << 1 }
    bits = lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[length] += 1 }
      return PrefixCode.reversed(next[length], length)
    }
  }

  /// The code that makes text of such frequencies short, with no symbol longer than `limit` bits.
  init(frequencies: [Int], limit: Int) {
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    var lengths = [Int](repeating: 0, count: frequencies.count)
    // A code of one symbol has a bit all the same: an inflater may insist on it.
    if symbols.count == 1 { lengths[symbols[0]] = 1 }
    if symbols.count > 1 {
      let depths = PrefixCode.depths(symbols.map { frequencies[$0] })
      var counts = PrefixCode.counts(of: depths, limit: limit)
      // The rarest symbols come first and get the longest codes.
      var length = limit
      for symbol in symbols {
        while counts[length] == 0 { length -= 1 }
        lengths[symbol] = length
        counts[length] -= 1
      }
    }
    self.init(lengths: lengths)
  }

  /// How many bits a text of such frequencies takes.
  func cost(_ frequencies: [Int]) -> Int {
    zip(frequencies, lengths).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The depth of each leaf in Huffman's tree over weights in ascending order.
  ///
  /// Joined nodes come out in ascending order too, so that two queues do for a heap.
  private static func depths(_ weights: [Int]) -> [Int] {
    let leaves = weights.count
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * leaves - 1)
    var (leaf, joined) = (0, leaves)
    func lightest() -> Int {
      if joined >= weights.count || leaf < leaves && weights[leaf] <= weights[joined] {
        leaf += 1
        return leaf - 1
      }
      joined += 1
      return joined - 1
    }
    for node in leaves..<(2 * leaves - 1) {
      let (first, second) = (lightest(), lightest())
      weights.append(weights[first] + weights[second])
      parents[first] = node
      parents[second] = node
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in parents.indices.dropLast().reversed() { depths[node] = depths[parents[node]] + 1 }
    return Array(depths.prefix(leaves))
  }

  /// How many codes have each length, when none may be longer than `limit`.
  private static func counts(of depths: [Int], limit: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: limit + 1)
    for depth in depths { counts[min(depth, limit)] += 1 }
    var taken = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
    // Cutting deep codes off took more room than there is; a shorter code makes way for two.
    while taken > 1 << limit {
      counts[limit] -= 1
      if let shorter = (1..<limit).last(where: { counts[$0] > 0 }) {
        counts[shorter] -= 1
        counts[shorter + 1] += 2
      }
      taken -= 1
    }
    return counts
  }

  private static func reversed(_ bits: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 << 1 | (bits >> $1 & 1) }
  }
}
