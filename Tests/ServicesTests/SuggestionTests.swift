import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite(.onEachEngine) struct SuggestionTests {
  @Test func `users are suggested by the number of shared follows`() throws {
    let fixture = try circle()
    #expect(try suggestions(in: fixture.network) == ["eve 2", "fay 1", "gus 1"])
    #expect(try fixture.network.follows.suggestionCount(for: "ana") == 3)
  }

  @Test(.tags(.ofFiles)) func `suggestions prefer followed users who follow few`() throws {
    let fixture = try crowd()
    let found = try fixture.network.follows.suggestions(for: "ana", PageRequest(limit: 9_999)).items
    #expect(try fixture.network.follows.suggestionCount(for: "ana") == found.count)
    #expect(found.map(\.sharedCount).reduce(0, +) == 3_000)
    let edges = Set(try fixture.raw().column(Self.handles))
    for suggestion in found {
      let handle = suggestion.profile.user.handle.text
      #expect(suggestion.via.count == min(3, suggestion.sharedCount))
      for source in suggestion.via {
        #expect(source != "u2" && edges.contains("\(source.text) \(handle)"))
      }
    }
  }

  @Test(.tags(.ofFiles)) func `following one user who follows thousands gives some suggestions`()
    throws
  {
    let fixture = try crowd()
    let found = try fixture.network.follows.suggestions(for: "u2000", PageRequest(limit: 9))
    #expect(found.items.map(\.via) == Array(repeating: ["u2"], count: 9))
    #expect(try fixture.network.follows.suggestionCount(for: "u2000") == 3_000)
  }

  @Test(.tags(.ofFiles)) func `followed users without follows do not use up the budget`() throws {
    let fixture = try many(
      following: """
        INSERT INTO follows SELECT 1, id, 1 FROM users WHERE id BETWEEN 2 AND 4000;
        INSERT INTO follows SELECT id, 4001, 1 FROM users WHERE id BETWEEN 3991 AND 4000;
        """)
    #expect(try suggestions(in: fixture.network) == ["u4001 10"])
  }

  private static let handles = """
    SELECT a.username || ' ' || b.username
    FROM follows AS f JOIN users AS a ON a.id = f.follower JOIN users AS b ON b.id = f.followee
    """

  /// A network in which ana follows u2 and a hundred others.
  ///
  /// u2 follows seven thousand users and u2000 follows u2. Each of the hundred follows sixty of the
  /// seven thousand.
  private func crowd() throws -> Fixture {
    try many(
      following: """
        INSERT INTO follows SELECT 1, id, 1 FROM users WHERE id BETWEEN 2 AND 102;
        INSERT INTO follows VALUES (2000, 2, 1);
        INSERT INTO follows SELECT 2, id, 1 FROM users WHERE id >= 3000;
        INSERT INTO follows SELECT a.id, b.id, 1 FROM users AS a JOIN users AS b
        ON b.id BETWEEN 3000 + a.id * 50 AND 3059 + a.id * 50 WHERE a.id BETWEEN 3 AND 102;
        """)
  }

  /// A network of ana, number 1, and u2 to u9999, with the follows of `statements`.
  private func many(following statements: String) throws -> Fixture {
    let fixture = try Fixture("ana")
    try fixture.raw().run(
      """
      WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < 9999)
      INSERT INTO users (id, username, name, bio, created_at, checksum)
      SELECT id, 'u' || id, '', '', 0, 0 FROM n;
      \(statements)
      UPDATE users SET following_count =
      (SELECT count(*) FROM follows WHERE follower = users.id)
      """)
    return fixture
  }

  /// A network in which ana follows bob and cem, bob follows eve and gus, cem follows eve and fay.
  private func circle() throws -> Fixture {
    let fixture = try Fixture("ana", "bob", "cem", "eve", "fay", "gus")
    try fixture.network.follow("ana", all: ["bob", "cem"])
    try fixture.network.follow("bob", all: ["ana", "eve", "gus"])
    try fixture.network.follow("cem", all: ["eve", "fay"])
    return fixture
  }

  /// The suggested handles with the number of shared follows.
  private func suggestions(in network: Network) throws -> [String] {
    try network.follows.suggestions(for: "ana", PageRequest(limit: 9)).items.map {
      "\($0.profile.user.handle.text) \($0.sharedCount)"
    }
  }
}
