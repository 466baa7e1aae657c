import Foundation
import Support
import Testing

/// What lies beside a network that is repaired, however the repair ends.
@Suite struct RepairTests {
  /// Large enough that a repair can be stopped on its way.
  private func harmed() throws -> Program {
    let program = try SmallNetwork().program
    try program.succeed("seed", "--users", "1000", "--posts", "5000")
    try RawDatabase(program.home.file("net.db")).run("UPDATE users SET post_count = 99")
    return program
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `interrupted, leaves neither a change nor a copy`(signal: Int32) throws {
    let program = try harmed()
    let before = try program.home.bytes(of: "net.db")
    let running = try program.start("doctor", "--repair")
    waitUntil { program.home.hasScratch }
    running.send(signal)
    #expect(
      try running.wait()
        == Answer(stderr: "Interrupted; nothing was saved.\n", status: 128 + signal))
    #expect(try program.home.names() == ["net.db", "net.db-lock"])
    #expect(try program.home.bytes(of: "net.db") == before)
  }

  @Test func `killed, leaves nothing that has the name of a copy, and the next one clears it away`()
    throws
  {
    let program = try harmed()
    for _ in 0..<3 {
      let running = try program.start("doctor", "--repair")
      waitUntil { program.home.hasScratch }
      running.send(SIGKILL)
      _ = try? running.wait()
      #expect(try !program.home.names().contains { $0.contains("damaged") })
    }
    #expect(try program.run("doctor", "--repair").status == 1)
    let names = try program.home.names().filter { !$0.hasSuffix("-lock") }
    #expect(names == ["net.db", "net.db-damaged-1"])
  }

  @Test func `the copy of a network with a log has that log`() throws {
    let program = try harmed()
    let reader = try RawDatabase(program.home.file("net.db"))
    #expect(try reader.column("BEGIN; SELECT 1") == [])
    _ = try reader.column("SELECT count(*) FROM users")
    try program.succeed("create-user", "zoe")
    #expect(try program.run("doctor", "--repair").status == 1)
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
}
