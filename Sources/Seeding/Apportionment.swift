/// Dividing a number of things among people or posts, exactly.
enum Apportionment {
  /// Shares that add up to `total`, in proportion to `weights` and none above `limit`.
  ///
  /// There must be room: `total` is no more than `limit` for each.
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

  /// Gives away what was cut off, evenly to those who have room.
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

  /// Where each share begins when they lie one after the other, and where the last one ends.
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
