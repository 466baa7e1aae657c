import Foundation
import Support
import Testing

/// Tests that a network on a server is refused whose schema is not the one of this version.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct ServerSchemaTests {
  private let server: PostgresServer
  private let url: String
  /// Acts as @alice; there are also @bob and a post by @bob.
  private let program: Program

  init() throws {
    server = try #require(PostgresServer.shared)
    url = try server.newDatabase()
    var program = try Program(database: url, now: "2026-05-01T12:00:00Z")
    try program.succeed("init")
    try server.distribute(url)
    try program.succeed("create-user", "alice", "bob")
    program.environment["PROFILECTL_USER"] = "alice"
    try program.succeed("--as", "bob", "post", "hello")
    self.program = program
  }

  private func expect(_ code: String, _ status: Int32, from line: String) throws {
    try Refusal.expect(code, status, from: program, line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("UPDATE profilectl.network SET version = 9", "database_newer", Int32(65)),
    ("UPDATE profilectl.network SET version = 0", "database_older", 65),
    ("UPDATE profilectl.network SET version = -1", "migration_unfinished", 65),
    ("REVOKE ALL ON ALL TABLES IN SCHEMA profilectl FROM net", "not_permitted", 77),
    ("ALTER ROLE net IN DATABASE NAME SET default_transaction_read_only = on", "read_only", 77),
  ])
  func `a network that can't be used is refused`(
    change: String, code: String, status: Int32
  ) throws {
    try server.run(change.replacing("NAME", with: server.name(of: url)), in: url)
    try expect(code, status, from: "post hello")
  }

  @Test(arguments: [
    ("ALTER TABLE profilectl.follows DROP CONSTRAINT follows_pkey", "follow bob"),
    ("ALTER TABLE profilectl.likes DROP CONSTRAINT likes_pkey", "like 1"),
    ("ALTER TABLE profilectl.handles DROP CONSTRAINT handles_pkey", "create-user carol"),
    ("ALTER TABLE profilectl.posts DROP CONSTRAINT posts_pkey", "post hello"),
    ("DROP INDEX profilectl.posts_by_repost", "repost 1"),
    ("DROP SEQUENCE profilectl.post_ids", "post hello"),
    ("DROP TABLE profilectl.mutes", "mute bob"),
    ("ALTER TABLE profilectl.mutes DROP at", "mute bob"),
    ("ALTER TABLE profilectl.mutes ALTER at TYPE text[] USING '{}'", "mute bob"),
  ])
  func `a deed that misses its table, column or key is refused`(
    change: String, line: String
  ) throws {
    try server.run(change, in: url)
    try expect("database_tampered", 65, from: line)
  }

  @Test(arguments: [
    "ALTER TABLE profilectl.users ADD COLUMN color text", "CREATE TABLE profilectl.pets (id int)",
    "CREATE VIEW profilectl.v AS SELECT 1", "DROP TABLE profilectl.mutes",
    "ALTER TABLE profilectl.users DROP CONSTRAINT users_slots_check",
    "ALTER TABLE profilectl.posts ENABLE ROW LEVEL SECURITY",
    "CREATE RULE r AS ON DELETE TO profilectl.posts DO INSTEAD NOTHING",
  ])
  func `every command refuses another outline of the schema`(change: String) throws {
    try server.run(change, in: url)
    try expect("database_tampered", 65, from: "timeline")
  }

  @Test(.disabled(if: PostgresServer.usesCitus, "Citus refuses triggers."))
  func `every command refuses a trigger`() throws {
    try server.run(
      """
      CREATE TRIGGER t BEFORE UPDATE ON profilectl.users FOR EACH ROW
      EXECUTE FUNCTION suppress_redundant_updates_trigger()
      """, in: url)
    try expect("database_tampered", 65, from: "timeline")
  }

  @Test(.disabled(if: PostgresServer.usesCitus, "All tables are compared there at each start."))
  func `a deed that an added unique index refuses reports damage`() throws {
    try server.run("CREATE UNIQUE INDEX ON profilectl.posts (author)", in: url)
    try expect("database_damaged", 65, from: "--as bob post again")
  }

  @Test(arguments: [
    "ALTER TABLE profilectl.users ADD COLUMN color text", "CREATE VIEW profilectl.v AS SELECT 1",
    "DROP TABLE profilectl.mutes", "ALTER TABLE profilectl.follows DROP CONSTRAINT follows_pkey",
    "ALTER TABLE profilectl.users DROP CONSTRAINT users_slots_check",
    "ALTER TABLE profilectl.posts ALTER text DROP NOT NULL",
    "DROP INDEX profilectl.posts_by_repost", "CREATE UNIQUE INDEX ON profilectl.posts (author)",
  ])
  func `commands for a whole network refuse another schema`(change: String) throws {
    try program.home.write("alice bob\n", to: "edges.txt")
    try server.run(change, in: url)
    for line in [
      "init", "doctor", "doctor --repair", "seed --users 2", "import edges.txt",
      "migrate \(url) town.db",
    ] {
      try expect("database_tampered", 65, from: line)
    }
  }
}
