import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests follows that one of their two trees lost or changed while all counts are right.
@Suite struct EdgeRepairTests {
  struct Edge: Hashable {
    let follower: Int
    let followee: Int
  }

  private static let users = ["ana", "bob", "carl", "dora", "eve", "fay"]

  @Test(arguments: 1...4)
  func `the rows are restored, or the file stays unchanged`(damages: Int) throws {
    var generator = SeededGenerator(seed: UInt64(damages))
    var (tried, repaired) = (0, 0)
    for _ in 0..<(FaultRun.isFull ? 150 : 30) {
      let edges = Self.edges(using: &generator)
      var (table, index) = (edges, edges)
      for _ in 0..<damages {
        if Bool.random(using: &generator) {
          Self.damage(&table, using: &generator)
        } else {
          Self.damage(&index, using: &generator)
        }
      }
      // Without another trace nothing shows whether the edge existed.
      guard edges.isSubset(of: table.union(index)), table.intersection(index).isSubset(of: edges)
      else { continue }
      tried += 1
      let folder = try Self.file(of: edges, table, index)
      let path = folder.file("net.db")
      let before = try folder.bytes(of: "net.db")
      let findings = try Network.open(at: path, patience: .ofTests).file.repair().findings
      let words: Comment = "\(edges) \(table) \(index) \(findings)"
      guard findings.contains(where: \.isRepaired) else {
        #expect(try folder.bytes(of: "net.db") == before, words)
        continue
      }
      #expect(try Self.edges(in: path) == edges, words)
      #expect(try RawDatabase(path).faults() == [], words)
      repaired += 1
    }
    print("torn follows: \(repaired) of \(tried) networks with \(damages) damages repaired")
    #expect(repaired > 0)
  }

  private static func edges(using generator: inout SeededGenerator) -> Set<Edge> {
    var edges: Set<Edge> = []
    while edges.count < 8 { edges.insert(edge(using: &generator)) }
    return edges
  }

  private static func edge(using generator: inout SeededGenerator) -> Edge {
    let ends = (1...users.count).shuffled(using: &generator)
    return Edge(follower: ends[0], followee: ends[1])
  }

  /// An edge is missing, added, changed, or has another or a missing user at one end.
  private static func damage(_ tree: inout Set<Edge>, using generator: inout SeededGenerator) {
    let order = tree.sorted { ($0.follower, $0.followee) < ($1.follower, $1.followee) }
    let old = order[Int.random(in: order.indices, using: &generator)]
    let new = edge(using: &generator)
    let others = (1...users.count + 1).filter { $0 != old.follower && $0 != old.followee }
    let other = others[Int.random(in: others.indices, using: &generator)]
    let kind = Int.random(in: 0..<5, using: &generator)
    if kind != 1 { tree.remove(old) }
    switch kind {
    case 0: break
    case 1, 2: tree.insert(new)
    case 3: tree.insert(Edge(follower: other, followee: old.followee))
    default: tree.insert(Edge(follower: old.follower, followee: other))
    }
  }

  private static func file(
    of edges: Set<Edge>, _ table: Set<Edge>, _ index: Set<Edge>
  ) throws -> TemporaryFolder {
    let folder: TemporaryFolder
    do {
      let fixture = try Fixture("ana", "bob", "carl", "dora", "eve", "fay")
      folder = fixture.folder
      for edge in edges {
        _ = try fixture.network.follow(users[edge.follower - 1], users[edge.followee - 1])
      }
    }
    let path = folder.file("net.db")
    try RawDatabase(path).run(filling(index))
    try RawDatabase.run(filling(table), on: path, behind: ["follows_by_followee"])
    return folder
  }

  private static func edges(in path: String) throws -> Set<Edge> {
    let rows = try RawDatabase(path).rows("SELECT follower, followee FROM follows")
    return Set(
      try rows.map {
        Edge(follower: try #require(Int($0[0])), followee: try #require(Int($0[1])))
      })
  }

  private static func filling(_ tree: Set<Edge>) -> String {
    "DELETE FROM follows; INSERT INTO follows VALUES "
      + tree.map { "(\($0.follower), \($0.followee), 1)" }.joined(separator: ", ")
  }
}
