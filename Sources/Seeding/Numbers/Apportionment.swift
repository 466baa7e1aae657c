/// Divides a number of things among users or posts.
enum Apportionment {
  /// Shares in proportion to `weights`, at most `limit`, with the sum `total`.
  ///
  /// `total` must not exceed `limit` times the number of weights.
  static func shares(of total: Int, by weights: [UInt32], atMost limit: Int = .max) -> [UInt32] {
    let sum = weights.reduce(UInt64(0)) { $0 + UInt64($1) }
    var shares = [UInt32](repeating: 0, count: weights.count)
    guard sum > 0, total > 0 else { return shares }
    var weightBefore: UInt64 = 0
    var given = 0
    var excess = 0
    for index in weights.indices {
      weightBefore += UInt64(weights[index])
      let due = Int(
        sum.dividingFullWidth(weightBefore.multipliedFullWidth(by: UInt64(total)))
          .quotient)
      let share = min(due - given, limit)
      excess += due - given - share
      given = due
      shares[index] = UInt32(share)
    }
    spread(excess, over: &shares, atMost: limit)
    return shares
  }

  /// Adds the excess evenly to shares below the limit.
  private static func spread(_ excess: Int, over shares: inout [UInt32], atMost limit: Int) {
    var left = excess
    while left > 0 {
      let open = shares.count { Int($0) < limit }
      let portion = max(1, left / max(1, open))
      for index in shares.indices where left > 0 {
        let more = min(portion, limit - Int(shares[index]), left)
        shares[index] += UInt32(more)
        left -= more
      }
    }
  }

  /// The sum of the shares before each share, and the sum of all.
  static func starts(of shares: [UInt32]) -> [Int] {
    var starts = [0]
    starts.reserveCapacity(shares.count + 1)
    var sum = 0
    for share in shares {
      sum += Int(share)
      starts.append(sum)
    }
    return starts
  }
}
