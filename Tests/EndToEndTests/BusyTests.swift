import Foundation
import Support
import Testing

/// What happens to a write while somebody else keeps the database to themself.
@Suite struct BusyTests {
  @Test func `waiting for the lock has an end`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    let before = try FolderState(of: network.program.home)
    let answer = try network.program.run("post", "Hello", "--wait", "1", "--json")
    #expect(answer.status == 75)
    #expect(answer.stdout == "")
    let refusal = try Refusal.parse(answer.stderr)
    #expect(refusal?.code == "busy")
    #expect(refusal?.message.hasSuffix("was busy for 1 second; nothing was saved.") == true)
    #expect(try FolderState(of: network.program.home) == before)
    try network.program.succeed("explore")
    lock.release()
    try network.program.succeed("post", "Hello", "--wait", "1")
  }

  @Test func `another program's transaction is waited for, and no longer than asked`() throws {
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

  /// A thousand share a commit, and each commit waits for itself.
  @Test func `what was saved after others had waited in vain is told`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    let names = (1...1_200).map { "user\($0)" }
    let running = try network.program.start(
      ["create-user", "--keep-going", "--wait", "1"] + names)
    #expect(lock.waitUntilWanted())
    Thread.sleep(forTimeInterval: 1.5)
    lock.release()
    let answer = try running.wait()
    #expect(answer.status == 75)
    #expect(answer.stdout.split(separator: "\n").count == 200)
    #expect(
      answer.stderr.contains("busy for 1 second; nothing more was saved. 200 items were saved.\n"))
    #expect(try network.program.succeed("users", "user1200", "--count") == "1\n")
  }

  @Test func `not waiting at all is possible`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    try Refusal.expect("busy", 75, from: network.program, ["like", "4", "--wait", "0"])
    lock.release()
    try network.program.succeed("like", "4", "--wait", "0")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the wait, and nothing was saved`(signal: Int32) throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    let before = try FolderState(of: network.program.home)
    let running = try network.program.start("post", "Hello")
    #expect(lock.waitUntilWanted())
    running.send(signal)
    let answer = try running.wait()
    #expect(
      answer == Answer(stderr: "Interrupted; nothing was saved.\n", status: 128 + signal))
    #expect(try FolderState(of: network.program.home) == before)
    lock.release()
    #expect(try network.program.succeed("explore", "--count") == "4\n")
  }

  @Test func `the interrupt key ends the wait on a terminal, which stays whole`() throws {
    let network = try SmallNetwork()
    let lock = DatabaseLock(of: network.database)
    let terminal = try PseudoTerminal(network.program, "post", "Hello")
    #expect(lock.waitUntilWanted())
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text == "^CInterrupted; nothing was saved.\r\n")
    #expect(terminal.isCooked)
  }

  @Test func `a database that was replaced meanwhile swallows nothing`() throws {
    let network = try SmallNetwork()
    let home = network.program.home
    let lock = DatabaseLock(of: network.database)
    let copy = try home.bytes(of: "net.db")
    let running = try network.program.start("post", "Hello", "--json")
    #expect(lock.waitUntilWanted())
    #expect(rename(network.database, home.file("old.db")) == 0)
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
}
