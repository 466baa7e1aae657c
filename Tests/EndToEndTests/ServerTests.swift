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
    try server.distribute(url)
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
    let copy = try refusal("database_missing", 66, "migrate", url, "town.db", by: program)
    #expect(copy?.hint?.contains("--db") == true)
    #expect(try program.succeed("init").contains("Made"))
    #expect(try program.succeed("init").contains("Already there"))
    #expect(try program.succeed("create-user", "alice") == "alice\tcreated\n")
  }

  @Test func `psql makes a network of the statements that init prints`() throws {
    var elsewhere = program
    elsewhere.environment["PROFILECTL_DB"] = nil
    let schema = try elsewhere.succeed("init", "--sql")
    #expect(try program.succeed("init", "--sql") == schema)
    _ = try refusal("database_missing", 66, "users", by: program)
    try server.run("SET ROLE net; \(schema)", in: url)
    #expect(try program.succeed("init").contains("Already there"))
    #expect(try program.succeed("create-user", "alice") == "alice\tcreated\n")
    #expect(try program.run("doctor", "--deep").status == 0)
  }

  @Test(.enabled(if: Pooler.isInstalled))
  func `four scripts share two connections of a pooler`() throws {
    let pooler = try Pooler(before: server, connections: 2)
    let town = try town()
    var program = town
    program.environment["PROFILECTL_DB"] = pooler.url(of: url)
    let running = try (1...4).map { number in
      let one = try program.start("run", "-")
      one.write((1...40).map { "post 'egg \(number) \($0)'\nfollow bob\nunfollow bob\n" }.joined())
      one.closeInput()
      return one
    }
    for one in running {
      let answer = try one.wait()
      #expect(answer.status == 0, "\(answer.stderr)")
    }
    #expect(try town.succeed("posts", "alice", "--count") == "160\n")
    #expect(try town.run("doctor", "--deep").status == 0)
  }

  @Test func `a query that takes longer than wait says is given up`() throws {
    let refusal = try refusal(
      "busy", 75, "sql", "SELECT pg_sleep(60)", "--wait", "1", by: try town())
    #expect(refusal?.message.contains("busy") == true)
  }

  @Test func `an import of followers hides no unseen notice and adds none`() throws {
    let program = try town()
    try program.succeed("follow", "alice", "--as", "bob")
    try Data("carol@x.example\ndan@x.example\n".utf8)
      .write(to: URL(filePath: program.folder + "/list"))
    try program.succeed("import", "list", "--from", "followers", "--into", "alice")
    #expect(try program.succeed("followers", "alice", "--count") == "3\n")
    #expect(try program.succeed("notifications", "--new", "--fields", "actor") == "bob\n")
  }

  @Test func `a seed that is stopped leaves no network, and another one makes it`() throws {
    let running = try program.start("seed", "--users", "20000", "--posts", "200000")
    let copies = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY%'
      """
    waitUntil { (try? server.run(copies, in: url)) != "0\n" }
    running.send(SIGINT)
    #expect(try running.wait().status == 130)
    _ = try refusal("database_missing", 66, "users", by: program)
    try program.succeed("seed", "--users", "20")
    #expect(try program.run("doctor", "--deep").status == 0)
  }

  @Test func `a schema of another program is left alone`() throws {
    try server.run(
      "CREATE SCHEMA profilectl; CREATE TABLE profilectl.eggs (n int); GRANT USAGE ON SCHEMA profilectl TO net",
      in: url)
    _ = try refusal("database_foreign", 65, "users", by: program)
    _ = try refusal("database_foreign", 65, "init", by: program)
    try server.run("ALTER SCHEMA profilectl OWNER TO net", in: url)
    var other = program
    other.environment["PROFILECTL_DB"] = nil
    try other.succeed("--db", "town.db", "init")
    _ = try refusal("database_foreign", 65, "migrate", "town.db", url, by: other)
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
    let script = try program.run("repl", input: "backup copy.db\n")
    #expect(script.stderr.contains("pg_dump --format=custom --file="), "\(script.stderr)")
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

  /// The folder has a list of 400 edges among 40 users.
  private func edges(for program: Program) throws -> String {
    let lines = (0..<400).map { "user\($0 / 10) user\(($0 / 10 + $0 % 10 + 1) % 40)\n" }
    return try program.home.write(lines.joined(), to: "edges.txt")
  }

  @Test func `imports and seeds at once wait for each other`() throws {
    let program = try town()
    let edges = try edges(for: program)
    let imports = try (0..<3).map { _ in try program.start("import", edges) }
    for one in imports {
      let answer = try one.wait()
      #expect(answer.status == 0, "\(answer.stderr)")
    }
    #expect(try server.run("SELECT count(*) FROM profilectl.followers", in: url) == "400\n")
    let seeds = try (0..<4).map { _ in try program.start("seed", "--users", "20", "--posts", "50") }
    for one in seeds {
      let answer = try one.wait()
      #expect(answer.status == 0, "\(answer.stderr)")
    }
    #expect(try program.run("doctor", "--deep").status == 0)
  }

  @Test func `an import waits for another one as long as wait says`() throws {
    let program = try town()
    let edges = try edges(for: program)
    try lockNetwork(seconds: 60)
    defer { _ = try? server.run("SELECT pg_terminate_backend(pid) \(Self.sleeping)", in: url) }
    let refusal = try refusal("busy", 75, "import", edges, "--wait", "1", by: program)
    #expect(refusal?.message.contains("was busy for 1 second") == true)
  }

  @Test func `a notice of the last second stays new when notices are marked as read`() throws {
    var program = try town()
    program.environment["PROFILECTL_NOW"] = nil
    try program.succeed("post", "old @bob", "--as", "alice")
    let age = "extract(epoch FROM clock_timestamp()) * 1000000 - max(at) > 1100000"
    waitUntil { (try? server.run("SELECT \(age) FROM profilectl.posts", in: url)) == "t\n" }
    var began = ContinuousClock.now
    repeat {
      began = .now
      try program.succeed("post", "new @bob", "--as", "alice")
      try program.succeed("notifications", "--mark-read", "--as", "bob")
    } while ContinuousClock.now - began > .milliseconds(900)
    let new = try program.succeed("notifications", "--new", "--json", "--as", "bob")
    #expect(new.contains("new @bob"))
    #expect(!new.contains("old @bob"))
  }

  @Test(arguments: ["PGTZ", "PGOPTIONS", "PGCONNECT_TIMEOUT"])
  func `a bad variable of libpq is a mistake of the configuration`(name: String) throws {
    var program = try town()
    program.environment[name] = "x"
    _ = try refusal("bad_config", 78, "users", by: program)
  }

  @Test func `a statement timeout of the role ends no statement`() throws {
    let program = try town()
    let setting = "ALTER ROLE \(PostgresServer.role) IN DATABASE %I SET statement_timeout = 200"
    try server.run(
      "DO $$ BEGIN EXECUTE format('\(setting)', current_database()); END $$", in: url)
    try lockNetwork(seconds: 1)
    try program.succeed("import", try edges(for: program))
  }

  private static let sleeping =
    "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"

  /// Keeps imports waiting for some seconds, and returns when they have to wait.
  private func lockNetwork(seconds: Int) throws {
    let (server, url) = (server, url)
    let statements =
      "BEGIN; SELECT 1 FROM profilectl.network FOR UPDATE; SELECT pg_sleep(\(seconds))"
    Thread.detachNewThread { _ = try? server.run(statements, in: url) }
    while try server.run("SELECT count(*) \(Self.sleeping)", in: url) == "0\n" {}
  }

  @Test func `an import counts an answer as updated when it gets its place`() throws {
    let program = try town()
    func note(_ number: Int, below parent: Int) -> String {
      #"{"id":"https://x.org/\#(number)","type":"Note","inReplyTo":"https://x.org/\#(parent)","#
        + #""attributedTo":"https://x.org/users/carol","published":"2020-01-01T00:00:00Z","#
        + #""to":"as:Public","content":"hi"}"#
    }
    let notes = [note(1, below: 2), note(2, below: 9), note(3, below: 3)]
    for (items, counts) in [
      (notes[...0], [1, 0, 0]), (notes[...], [2, 1, 0]), (notes[...], [0, 0, 3]),
    ] {
      let text = #"{"@context":"x","orderedItems":[\#(items.joined(separator: ","))]}"#
      try program.home.write(text, to: "notes.json")
      let answer = try program.succeed("import", "notes.json", "--json", "--fields", "posts")
      let names = zip(["added", "updated", "unchanged"], counts)
      let expected = names.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
      #expect(answer.contains(expected), "\(answer)")
    }
    #expect(try program.run("doctor", "--deep").status == 0)
  }

  @Test func `an export has the same bytes as that of the same network in a file`() throws {
    let words = ["seed", "--users", "30", "--posts", "120", "--pictures", "3"]
    var program = program
    program.environment["PROFILECTL_DB"] = url
    try program.succeed("init")
    try program.succeed(words)
    let onServer = try program.succeed("export", "-", "--to", "ndjson")
    program.environment["PROFILECTL_DB"] = program.home.file("same.db")
    try program.succeed(words)
    let inFile = try program.succeed("export", "-", "--to", "ndjson")
    #expect(inFile.contains(#""mentions":[""#))
    #expect(onServer == inFile)
  }

  @Test func `a picture of two whole pieces comes back from a server as it was`() throws {
    var picture = PNGWriter.bytes(of: .quarters(width: 3, height: 2))
    picture += (picture.count..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try program.home.write(picture, to: "large.png")
    var program = program
    program.environment["PROFILECTL_DB"] = program.home.file("same.db")
    try program.succeed("create-user", "alice")
    try program.succeed("--as", "alice", "post", "--image", "large.png", "-q")
    try program.succeed("export", "file.ndjson")
    program.environment["PROFILECTL_DB"] = url
    try program.succeed("init")
    try program.succeed("import", "file.ndjson")
    try program.succeed("export", "server.ndjson")
    #expect(try program.home.bytes(of: "server.ndjson") == program.home.bytes(of: "file.ndjson"))
    #expect(try program.succeed("doctor", "--deep").contains("Nothing is wrong."))
  }

  @Test func `a database that does not store UTF-8 is refused`() throws {
    let name = "latin\(UInt32.random(in: 0 ... .max))"
    try server.run(
      "CREATE DATABASE \(name) OWNER net ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    var program = program
    program.environment["PROFILECTL_DB"] = server.url(of: name)
    for words in ["init", "users"] {
      let refusal = try Refusal.expect("bad_config", 78, from: program, [words])
      #expect(refusal?.message.contains("LATIN1") == true)
      #expect(refusal?.hint?.contains("--template=template0") == true)
    }
  }

  @Test func `a role with the rights that the manual grants can read everything`() throws {
    let program = try town()
    let manual = try String(contentsOfFile: "\(Repository.path)/docs/server.md", encoding: .utf8)
    let grants = try #require(manual.firstMatch(of: /```sql\n(CREATE ROLE [^`]*)```/)?.1)
    try server.run(String(grants), in: url)
    var other = program
    other.environment["PROFILECTL_DB"] = url.replacing("net@", with: "town_users@")
    try other.succeed("post", "hello")
    for words in [["doctor"], ["doctor", "--deep"], ["export", "-", "--to", "ndjson"]] {
      try other.succeed(words)
    }
    try other.succeed("migrate", other.environment["PROFILECTL_DB"] ?? "", "copy.db")
  }

  @Test func `a query with a parameter is a mistake in use`() throws {
    _ = try refusal("usage", 64, "sql", "select $1", by: try town())
  }

  @Test func `a migration that fails says that a part of the copy stays, and goes on`() throws {
    var file = program
    file.environment["PROFILECTL_DB"] = nil
    try file.succeed("--db", "town.db", "seed", "--users", "10", "--posts", "20")
    try program.succeed("init")
    try server.run("ALTER TABLE profilectl.likes ADD CONSTRAINT none CHECK (false)", in: url)
    let answer = try file.run("migrate", "town.db", url)
    #expect(answer.status != 0)
    #expect(answer.stderr.contains("; nothing more was saved."), "\(answer.stderr)")
    let unfinished = try refusal("migration_unfinished", 65, "users", by: program)
    #expect(unfinished?.hint == "profilectl migrate --help")
    try server.run("ALTER TABLE profilectl.likes DROP CONSTRAINT none", in: url)
    try file.succeed("migrate", "town.db", url)
  }
}
