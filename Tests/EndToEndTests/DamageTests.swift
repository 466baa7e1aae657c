import Foundation
import Support
import Testing

/// Tests that every command answers or refuses a damaged file, without a crash or a hang.
@Suite struct DamageTests {
  @Test func `a page with an absurd number of cells is named`() throws {
    let network = try SmallNetwork()
    var bytes = try network.program.home.bytes(of: "net.db")
    let leaves = stride(from: 4_096, to: bytes.count, by: 4_096).filter { bytes[$0] == 0x0D }
    // The last leaves hold the schema, without which the file cannot be opened.
    let start = try #require(leaves.first)
    bytes.replaceSubrange(start + 3..<start + 5, with: [0xFF, 0xFF])
    try network.program.home.write(bytes, to: "net.db")
    for words in [["doctor"], ["doctor", "--deep"]] {
      let answer = try network.program.run(words)
      #expect(answer.status == 1, "\(answer)")
      #expect(answer.stdout.contains("page \(start / 4_096 + 1)"), "\(answer)")
    }
  }

  @Test func `the hints for a damaged file of version 1 lead to a salvage`() throws {
    let program = try SmallNetwork(user: nil).program
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    var bytes = Array(try Data(contentsOf: old))
    try program.home.write(bytes, to: "net.db")
    let roots = try RawDatabase(program.home.file("net.db")).column(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'posts'")
    let page = (try #require(Int(roots[0])) - 1) * 4_096
    bytes.replaceSubrange(page..<page + 4_096, with: [UInt8](repeating: 0xFF, count: 4_096))
    try program.home.write(bytes, to: "net.db")
    var line = ["post", "hello", "--as", "bob"]
    for _ in 1...4 where !line.contains("--salvage") {
      let answer = try program.run(line + ["--json"])
      let hint = try #require(try Refusal.parse(answer.stderr)?.hint, "\(line): \(answer)")
      line = Array(try ShellWords.split(hint, variables: [:]).dropFirst())
    }
    #expect(line == ["doctor", "--salvage", "rescued.db"])
    #expect(try program.run(line).status == 1)
  }

  @Test(arguments: [
    "whoami --as carol", "post mine --as carol", "delete-user carol --yes", "login carol",
    "show carol", "follow carol", "follows bob carol",
  ])
  func `a changed bit in an index does not turn one user into another`(line: String) throws {
    let network = try SmallNetwork()
    let roots = try RawDatabase(network.database).column(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_users_1'")
    let page = (try #require(Int(roots[0])) - 1) * 4_096
    var bytes = try network.program.home.bytes(of: "net.db")
    let name = Array("carol".utf8)
    let place = try #require(
      (page..<page + 4_096).first { bytes[$0..<$0 + name.count].elementsEqual(name) })
    // The number after the name changes from carol's 3 to bob's 2.
    bytes[place + name.count] ^= 1
    try network.program.home.write(bytes, to: "net.db")
    let answer = try network.program.run(line.split(separator: " ").map(String.init))
    #expect(answer.status == 65 && answer.stdout.isEmpty, "\(answer)")
    #expect(try network.program.home.bytes(of: "net.db") == bytes)
  }

  /// Expects the status and exactly one report of the damage.
  @Test(arguments: [
    ("like 4", "", 65), ("like 4 5 --keep-going", "", 65),
    ("run - --keep-going", "like 4 5\nwhoami\n", 65),
    ("run - --keep-going", "like 4 5 --keep-going\nwhoami\n", 65),
    ("run -", "users --count\nlike 4 5 --keep-going\n", 65),
    ("run - --atomic", "whoami -q\nlike 4\n", 65),
  ])
  func `damage does not count as a refused item`(line: String, script: String, status: Int32) throws
  {
    let network = try SmallNetwork()
    let home = network.program.home
    let roots = try RawDatabase(network.database).column(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'likes'")
    let page = (try #require(Int(roots[0])) - 1) * 4_096
    var bytes = try home.bytes(of: "net.db")
    bytes.replaceSubrange(page..<page + 4_096, with: [UInt8](repeating: 0xFF, count: 4_096))
    try home.write(bytes, to: "net.db")
    let answer = try network.program.run(
      line.split(separator: " ").map(String.init), input: Array(script.utf8))
    #expect(answer.status == status)
    #expect(answer.stderr.components(separatedBy: "is damaged").count == 2, "\(answer)")
    #expect(answer.stderr.contains("Hint: profilectl doctor"))
    #expect(!answer.stdout.contains("alice"))
    let saysSo = answer.stderr.lowercased().contains("nothing was saved")
    // After a failed commit it is known that nothing was saved.
    #expect(saysSo == ((line + script).contains("4 5") && line != "run -"), "\(answer)")
  }

  @Test func `a report of damage after saved lines does not claim that nothing was saved`() throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run(
      "UPDATE users SET follower_count = 0 WHERE username = 'carol'")
    let answer = try network.program.run(
      "run", "-", input: "follow dave\nunfollow bob carol --keep-going\n")
    #expect(answer.status == 65)
    #expect(answer.stderr.contains("is damaged") && !answer.stderr.contains("othing was saved"))
    #expect(try network.program.run("follows", "alice", "bob").stdout == "no\n")
  }

  @Test func `doctor --quiet still prints its findings`() throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run("UPDATE users SET post_count = 99 WHERE id = 1")
    let answer = try network.program.run("doctor")
    #expect(answer.status == 1 && !answer.stdout.isEmpty)
    #expect(try network.program.run("doctor", "-q") == answer)
  }

  @Test func `an existing -wal file never becomes the log of a repair's copy`() throws {
    let network = try SmallNetwork()
    let home = network.program.home
    try RawDatabase(network.database).run("UPDATE users SET post_count = 99 WHERE id = 1")
    let kept = Array("the log of another copy".utf8)
    try home.write(kept, to: "net.db-damaged-1-wal")
    let answer = try network.program.run("doctor", "--repair", "--yes")
    #expect(answer.status == 1)
    #expect(try home.bytes(of: "net.db-damaged-1-wal") == kept)
    #expect(try home.names().contains("net.db-damaged-2"))
    #expect(try !home.names().contains("net.db-damaged-1"))
  }

  @Test func `a repair that fails leaves no copy and names the faults`() throws {
    let sample = try SampleCopy()
    var bytes = try sample.folder.bytes(of: "sample.db")
    bytes.replaceSubrange(298 * 4_096..<299 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
    try sample.folder.write(bytes, to: "sample.db")
    let program = try Program(database: sample.path)
    let tried = try program.run("doctor", "--repair", "--dry-run")
    #expect(tried.status == 1 && tried.stdout.contains("does not fit the rest"), "\(tried)")
    #expect(try program.run("doctor", "--repair") == tried)
    #expect(tried.stderr == "Note: Nothing can be repaired; the file is as it was.\n")
    #expect(
      try program.run("doctor", "--deep") == Answer(stdout: tried.stdout, stderr: "", status: 1))
    #expect(try sample.folder.bytes(of: "sample.db") == bytes)
    #expect(try Set(sample.folder.names()).isSubset(of: ["sample.db", "sample.db-lock"]))
  }

  @Test(arguments: ["SELECT 1", "UPDATE users SET bio = 'zz' WHERE id = 3"])
  func `a repair with nothing to do leaves every byte of the file`(change: String) throws {
    let sample = try SampleCopy()
    try RawDatabase(sample.path).run(change)
    let bytes = try sample.folder.bytes(of: "sample.db")
    let program = try Program(database: sample.path)
    let answer = try program.run("doctor", "--repair")
    #expect(answer.status == (change == "SELECT 1" ? 0 : 1), "\(answer)")
    #expect(try sample.folder.bytes(of: "sample.db") == bytes)
    #expect(try sample.folder.names() == ["sample.db"])
  }

  private static let questions = [
    "users", "show alice", "explore --json", "search bread", "view 1", "suggest", "timeline",
    "followers bob", "likers 1 --json", "friends alice", "flags",
  ]

  private static let lines = [
    "info", "post hello", "follow dave", "like 2",
    "delete-user carol --yes", "doctor", "doctor --deep --json", "doctor --repair",
    "backup copy.db", "doctor --salvage new.db", "doctor --deep --db new.db", "cache clear",
  ]

  /// The allowed statuses: 0 and 1 for answers, 65 for reported damage, and those of other effects
  /// of a changed byte, such as a missing user or another author.
  private static let answers: Set<Int32> = [0, 1, 65, 66, 67, 73, 77, 78]

  @Test(arguments: Damage.numbers, ["Asia/Tokyo", "America/Lima"])
  func `any number in a file can be shown`(numbers: Damage, zone: String) throws {
    let network = try SmallNetwork()
    var program = network.program
    program.environment["TZ"] = zone
    var generator = SeededGenerator(seed: 1)
    try numbers.plant(network.database, &generator)
    for line in [
      "users", "show alice", "show bob --tab likes", "view 2", "timeline", "timeline --new",
      "explore",
      "flags", "likers 1", "friends bob", "suggest", "info", "whoami",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let shown = try program.onTerminal(words)
      #expect(!shown.hasSuffix("]\n"), "\(line): \(shown)")
    }
  }

  @Test func `paging works with times outside the calendar`() throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run(
      "PRAGMA ignore_check_constraints = 1; UPDATE posts SET at = -9000000000000000000 + id")
    var seen: [String] = []
    var after: [String] = []
    for _ in 0..<6 {
      let page = try network.program.run(
        ["explore", "-n", "1", "--format", "ndjson", "--fields", "id,cursor"] + after)
      guard let cursor = page.stdout.split(separator: "\"").dropLast().last else { break }
      seen.append(page.stdout)
      after = ["--after=\(cursor)"]
    }
    #expect(seen.count == 4)
    #expect(Set(seen).count == 4)
  }

  @Test(arguments: Damage.kinds)
  func `every command answers or refuses, and doctor finds the cause of a wrong answer`(
    kind: Damage
  ) throws {
    let count = Int(ProcessInfo.processInfo.environment["PROFILECTL_DAMAGES"] ?? "") ?? 1
    for round in 0..<count {
      var generator = SeededGenerator(seed: UInt64(round + 1))
      let place = "\(kind.testDescription), round \(round)"
      let program = try compareAnswers(place) { try kind.plant($0, &generator) }
      for line in Self.lines { _ = try ask(line, of: program, place) }
    }
  }

  /// SQLite reports a full disk for a page number that is too high, and no memory for a row that is
  /// too long.
  @Test(arguments: Damage.absurdities)
  func `impossible lengths and pages are reported as damage`(kind: Damage) throws {
    var refusals = 0
    for seed in 1...12 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let sample = try SampleCopy()
      let program = try Program(database: sample.path)
      try kind.plant(sample.path, &generator)
      for line in ["doctor", "cache clear", "delete-user bob --yes", "backup copy.db", "doctor"] {
        let answer = try ask(line, of: program, "\(kind.testDescription), seed \(seed)")
        if answer.status == 65 { refusals += 1 }
      }
    }
    #expect(refusals > 0)
  }

  /// SQLite rolls back the transaction that reads an index row with an impossible length.
  @Test func `doctor checks the rows after such a row and reports none of them`() throws {
    let sample = try SampleCopy()
    let roots = try RawDatabase(sample.path).column(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'likes_by_user'")
    var bytes = try sample.folder.bytes(of: "sample.db")
    let root = (try #require(Int(roots[0])) - 1) * Damage.page
    let leaf = bytes[root + 8..<root + 12].reduce(0) { $0 << 8 | Int($1) }
    let start = (leaf - 1) * Damage.page
    try #require(bytes[root] == 0x02 && bytes[start] == 0x0A)
    let pointer = start + 8 + 2 * (Int(bytes[start + 4]) / 2)
    let cell = start + Int(bytes[pointer]) << 8 + Int(bytes[pointer + 1])
    bytes.replaceSubrange(cell..<cell + 9, with: [UInt8](repeating: 0xFF, count: 9))
    try sample.folder.write(bytes, to: "sample.db")
    let answer = try Program(database: sample.path).run("doctor")
    #expect(
      answer.stdout == """
        page \(leaf): does not fit the rest of the file.

        """)
  }

  /// Tests the comparison with a forged row, whose checksum is right.
  @Test func `the check reports a wrong answer without a finding of doctor`() throws {
    let forgery = """
      UPDATE users SET created_at = 1700000000000000,
        checksum = row_checksum(id, username, name, bio, avatar, 1700000000000000)
      """
    try expectFound("isNamed") {
      try compareAnswers("forged") { try RawDatabase($0).run(forgery) }
    }
  }

  /// Compares the answers before and after the damage.
  @discardableResult
  private func compareAnswers(
    _ place: String, damage: (String) throws -> Void
  ) throws -> Program {
    let network = try SmallNetwork()
    var program = network.program
    program.environment["TZ"] = "Asia/Tokyo"
    let sound = try Self.questions.map { try ask($0, of: program, "sound") }
    try damage(network.database)
    let answers = try Self.questions.map { try ask($0, of: program, place) }
    let isNamed = try ask("doctor --deep", of: program, place).status != 0
    let wrong = zip(answers, sound).count { $0.status == 0 && $0 != $1 }
    #expect(wrong == 0 || isNamed, "\(place): \(answers)")
    if wrong > 0 { print("\(place): \(wrong) of \(answers.count) answers are not as before") }
    return program
  }

  private func ask(_ line: String, of program: Program, _ place: String) throws -> Answer {
    let words = line.split(separator: " ").map(String.init)
    let answer = try program.run(words + ["--wait", "2"])
    #expect(Self.answers.contains(answer.status), "\(place), \(line): \(answer)")
    #expect(answer.status < 2 || answer.stderr.contains("rror"), "\(place), \(line): \(answer)")
    return answer
  }
}
