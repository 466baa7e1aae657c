import Foundation
import Support
import Testing

/// Files that are not ours, newer, damaged or tampered with stay as they are, with nothing beside
/// them.
@Suite struct HostileFileTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    var status: Int32 = 65
    /// Puts it at a path; a good database of ours is there already.
    let plant: @Sendable (String) throws -> Void

    var testDescription: String { name }
  }

  /// Every command that opens the database, as alice.
  static let lines = [
    "create-user zoe", "edit-profile --name X", "delete-user bob --yes", "users", "post hello",
    "delete-post 1 --yes", "flag 2", "flags", "follow bob", "unfollow bob", "followers",
    "following", "friends", "follows bob", "suggest", "like 2", "unlike 2", "likers 1", "show",
    "timeline", "timeline --new", "explore", "search bread", "view 1", "login bob", "whoami",
    "init", "info", "follow bob --dry-run",
  ]

  static let kinds = [
    Kind(name: "text", code: "database_foreign") { try write("Dear diary,\n", to: $0) },
    Kind(name: "empty", code: "database_foreign") { try write("", to: $0) },
    Kind(name: "picture", code: "database_foreign") {
      try write("\u{89}PNG\r\n\u{1A}\n" + String(repeating: "x", count: 500), to: $0)
    },
    Kind(name: "other-sqlite", code: "database_foreign") { path in
      unlink(path)
      try RawDatabase(path).run("CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine')")
    },
    Kind(name: "folder", code: "database_foreign") { path in
      unlink(path)
      mkdir(path, 0o700)
    },
    Kind(name: "pipe", code: "database_foreign") { path in
      unlink(path)
      mkfifo(path, 0o600)
    },
    Kind(name: "device", code: "database_foreign") { path in
      unlink(path)
      symlink("/dev/zero", path)
    },
    Kind(name: "newer", code: "database_newer") { path in
      try RawDatabase(path).run("PRAGMA user_version = 99")
    },
    Kind(name: "trigger", code: "database_tampered") { path in
      try RawDatabase(path).run(
        "CREATE TRIGGER t AFTER INSERT ON follows BEGIN DELETE FROM likes; END")
    },
    Kind(name: "view", code: "database_tampered") { path in
      try RawDatabase(path).run("CREATE VIEW v AS SELECT 1")
    },
    Kind(name: "table", code: "database_tampered") { path in
      try RawDatabase(path).run("CREATE TABLE t(x)")
    },
    Kind(name: "column", code: "database_tampered") { path in
      try RawDatabase(path).run("ALTER TABLE users ADD COLUMN x TEXT")
    },
    Kind(name: "index", code: "database_tampered") { path in
      try RawDatabase(path).run("DROP INDEX posts_by_id")
    },
    Kind(name: "cut-short", code: "database_damaged") { path in
      truncate(path, 4_096 * 3)
    },
    Kind(name: "overwritten", code: "database_damaged") { path in
      let file = open(path, O_WRONLY)
      defer { close(file) }
      _ = pwrite(file, [UInt8](repeating: 0xAA, count: 3_000), 3_000, 100)
    },
  ]

  @Test(arguments: kinds)
  func `what is not ours is left alone`(_ kind: Kind) throws {
    let network = try SmallNetwork()
    try kind.plant(network.database)
    let before = try FolderState(of: network.program.home)
    for line in HostileFileTests.lines {
      let words = line.split(separator: " ").map(String.init)
      let answer = try network.program.run(words + ["--json", "--wait", "1"])
      #expect(answer.status == kind.status, "\(line): \(answer.stderr)")
      #expect(answer.stdout == "", "\(line)")
      #expect(try Refusal.parse(answer.stderr)?.code == kind.code, "\(line): \(answer.stderr)")
    }
    #expect(try FolderState(of: network.program.home) == before)
  }

  @Test(arguments: ["nowhere.db", "nowhere/net.db", "dangling.db", "file:net.db", ":memory:"])
  func `what does not exist is not made by reading`(name: String) throws {
    var network = try SmallNetwork()
    network.program.folder = network.program.home.path
    symlink("nothing", network.program.home.file("dangling.db"))
    network.program.environment["PROFILECTL_DB"] = name
    let makes: Set = ["create-user", "init"]
    for line in HostileFileTests.lines {
      let words = line.split(separator: " ").map(String.init)
      if makes.contains(words[0]) { continue }
      try Refusal.expect("database_missing", 66, from: network.program, words, omitting: [])
    }
  }

  @Test(arguments: ["file:net.db", ":memory:", "file:net.db?mode=memory"])
  func `a name is a name, whatever SQLite reads in it`(name: String) throws {
    let program = try Program()
    try program.succeed("create-user", "zoe", "--db", name)
    #expect(try program.home.names() == [name, "\(name)-lock"])
    #expect(try program.succeed("users", "--count", "--db", name) == "1\n")
  }

  @Test(arguments: ["create-user zoe", "init"])
  func `a dangling link is not followed to make a database`(line: String) throws {
    var program = try Program()
    symlink(program.home.file("target.db"), program.home.file("link.db"))
    program.environment["PROFILECTL_DB"] = program.home.file("link.db")
    try Refusal.expect(
      "cannot_create", 73, from: program, line.split(separator: " ").map(String.init))
  }

  @Test func `a link to a database is a way to it`() throws {
    var network = try SmallNetwork()
    symlink("net.db", network.program.home.file("link.db"))
    network.program.environment["PROFILECTL_DB"] = network.program.home.file("link.db")
    try network.program.succeed("follow", "dave")
    #expect(try network.program.succeed("info", "--fields", "path") == network.database + "\n")
    #expect(try network.program.home.names() == ["link.db", "net.db", "net.db-lock"])
  }

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
