/// Lists of small integers in one array, by owner: the followees of each user, or the posts of each
/// author.
package struct AdjacencyList: Sendable {
  /// The start of the range of each owner, and the end of the last one.
  private let starts: [Int]
  package let targets: [UInt32]

  init(starts: [Int], targets: [UInt32]) {
    (self.starts, self.targets) = (starts, targets)
  }

  /// Groups the positions in `owners` by owner; all owners must be below `count`.
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

  /// The positions in `targets` of the list of an owner.
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
