import Foundation
import Support
import Testing

/// Tests writes while another process holds the lock of the database.
@Suite struct BusyTests {
  @Test func `the wait for the lock ends after --wait`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    try expectSecond(waitedBy: network.program)
    try network.program.succeed("explore")
    lock.release()
    try network.program.succeed("post", "Hello", "--wait", "1")
  }

  /// Expects an error after one second; the test holds the lock.
  private func expectSecond(waitedBy program: Program) throws {
    let before = try FolderState(of: program.home)
    let start = ContinuousClock.now
    let answer = try program.run("post", "Hello", "--wait", "1", "--json")
    let time = ContinuousClock.now - start
    #expect(time >= .seconds(1))
    #expect(answer.status == 75)
    #expect(answer.stdout == "")
    let refusal = try Refusal.parse(answer.stderr)
    #expect(refusal?.code == "busy")
    #expect(refusal?.message.hasSuffix("was busy for 1 second; nothing was saved.") == true)
    #expect(try FolderState(of: program.home) == before)
  }

  /// Tests the check itself.
  @Test(arguments: [
    (#"profilectl "$@"; printf x >>net.db; exit 75"#, "FolderState(of: "),
    (
      #"profilectl "$@" --wait 0 2>&1 | sed 's/is busy/was busy for 1 second/' >&2; exit 75"#,
      "time"
    ),
    ("exec sleep 1000", "did not finish in time"),
  ])
  func `the check reports a change, a wait that was too short and one without end`(
    plant: String, words: String
  ) throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    var program = try network.program.replaced(by: plant)
    if plant.hasPrefix("exec sleep") { program.timeout = .milliseconds(100) }
    try expectFound(words) { try expectSecond(waitedBy: program) }
    lock.release()
  }

  @Test func `a write waits for another program's transaction until --wait is over`() throws {
    let network = try SmallNetwork()
    let other = try RawDatabase(network.database)
    try other.run("BEGIN IMMEDIATE")
    let answer = try network.program.run("follow", "dave", "--wait=1")
    #expect(answer.status == 75)
    #expect(answer.stderr.contains("was busy for 1 second; nothing was saved."))
    try network.program.succeed("users")
    try other.run("COMMIT")
    try network.program.succeed("follow", "dave", "--wait=1")
  }

  /// One commit holds a thousand items, and each commit waits separately.
  @Test func `a partly saved write reports the number of saved items`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    let names = (1...1_200).map { "user\($0)" }
    let running = try network.program.start(
      ["create-user", "--keep-going", "--wait", "4"] + names)
    #expect(lock.waitUntilWanted())
    // The first commit gives up after four seconds, and the second one after eight.
    let end = ContinuousClock.now + .seconds(6)
    waitUntil { ContinuousClock.now > end }
    lock.release()
    let answer = try running.wait()
    #expect(answer.status == 75)
    #expect(answer.stdout.split(separator: "\n").count == 200)
    #expect(
      answer.stderr.contains("busy for 4 seconds; nothing more was saved. 200 items were saved.\n"))
    #expect(try network.program.succeed("users", "user1200", "--count") == "1\n")
  }

  @Test func `--wait 0 does not wait`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    try Refusal.expect("busy", 75, from: network.program, ["like", "4", "--wait", "0"])
    lock.release()
    try network.program.succeed("like", "4", "--wait", "0")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the wait, and nothing is saved`(signal: Int32) throws {
    let network = try SmallNetwork()
    try expectNothing(savedBy: network.program, signal)
    #expect(try network.program.succeed("explore", "--count") == "4\n")
  }

  @Test func `a line given up at a signal does not count as refused`() throws {
    let network = try SmallNetwork()
    try network.program.home.write("post Hello\npost Again\n", to: "s.pctl")
    let lock = DatabaseLock(of: network.database)
    let terminal = try PseudoTerminal(network.program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    terminal.type("run --format ndjson s.pctl\r")
    #expect(lock.waitUntilWanted())
    terminal.type("\u{3}")
    try terminal.read { $0.contains("Interrupted; 0 lines were applied.") }
    #expect(!terminal.text.contains("refused"))
    lock.release()
  }

  @Test func `items given up at a signal do not count as refused`() throws {
    let network = try SmallNetwork()
    let names = (1...50_000).map { "user\($0)" }
    var program = network.program
    // A file, because after a signal the program gives up a pipe that is not read.
    program.redirections[1] = .file(program.home.file("answers"))
    try program.home.write("", to: "answers")
    let running = try program.start(
      ["create-user", "--keep-going", "--format", "ndjson"] + names)
    let database = try RawDatabase(network.database)
    waitUntil { (try? database.column("SELECT count(*) FROM users")) != ["4"] }
    running.send(SIGINT)
    #expect(try running.wait().status == 130)
    let output = try String(contentsOfFile: program.home.file("answers"), encoding: .utf8)
      .split(separator: "\n")
    #expect(!output.isEmpty && output.count < names.count)
    #expect(output.allSatisfy { $0.contains("\"created\"") })
    #expect(try database.column("SELECT count(*) - 4 FROM users") == ["\(output.count)"])
  }

  private func expectNothing(savedBy program: Program, _ signal: Int32) throws {
    let lock = DatabaseLock(of: program.home.file("net.db"))
    let before = try FolderState(of: program.home)
    let running = try program.start("post", "Hello")
    #expect(lock.waitUntilWanted())
    running.send(signal)
    let answer = try running.wait()
    #expect(
      answer == Answer(stderr: "Interrupted; nothing was saved.\n", status: 128 + signal))
    #expect(try FolderState(of: program.home) == before)
    lock.release()
  }

  @Test(arguments: [("printf x >>net.db", "FolderState(of: "), ("echo done", "answer")])
  func `the check reports a change after a signal and another answer`(plant: String, words: String)
    throws
  {
    let program = try SmallNetwork().program.replaced(
      by: """
        trap 'trap : TERM; kill -TERM 0; wait; \(plant); exit 130' INT
        (trap : TERM; profilectl "$@") & wait
        """)
    try expectFound(words) { try expectNothing(savedBy: program, SIGINT) }
  }

  @Test func `the interrupt key ends the wait and leaves the terminal in order`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    let terminal = try PseudoTerminal(network.program, "post", "Hello")
    #expect(lock.waitUntilWanted())
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text == "^CInterrupted; nothing was saved.\r\n")
    #expect(terminal.isCooked)
  }

  @Test func `a write to a database that was replaced meanwhile is refused`() throws {
    try expectRefusal(afterReplacingDatabaseOf: try SmallNetwork().program)
  }

  private func expectRefusal(afterReplacingDatabaseOf program: Program) throws {
    let home = program.home
    let database = home.file("net.db")
    let lock = DatabaseLock(of: database)
    let copy = try home.bytes(of: "net.db")
    let running = try program.start("post", "Hello", "--json")
    #expect(lock.waitUntilWanted())
    #expect(rename(database, home.file("old.db")) == 0)
    try home.write(copy, to: "net.db")
    lock.release()
    let answer = try running.wait()
    #expect(answer.status == 74)
    #expect(answer.stdout == "")
    let refusal = try Refusal.parse(answer.stderr)
    #expect(refusal?.code == "database_moved")
    #expect(refusal?.message.hasSuffix("nothing was saved.") == true)
    #expect(try home.bytes(of: "net.db") == copy)
    #expect(try home.bytes(of: "old.db") == copy)
  }

  @Test(arguments: [
    ("printf x >>net.db", "\"net.db\""), ("printf x >>old.db", "\"old.db\""),
    ("status=0", "answer.status"), ("echo done", "answer.stdout"),
  ])
  func `the check reports a post in the replaced database`(plant: String, words: String) throws {
    let program = try SmallNetwork().program.followed(by: plant)
    try expectFound(words) { try expectRefusal(afterReplacingDatabaseOf: program) }
  }
}
