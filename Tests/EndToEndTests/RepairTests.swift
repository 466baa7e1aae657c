import Foundation
import Support
import Testing

/// Tests the copy that a repair makes, also when it is interrupted or killed.
@Suite struct RepairTests {
  /// A damaged network, large enough to stop its repair halfway.
  private static let damaged = Result {
    let program = try SmallNetwork().program
    try program.succeed("seed", "--users", "1000", "--posts", "5000")
    try RawDatabase(program.home.file("net.db")).run("UPDATE users SET post_count = 99")
    return try program.home.bytes(of: "net.db")
  }

  /// A program with its own copy of the damaged network.
  private func damaged() throws -> Program {
    let program = try SmallNetwork().program
    try program.home.write(try RepairTests.damaged.get(), to: "net.db")
    return program
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted repair leaves neither a change nor a copy`(signal: Int32) throws {
    try expectUndone(try damaged(), signal)
  }

  private func expectUndone(_ program: Program, _ signal: Int32) throws {
    let before = try program.home.bytes(of: "net.db")
    let running = try program.start("doctor", "--repair")
    waitUntil { program.home.hasScratch }
    running.send(signal)
    #expect(
      try running.wait()
        == Answer(stderr: "Interrupted; nothing was saved.\n", status: 128 + signal))
    #expect(try program.home.names() == ["net.db", "net.db-lock"])
    let isAsBefore = try program.home.bytes(of: "net.db") == before
    #expect(isAsBefore)
  }

  @Test func `a killed repair leaves no named copy, and the next repair removes its leftovers`()
    throws
  {
    for _ in 0..<3 {
      let program = try damaged()
      try expectCleared(killing: program, by: program)
    }
  }

  /// Kills a repair while it writes its copy, and runs another repair.
  private func expectCleared(killing program: Program, by next: Program) throws {
    let running = try program.start("doctor", "--repair")
    waitUntil { program.home.hasScratch }
    running.send(SIGKILL)
    #expect(try running.wait().status == 137, "the repair ended before the kill")
    #expect(try !program.home.names().contains { $0.contains("damaged") })
    #expect(try next.run("doctor", "--repair").status == 1)
    let names = try next.home.names().filter { !$0.hasSuffix("-lock") }
    #expect(names == ["net.db", "net.db-damaged-1"])
  }

  @Test func `the copy of a network with a log includes the log`() throws {
    let program = try damaged()
    let reader = try RawDatabase(program.home.file("net.db"))
    #expect(try reader.column("BEGIN; SELECT 1") == [])
    _ = try reader.column("SELECT count(*) FROM users")
    try program.succeed("create-user", "zoe")
    let answer = try program.run("doctor", "--repair")
    #expect(answer.status == 1)
    #expect(answer.stderr.contains("net.db-damaged-1, and its log beside it.\n"))
    let copy = try RawDatabase(program.home.file("net.db-damaged-1"))
    let counts = "SELECT count(*), max(post_count), max(username = 'zoe') FROM users"
    #expect(try copy.rows(counts) == [["1005", "99", "1"]])
  }

  @Test func `a repair restores a handle from its index, and a dry run announces it`() throws {
    let program = try SmallNetwork().program
    var bytes = try program.home.bytes(of: "net.db")
    let row = Array("bobBob 🌱".utf8)
    let place = try #require(
      bytes.indices.dropLast(row.count).first { bytes[$0..<$0 + row.count].elementsEqual(row) })
    bytes[place] ^= 0x40
    try program.home.write(bytes, to: "net.db")
    #expect(try program.run("show", "bob").status == 65)
    let tried = try program.run("doctor", "--repair", "--dry-run")
    #expect(
      tried
        == Answer(
          stdout: """
            index sqlite_autoindex_users_1: does not agree with its table; would be repaired.
            user "ob: is not what was written; would be repaired.
            index user_words: disagrees with the rows of its table; would be repaired.

            """, status: 1))
    let record = try program.run("doctor", "--repair", "--dry-run", "--json")
    #expect(record.stdout.contains("\"dry_run\": true"))
    #expect(try program.home.bytes(of: "net.db") == bytes)
    let answer = try program.run("doctor", "--repair")
    #expect(answer.stdout == tried.stdout.replacing("would be ", with: ""))
    #expect(answer.status == 1)
    try program.succeed("doctor", "--deep")
    #expect(try program.succeed("show", "bob").contains("Bob 🌱"))
  }

  /// Tests the checks with repairs that leave something.
  @Test(arguments: [
    ("printf x >>net.db", "isAsBefore"), ("cp net.db net.db-damaged-1", "names()"),
    ("touch .profilectl-left", "names()"), ("echo done", "running.wait()"),
  ])
  func `the check reports a change or a copy left by an interrupted repair`(
    plant: String, words: String
  ) throws {
    let program = try SmallNetwork().program.replaced(
      by: """
        end() { rm .profilectl-scratch; \(plant); echo "Interrupted; nothing was saved." >&2; exit 130; }
        trap end INT
        touch net.db-lock .profilectl-scratch
        read line
        """)
    try expectFound(words) { try expectUndone(program, SIGINT) }
  }

  @Test(arguments: ["cp net.db net.db-damaged-1", ":"])
  func `the check reports a copy or leftovers of a killed repair`(
    plant: String
  ) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run("UPDATE users SET post_count = 99")
    let program = try network.program.replaced(by: "\(plant); touch .profilectl-left; read line")
    try expectFound("damaged") { try expectCleared(killing: program, by: network.program) }
  }
}
