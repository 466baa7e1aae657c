import Foundation
import Support
import Testing

/// Tests that foreign, newer, damaged and tampered files stay unchanged, with no file beside them.
@Suite struct HostileFileTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    var status: Int32 = 65
    /// Whether a salvage finds data of ours in the file.
    var isSalvaged = false
    /// Changes or replaces the good database at a path.
    let plant: @Sendable (String) throws -> Void

    var testDescription: String { name }
  }

  /// Commands that open the database and give one answer, as alice.
  static let lines = [
    "create-user zoe", "edit-profile --name X", "delete-user bob --yes", "users", "post hello",
    "delete-post 1 --yes", "flag 2", "flags", "follow bob", "unfollow bob", "followers",
    "following", "friends", "follows bob", "suggest", "like 2", "unlike 2", "likers 1", "show",
    "timeline", "timeline --new", "explore", "search bread", "view 1", "login bob", "whoami",
    "init", "info", "follow bob --dry-run", "logout", "seed --users 3", "cache", "cache clear",
    "reply 2 hello", "quote 2 hello", "edit-post 1 hello", "repost 2", "unrepost 2", "bookmark 2",
    "unbookmark 2", "bookmarks", "mute bob", "unmute bob", "muted", "unflag 2", "notifications",
    "moderate 2 --keep --yes", "posts bob", "tag bread", "tags", "thread 2",
    "sql VALUES(1)", "doctor", "doctor --deep", "doctor --repair", "backup copy.db",
    "export out.ndjson", "export out --to site", "import edges.txt", "watch bob",
    "browse --linear", "run --atomic -", "show --format html", "view 2 --save picture.png",
    "share", "share keys", "share start X", "share invite bob", "share revoke @bob --yes",
    "share accept 00000000", "share rename X", "share stop --yes", "share recover --recovery -",
    "sync folder",
  ]

  /// Commands that run lines of standard input and report each.
  static let scripts = ["run -", "run --keep-going -", "repl"]

  /// Commands that keep the terminal.
  static let screens = ["browse", "browse --linear", "watch bob"]

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
    Kind(name: "newer", code: "database_newer", isSalvaged: true) { path in
      try RawDatabase(path).run("PRAGMA user_version = 99")
    },
    Kind(name: "foreign by its log", code: "database_tampered", isSalvaged: true) { path in
      let copy = path + ".copy"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let other = try RawDatabase(copy)
      try other.run("PRAGMA wal_autocheckpoint = 0; PRAGMA application_id = 5")
      try FileManager.default.copyItem(atPath: copy + "-wal", toPath: path + "-wal")
      chmod(path + "-wal", 0o600)
      try other.run("PRAGMA wal_checkpoint")
      for end in ["", "-wal", "-shm"] { unlink(copy + end) }
    },
    Kind(name: "trigger", code: "database_tampered", isSalvaged: true) { path in
      try RawDatabase(path).run(
        "CREATE TRIGGER t AFTER INSERT ON follows BEGIN DELETE FROM likes; END")
    },
    Kind(name: "view", code: "database_tampered", isSalvaged: true) { path in
      try RawDatabase(path).run("CREATE VIEW v AS SELECT 1")
    },
    Kind(name: "table", code: "database_tampered", isSalvaged: true) { path in
      try RawDatabase(path).run("CREATE TABLE t(x)")
    },
    Kind(name: "column", code: "database_tampered", isSalvaged: true) { path in
      try RawDatabase(path).run("ALTER TABLE users ADD COLUMN x TEXT")
    },
    Kind(name: "index", code: "database_tampered", isSalvaged: true) { path in
      try RawDatabase(path).run("DROP INDEX posts_by_id")
    },
    Kind(name: "cut-short", code: "database_damaged") { path in
      truncate(path, 4_096 * 3)
    },
    Kind(name: "format", code: "database_damaged", isSalvaged: true) { path in
      let file = open(path, O_WRONLY)
      defer { close(file) }
      _ = pwrite(file, [5], 1, 47)
    },
    Kind(name: "overwritten", code: "database_damaged", isSalvaged: true) { path in
      let file = open(path, O_WRONLY)
      defer { close(file) }
      _ = pwrite(file, [UInt8](repeating: 0xAA, count: 3_000), 3_000, 100)
    },
  ]

  /// A network, and beside it the file that an import of the lines reads.
  private static func network() throws -> SmallNetwork {
    let network = try SmallNetwork()
    try network.program.home.write("ann bob\n", to: "edges.txt")
    return network
  }

  @Test(arguments: kinds)
  func `commands leave the file alone`(_ kind: Kind) throws {
    let network = try HostileFileTests.network()
    try kind.plant(network.database)
    let before = try FolderState(of: network.program.home)
    for line in HostileFileTests.lines {
      try expectLeftAlone(line, network.program, kind, before)
    }
  }

  @Test(arguments: kinds)
  func `scripts leave the file alone`(_ kind: Kind) throws {
    let network = try SmallNetwork()
    try kind.plant(network.database)
    let before = try FolderState(of: network.program.home)
    for line in HostileFileTests.scripts {
      try expectStopped(line, network.program, kind, before)
    }
  }

  @Test(arguments: kinds)
  func `commands on a terminal leave the file alone`(_ kind: Kind) throws {
    let network = try SmallNetwork()
    try kind.plant(network.database)
    let before = try FolderState(of: network.program.home)
    for line in HostileFileTests.screens {
      try expectRefused(line, network.program, kind, before)
    }
  }

  @Test(arguments: kinds)
  func `the prompt reports the error and stays`(_ kind: Kind) throws {
    let network = try SmallNetwork()
    try kind.plant(network.database)
    try expectToStay(network.program)
  }

  @Test(arguments: kinds)
  func `a salvage writes to another folder`(_ kind: Kind) throws {
    let network = try SmallNetwork()
    try kind.plant(network.database)
    try expectSalvage(network.program, kind)
  }

  @Test func `the lists hold every command that opens the database`() throws {
    struct Help: Decodable {
      struct Command: Decodable { let name: String }
      let commands: [Command]
    }
    let output = try Program().succeed("help", "--json")
    let names = try JSONDecoder().decode(Help.self, from: Data(output.utf8)).commands.map(\.name)
    let lines = HostileFileTests.lines + HostileFileTests.scripts + HostileFileTests.screens
    let tried = lines.compactMap { line in
      // The longest name wins: `cache clear` is not `cache`.
      names.filter { "\(line) ".hasPrefix("\($0) ") }.max { $0.count < $1.count }
    }
    // The others open no database of the user; `migrate` opens those that its line names, and
    // `share join` refuses any file that is no copy.
    let others = names.filter { $0.hasPrefix("config") }
    #expect(
      Set(names).subtracting(tried)
        == Set(["help", "completions", "demo", "migrate", "share join"] + others))
  }

  @Test(arguments: ["nowhere.db", "nowhere/net.db", "dangling.db", "file:net.db", ":memory:"])
  func `reading creates no missing database`(name: String) throws {
    var network = try SmallNetwork()
    network.program.folder = network.program.home.path
    symlink("nothing", network.program.home.file("dangling.db"))
    network.program.environment["PROFILECTL_DB"] = name
    let makes: Set = ["create-user", "init", "seed", "run", "import"]
    for line in HostileFileTests.lines {
      let words = line.split(separator: " ").map(String.init)
      if makes.contains(words[0]) { continue }
      try Refusal.expect("database_missing", 66, from: network.program, words, omitting: [])
    }
  }

  @Test(arguments: ["file:net.db", ":memory:", "file:net.db?mode=memory"])
  func `names that SQLite reads as URIs are plain file names`(name: String) throws {
    let program = try Program()
    try program.succeed("create-user", "zoe", "--db", name)
    #expect(try program.home.names() == [name, "\(name)-lock"])
    #expect(try program.succeed("users", "--count", "--db", name) == "1\n")
  }

  @Test(arguments: ["create-user zoe", "init"])
  func `a database is not created through a dangling link`(line: String) throws {
    var program = try Program()
    symlink(program.home.file("target.db"), program.home.file("link.db"))
    program.environment["PROFILECTL_DB"] = program.home.file("link.db")
    try Refusal.expect(
      "cannot_create", 73, from: program, line.split(separator: " ").map(String.init))
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a log file with a second name is not written`(end: String) throws {
    let network = try SmallNetwork()
    try network.program.home.write("precious", to: "mine")
    #expect(link(network.program.home.file("mine"), network.database + end) == 0)
    try Refusal.expect("not_permitted", 77, from: network.program, ["post", "x"])
    #expect(try network.program.home.bytes(of: "mine") == Array("precious".utf8))
  }

  /// SQLite would roll back with the first, truncate the file with the second and delete the third.
  @Test(arguments: ["of another network", "of a short file", "a list"], [true, false])
  func `a foreign journal is neither rolled back nor removed`(
    kind: String, hasLog: Bool
  ) throws {
    let network = try SmallNetwork()
    let program = network.program
    try program.succeed("post", "mine")
    if !hasLog { try RawDatabase(network.database).run("PRAGMA journal_mode = DELETE") }
    let sample = try SampleCopy(in: program.home)
    let other = try RawDatabase(sample.path)
    try other.run("PRAGMA cache_size = 2; BEGIN; UPDATE posts SET text = 'theirs'")
    let journal =
      switch kind {
      case "a list": Array("bread\n".utf8)
      case "of a short file": emptyJournal(pageCount: 2)
      default: try program.home.bytes(of: "sample.db-journal")
      }
    try program.home.write(journal, to: "net.db-journal")
    let before = try FolderState(of: program.home)
    for line in ["explore", "post more", "doctor", "backup copy.db", "info", "follow dave"] {
      let refusal = try Refusal.expect(
        "database_tampered", 65, from: program, line.split(separator: " ").map(String.init))
      #expect(refusal?.input == network.database + "-journal")
    }
    #expect(try FolderState(of: program.home) == before)
    let salvaged = try program.run("doctor", "--salvage", "new.db")
    #expect(
      salvaged.stdout == "journal: was read in part: it is damaged, or belongs to another file.\n")
    #expect(salvaged.status == 1)
    unlink(network.database + "-journal")
    #expect(try program.succeed("explore", "-n", "1", "--fields", "text") == "mine\n")
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    withExtendedLifetime(other) {}
  }

  /// SQLite rolls back with the journal before it reads the schema.
  @Test(arguments: [
    Unended(before: "CREATE TRIGGER t AFTER INSERT ON likes BEGIN SELECT 1; END"),
    Unended(
      before: "CREATE TRIGGER t AFTER INSERT ON likes BEGIN SELECT 1; END",
      change: "DROP TRIGGER t"),
    Unended(change: "CREATE VIEW v AS SELECT 1", isSound: true),
  ])
  func `the state after a journal's rollback is checked before the rollback`(
    _ unended: Unended
  ) throws {
    let network = try SmallNetwork()
    let program = network.program
    try unended.plant(network.database)
    if unended.isSound {
      #expect(try program.succeed("view", "1", "--fields", "text") == "First loaf of the year\n")
      #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
      return
    }
    let before = try FolderState(of: program.home)
    for line in ["explore", "post more", "doctor", "backup copy.db", "info", "repl"] {
      let words = line.split(separator: " ").map(String.init)
      let answer = try program.run(words + ["--json"], input: feed)
      #expect(answer.status == 65, "\(line): \(answer)")
      #expect(answer.stderr.contains("\"code\":\"database_tampered\""), "\(line): \(answer)")
      #expect(try FolderState(of: program.home) == before, "\(line)")
    }
  }

  /// A file in the middle of a transaction, with its rollback journal.
  struct Unended: Sendable, CustomTestStringConvertible {
    var before = "SELECT 1"
    var change = "SELECT 1"
    var isSound = false

    var testDescription: String { "\(before); \(change)" }

    func plant(_ path: String) throws {
      var left: [String: Data] = [:]
      do {
        let other = try RawDatabase(path)
        try other.run("PRAGMA journal_mode = DELETE; \(before); PRAGMA cache_size = 2; BEGIN")
        try other.run("\(change); UPDATE posts SET text = hex(randomblob(3000))")
        for end in ["", "-journal"] {
          left[end] = try Data(contentsOf: URL(fileURLWithPath: path + end))
        }
        try other.run("ROLLBACK")
      }
      for (end, bytes) in left { try bytes.write(to: URL(fileURLWithPath: path + end)) }
    }
  }

  @Test(arguments: [512, 32])
  func `a journal with many headers is refused soon`(sectorSize: UInt32) throws {
    let network = try SmallNetwork()
    let program = network.program
    try RawDatabase(network.database).run("PRAGMA journal_mode = DELETE")
    let part = emptyJournal(pageCount: 1, sectorSize: sectorSize)
    let count = (32 << 20) / part.count
    try program.home.write(
      [[UInt8]](repeating: part, count: count).flatMap(\.self), to: "net.db-journal")
    let before = try FolderState(of: program.home)
    for line in ["users", "post x"] {
      let words = line.split(separator: " ").map(String.init)
      let time = try shortest(of: 3) { _ in
        let clock = ContinuousClock()
        return try clock.measure {
          let answer = try program.run(words)
          #expect(answer.status == 65, "\(answer)")
        }
      }
      #expect(time < .seconds(20), "\(line)")
    }
    #expect(try FolderState(of: program.home) == before)
  }

  @Test func `a foreign log is refused by name, and a salvage reads the file without it`() throws {
    let network = try SmallNetwork()
    let program = network.program
    let other = try RawDatabase(program.home.file("other.db"))
    try other.run(
      "PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(30000))")
    try program.home.write(try program.home.bytes(of: "other.db-wal"), to: "net.db-wal")
    let refusal = try Refusal.expect("database_tampered", 65, from: program, ["users"])
    #expect(refusal?.input == network.database + "-wal")
    let salvage = try program.run("doctor", "--salvage", "new.db")
    #expect(salvage.stdout.hasPrefix("log: was read in part"))
    unlink(network.database + "-wal")
    let salvaged = try program.succeed("users", "--count", "--db", "new.db")
    #expect(try salvaged == program.succeed("users", "--count"))
    withExtendedLifetime(other) {}
  }

  @Test func `a link to a database is followed`() throws {
    var network = try SmallNetwork()
    symlink("net.db", network.program.home.file("link.db"))
    network.program.environment["PROFILECTL_DB"] = network.program.home.file("link.db")
    try network.program.succeed("follow", "dave")
    #expect(try network.program.succeed("info", "--fields", "path") == network.database + "\n")
    #expect(try network.program.home.names() == ["link.db", "net.db", "net.db-lock"])
  }

  @Test(arguments: ["users", "post hello", "timeline"])
  func `a file that is emptied while it is open is reported as damaged`(line: String) throws {
    let answer = try SmallNetwork().program.shell(
      """
      mkfifo lines answers
      profilectl run - <lines >answers 2>errors &
      exec 3>lines 4<answers
      echo whoami >&3
      read answer <&4
      : >net.db
      echo '\(line)' >&3
      exec 3>&-
      wait $!
      echo $?
      cat errors
      """)
    #expect(answer.stdout.hasPrefix("65\n-:2: Error: The database '"))
    #expect(!answer.stdout.contains("table"))
  }

  /// Standard input for scripts and the prompt.
  let feed = Array("users\n".utf8)

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
