import Foundation
import Support
import Testing

/// Tests the program on a network of a PostgreSQL server.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct ServerTests {
  private let server: PostgresServer
  private let url: String
  private var program: Program

  init() throws {
    server = try #require(PostgresServer.shared)
    url = try server.newDatabase()
    program = try Program(database: url, now: "2026-05-01T12:00:00Z")
  }

  private func town() throws -> Program {
    try program.succeed("init")
    try program.succeed("create-user", "alice", "bob")
    var program = program
    program.environment["PROFILECTL_USER"] = "alice"
    return program
  }

  private func refusal(
    _ code: String, _ status: Int32, _ words: String..., by program: Program
  ) throws -> Refusal? {
    try Refusal.expect(code, status, from: program, words)
  }

  @Test func `init creates a network once, and no other command does`() throws {
    #expect(try refusal("database_missing", 66, "users", by: program)?.hint == "profilectl init")
    _ = try refusal("database_missing", 66, "create-user", "alice", by: program)
    #expect(try program.succeed("init").contains("Made"))
    #expect(try program.succeed("init").contains("Already there"))
    #expect(try program.succeed("create-user", "alice") == "alice\tcreated\n")
  }

  @Test func `a schema of another program is left alone`() throws {
    try server.run(
      "CREATE SCHEMA profilectl; CREATE TABLE profilectl.eggs (n int); GRANT USAGE ON SCHEMA profilectl TO net",
      in: url)
    _ = try refusal("database_foreign", 65, "users", by: program)
    _ = try refusal("database_foreign", 65, "init", by: program)
  }

  @Test(arguments: [
    ("ALTER TABLE profilectl.users ADD COLUMN color text", "database_tampered", Int32(65)),
    ("CREATE VIEW profilectl.v AS SELECT 1 AS one", "database_tampered", 65),
    ("UPDATE profilectl.network SET version = 9", "database_newer", 65),
    ("UPDATE profilectl.network SET version = 0", "database_older", 65),
    ("UPDATE profilectl.network SET version = -1", "migration_unfinished", 65),
    ("DROP TABLE profilectl.mutes", "database_tampered", 65),
    ("REVOKE ALL ON ALL TABLES IN SCHEMA profilectl FROM net", "not_permitted", 77),
    ("ALTER ROLE net IN DATABASE NAME SET default_transaction_read_only = on", "read_only", 77),
  ])
  func `a network that can't be used is refused`(
    change: String, code: String, status: Int32
  ) throws {
    let program = try town()
    let name = try #require(URL(string: url)?.lastPathComponent)
    try server.run(change.replacing("NAME", with: name), in: url)
    _ = try refusal(code, status, "follow", "bob", by: program)
  }

  @Test func `a server that is not there is unreachable`() throws {
    var program = program
    for url in ["postgres://net@/x?host=/nowhere", "postgres://net@127.0.0.1:1/x"] {
      program.environment["PROFILECTL_DB"] = url
      _ = try refusal("server_unreachable", 74, "users", "--wait", "1", by: program)
    }
    program.environment["PROFILECTL_DB"] = server.url(of: "nowhere")
    _ = try refusal("database_missing", 66, "users", by: program)
    _ = try refusal("database_missing", 66, "init", by: program)
  }

  @Test(arguments: ["postgres://net:s3cret@localhost/x", "postgres://net:s3c@ret@localhost/x"])
  func `a password in an argument is refused and never printed`(url: String) throws {
    for words in [
      ["--db", url, "users"], ["--db", url, "users", "--json"], ["migrate", url, "x.db"],
    ] {
      let answer = try program.run(words)
      #expect(answer.status == 64)
      #expect(!(answer.stdout + answer.stderr).contains("s3c"))
    }
    var program = program
    program.environment["PROFILECTL_DB"] = url.replacing("localhost", with: "127.0.0.1:1")
    let answer = try program.run("users", "--wait", "0")
    #expect([74, 78].contains(answer.status))
    #expect(!(answer.stdout + answer.stderr).contains("s3c"))
  }

  @Test func `a bad URL in the environment is bad configuration`() throws {
    var program = program
    program.environment["PROFILECTL_DB"] = "postgres://db/x?options=-cfoo"
    _ = try refusal("bad_config", 78, "users", by: program)
  }

  @Test func `a login is kept for the network, by whatever URL it is reached`() throws {
    var program = try town()
    program.environment["PROFILECTL_USER"] = nil
    try program.succeed("login", "bob")
    program.environment["PROFILECTL_DB"] = url.replacing("postgres:", with: "postgresql:")
    #expect(try program.succeed("whoami") == "@bob\n")
  }

  @Test func `what only files have is refused, with the program that does it`() throws {
    let program = try town()
    let backup = try refusal("usage", 64, "backup", "copy.db", by: program)
    #expect(backup?.hint?.hasPrefix("pg_dump --format=custom --file=") == true)
    _ = try refusal("usage", 64, "doctor", "--salvage", "new.db", by: program)
  }

  @Test func `info tells of the server`() throws {
    let answer = try town().succeed("info", "--format", "ndjson")
    for part in [#""engine":"postgresql""#, #""users":2"#, #""bytes":null"#] {
      #expect(answer.contains(part))
    }
  }

  @Test func `a lost connection is opened again at the prompt`() throws {
    let program = try town()
    let running = try program.start("repl")
    running.write("users\n")
    try running.read { $0.contains("bob") }
    try server.run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = 'net' AND datname = current_database()
      """, in: url)
    running.write("post hello\nexplore\n")
    running.closeInput()
    let answer = try running.wait()
    #expect(answer.status == 0, "\(answer.stderr)")
    #expect(answer.stdout.contains("hello"))
  }

  @Test func `processes that write at once all succeed`() throws {
    let program = try town()
    let running = try (0..<6).map { number in
      let one = try program.start("run", "-")
      one.write(
        (0..<20).map { "post 'text \(number) \($0) #tag'\nfollow bob\nunfollow bob\n" }.joined())
      one.closeInput()
      return one
    }
    for one in running { #expect(try one.wait().status == 0) }
    #expect(try program.succeed("explore", "--count") == "120\n")
    #expect(try program.run("doctor", "--deep").status == 0)
  }
}
