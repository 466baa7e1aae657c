import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

@Suite struct SchemaTests {
  /// The migrations make a file; it is opened only with the constant schema.
  @Test func `the migrations make the expected schema`() throws {
    let fixture = try Fixture("ana")
    #expect(try fixture.another().users.count(nil, as: .nobody) == 1)
  }

  @Test(arguments: [
    "CREATE INDEX users_by_name ON users (name)", "DROP INDEX follows_by_followee",
    "ALTER TABLE users ADD COLUMN age INTEGER", "CREATE VIEW people AS SELECT * FROM users",
    """
    CREATE TRIGGER tamper AFTER INSERT ON follows BEGIN
      UPDATE users SET follower_count = 0;
    END
    """,
  ])
  func `any other schema is refused`(change: String) throws {
    let fixture = try Fixture("ana")
    try fixture.raw().run(change)
    #expect(throws: ServiceError.storage(.file(.tampered))) {
      try fixture.another().users.count(nil, as: .nobody)
    }
  }

  @Test(arguments: [
    "follows SET follower = followee", "users SET post_count = -1", "users SET username = ''",
    "posts SET private = 2", "posts SET at = 0", "posts SET id = 1", "posts SET at = 1",
    "users SET follower_count = 0.5", "posts SET text = x'00'", "users SET username = 'ana'",
    "likes SET post = 99", "likes SET liker = 99", "follows SET followee = 99",
    "posts SET author = 99", "flags SET reporter = 99",
  ])
  func `constraints of the file refuse invalid rows`(change: String) throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("ana", "bob")
    _ = try fixture.network.post("one", by: "ana", at: 1)
    _ = try fixture.network.post("two", by: "ana", at: 2)
    _ = try fixture.network.like("bob", 1)
    _ = try fixture.network.flag("bob", 1)
    let raw = try fixture.raw()
    try raw.run("PRAGMA foreign_keys = 1")
    let before = try raw.dump()
    #expect(throws: RawDatabase.Failure.self) { try raw.run("UPDATE \(change)") }
    #expect(try raw.dump() == before)
  }
}
