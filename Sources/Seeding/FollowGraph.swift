/// Who follows whom: each follower's followees in order, all in one array of small integers.
package struct FollowGraph: Sendable {
  /// Where each follower's stretch begins, and where the last one ends.
  package private(set) var starts: [Int]
  package private(set) var targets: [UInt32]

  init(starts: [Int], targets: [UInt32]) {
    self.starts = starts
    self.targets = targets
  }

  var users: Int { starts.count - 1 }
  var edges: Int { targets.count }

  package func range(of user: Int) -> Range<Int> { starts[user]..<starts[user + 1] }

  package func degree(of user: Int) -> Int { starts[user + 1] - starts[user] }

  /// The same edges seen from the other end, in linear time.
  func reversed() -> FollowGraph {
    var degrees = [UInt32](repeating: 0, count: users)
    for target in targets { degrees[Int(target)] += 1 }
    let starts = Apportionment.starts(of: degrees)
    var places = starts
    var sources = [UInt32](repeating: 0, count: edges)
    for source in 0..<users {
      for edge in range(of: source) {
        let target = Int(targets[edge])
        sources[places[target]] = UInt32(source)
        places[target] += 1
      }
    }
    return FollowGraph(starts: starts, targets: sources)
  }
}
