/// Lists of small integers by the number of their owner, in one array: the followees of each user,
/// or the posts of each author.
package struct AdjacencyList: Sendable {
  /// The start of each owner's range, and the end of the last one.
  private let starts: [Int]
  package let targets: [UInt32]

  init(starts: [Int], targets: [UInt32]) {
    self.starts = starts
    self.targets = targets
  }

  /// Groups the positions in `owners` by the owner there; all owners are below `count`.
  init(positionsIn owners: [UInt32], below count: Int) {
    starts = AdjacencyList.starts(for: owners, below: count)
    var places = starts
    var positions = [UInt32](repeating: 0, count: owners.count)
    for (position, owner) in owners.enumerated() {
      positions[places[Int(owner)]] = UInt32(position)
      places[Int(owner)] += 1
    }
    targets = positions
  }

  private static func starts(for owners: [UInt32], below count: Int) -> [Int] {
    var counts = [UInt32](repeating: 0, count: count)
    for owner in owners { counts[Int(owner)] += 1 }
    return Apportionment.starts(of: counts)
  }

  /// The positions in `targets` of an owner's list.
  package func range(of owner: Int) -> Range<Int> { starts[owner]..<starts[owner + 1] }

  package func degree(of owner: Int) -> Int { starts[owner + 1] - starts[owner] }

  /// The owners by target, in linear time; all targets must be owners.
  func reversed() -> AdjacencyList {
    let owners = starts.count - 1
    let starts = AdjacencyList.starts(for: targets, below: owners)
    var places = starts
    var sources = [UInt32](repeating: 0, count: targets.count)
    for source in 0..<owners {
      for edge in range(of: source) {
        let target = Int(targets[edge])
        sources[places[target]] = UInt32(source)
        places[target] += 1
      }
    }
    return AdjacencyList(starts: starts, targets: sources)
  }
}
