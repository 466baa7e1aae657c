import Foundation
import Support
import Testing

/// What lies beside a network that is repaired, however the repair ends.
@Suite struct RepairTests {
  /// Large enough that a repair can be stopped on its way.
  private static let harmed = Result {
    let program = try SmallNetwork().program
    try program.succeed("seed", "--users", "1000", "--posts", "5000")
    try RawDatabase(program.home.file("net.db")).run("UPDATE users SET post_count = 99")
    return try program.home.bytes(of: "net.db")
  }

  /// A network of one's own to be repaired.
  private func harmed() throws -> Program {
    let program = try SmallNetwork().program
    try program.home.write(try RepairTests.harmed.get(), to: "net.db")
    return program
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `interrupted, leaves neither a change nor a copy`(signal: Int32) throws {
    try expectUndone(try harmed(), signal)
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

  @Test func `killed, leaves nothing that has the name of a copy, and the next one clears it away`()
    throws
  {
    for _ in 0..<3 {
      let program = try harmed()
      try expectCleared(killing: program, by: program)
    }
  }

  /// Kills a repair while its copy grows, and has another made.
  private func expectCleared(killing program: Program, by next: Program) throws {
    let running = try program.start("doctor", "--repair")
    waitUntil { program.home.hasScratch }
    running.send(SIGKILL)
    #expect(try running.wait().status == 137, "it was at its end before")
    #expect(try !program.home.names().contains { $0.contains("damaged") })
    #expect(try next.run("doctor", "--repair").status == 1)
    let names = try next.home.names().filter { !$0.hasSuffix("-lock") }
    #expect(names == ["net.db", "net.db-damaged-1"])
  }

  @Test func `the copy of a network with a log has that log`() throws {
    let program = try harmed()
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

  @Test func `gives a row the handle that only its index still has, and a dry run says so`() throws
  {
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
            index sqlite_autoindex_users_1: does not agree with its table; repaired.
            user "ob: is not what was written; repaired.
            index user_words: does not say what its rows say; repaired.

            """, status: 1))
    #expect(try program.home.bytes(of: "net.db") == bytes)
    let answer = try program.run("doctor", "--repair")
    #expect(answer.stdout == tried.stdout)
    #expect(answer.status == 1)
    try program.succeed("doctor", "--deep")
    #expect(try program.succeed("show", "bob").contains("Bob 🌱"))
  }

  /// The judgements' own control: what a repair may do that is interrupted.
  @Test(arguments: [
    ("printf x >>net.db", "isAsBefore"), ("cp net.db net.db-damaged-1", "names()"),
    ("touch .profilectl-left", "names()"), ("echo done", "running.wait()"),
  ])
  func `a change or a copy that an interrupted repair leaves is found`(
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
  func `a copy that a killed repair leaves, and what nobody clears away, is found`(
    plant: String
  ) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run("UPDATE users SET post_count = 99")
    let program = try network.program.replaced(by: "\(plant); touch .profilectl-left; read line")
    try expectFound("damaged") { try expectCleared(killing: program, by: network.program) }
  }
}
