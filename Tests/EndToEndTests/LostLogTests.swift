import Foundation
import Support
import Testing

/// Somebody takes the log, or the log and its index, from a network that a process has open.
@Suite struct LostLogTests {
  private let program: Program

  init() throws {
    program = try Program(database: "net.db")
    try program.succeed("create-user", "alice", "bob")
  }

  /// A process that has changed the network, and maybe read it, and waits for its next line.
  private func script(_ lines: String...) throws -> RunningProgram {
    let running = try program.start("run", "-", "--keep-going")
    for line in lines { running.write("\(line)\n") }
    try running.read { $0.split(separator: "\n").count == lines.count }
    return running
  }

  private func remove(_ endings: String) throws {
    for ending in endings.split(separator: " ") {
      try FileManager.default.removeItem(atPath: program.home.file("net.db\(ending)"))
    }
  }

  private func expectPosts(_ texts: String) throws {
    #expect(try program.succeed("explore", "--fields", "text") == texts)
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
  }

  @Test(
    arguments: ["post two --as alice", "explore --fields text", ""],
    ["-wal", "-shm", "-wal -shm", "-wal -shm -lock"].flatMap { [($0, true), ($0, false)] })
  func `what it held is saved where nobody went on without it`(
    line: String, way: (endings: String, reads: Bool)
  ) throws {
    let running = try script(
      "post one --as alice", way.reads ? "explore --fields text" : "follows alice bob")
    try remove(way.endings)
    running.write("\(line)\n")
    let answer = try running.wait()
    #expect(answer.status == (line.isEmpty ? 0 : 74), "\(answer)")
    #expect(line.isEmpty || answer.stderr.contains("moved or replaced"), "\(answer)")
    try expectPosts("one\n")
  }

  /// Whoever has the lock may be about to open the file.
  @Test(arguments: [true, false])
  func `what it held is saved when another lets go of the lock`(reads: Bool) throws {
    let running = try script(
      "post one --as alice", reads ? "explore --fields text" : "follows alice bob")
    let lock = DatabaseLock(of: program.home.file("net.db"))
    try remove("-wal -shm")
    running.closeInput()
    #expect(lock.waitUntilWanted())
    lock.release()
    #expect(try running.wait().status == 0)
    try expectPosts("one\n")
  }

  @Test(
    arguments: ["post two --as alice", "explore --fields text"], ["-wal", "-shm", "-wal -shm"])
  func `whoever noticed goes on with the files that are there`(
    line: String, endings: String
  ) throws {
    let terminal = try PseudoTerminal(program, "repl")
    func say(_ line: String, until words: String) throws {
      terminal.type("\(line)\r")
      try terminal.read { $0.contains(words) && $0.hasSuffix("net.db> ") }
    }
    try terminal.read { $0.hasSuffix("net.db> ") }
    try say("post one --as alice", until: "Posted #1")
    try say("explore --fields text", until: "\none\r\n")
    try remove(endings)
    try say(line, until: "moved or replaced")
    try say("post three --as alice", until: "Posted #2")
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
    try expectPosts("three\none\n")
  }

  /// They may have come and gone, and somebody may have cleared up behind them.
  @Test(
    arguments: ["post two --as alice", "explore --fields text", ""],
    [(1, false), (3, false), (3, true)])
  func `others who went on without it lose nothing`(
    line: String, way: (count: Int, isClearedUp: Bool)
  ) throws {
    let running = try script("post one --as alice", "explore --fields text")
    try remove("-wal -shm")
    for _ in 0..<way.count { try program.succeed("post", "other", "--as", "bob") }
    if way.isClearedUp { try remove("-wal -shm") }
    running.write("\(line)\n")
    #expect(try running.wait().status == (line.isEmpty ? 0 : 74))
    try expectPosts(String(repeating: "other\n", count: way.count))
  }

  /// Each would write by an index of its own.
  @Test(arguments: ["post two --as alice", "explore --fields text", ""], [true, false])
  func `others who have another index of the log lose nothing`(
    line: String, isEmpty: Bool
  ) throws {
    let running = try script("post one --as alice", "explore --fields text")
    // The log is empty when somebody else was the last to write.
    if isEmpty { try program.succeed("post", "early", "--as", "bob") }
    try remove("-shm")
    for _ in 1...2 { try program.succeed("post", "other", "--as", "bob") }
    running.write("\(line)\n")
    #expect(try running.wait().status == (line.isEmpty ? 0 : 74))
    try expectPosts("other\nother\n\(isEmpty ? "early\n" : "")one\n")
  }

  @Test(arguments: ["post two --as alice", "explore --fields text", ""])
  func `a file that is moved away has all that was acknowledged`(line: String) throws {
    let running = try script("post one --as alice", "explore --fields text")
    let old = program.home.file("old.db")
    #expect(rename(program.home.file("net.db"), old) == 0)
    running.write("\(line)\n")
    #expect(try running.wait().status == (line.isEmpty ? 0 : 74))
    #expect(try program.succeed("explore", "--fields", "text", "--db", old) == "one\n")
    #expect(try program.succeed("doctor", "--deep", "--db", old) == "Nothing is wrong.\n")
  }

  @Test func `others who write a file that was moved away lose nothing`() throws {
    let running = try script("post one --as alice", "explore --fields text")
    let old = program.home.file("old.db")
    #expect(rename(program.home.file("net.db"), old) == 0)
    try program.succeed("post", "other", "--as", "bob", "--db", old)
    #expect(try running.wait().status == 0)
    #expect(try program.succeed("explore", "--fields", "text", "--db", old) == "other\n")
    #expect(try program.succeed("doctor", "--deep", "--db", old) == "Nothing is wrong.\n")
  }

  @Test func `who only read it doesn't bring back what is no more`() throws {
    let writer = try script("post one --as alice")
    let reader = try script("explore --fields text")
    writer.send(SIGKILL)
    _ = try writer.wait()
    try remove("-wal -shm")
    for _ in 1...2 { try program.succeed("post", "other", "--as", "bob") }
    #expect(try reader.wait().status == 0)
    try expectPosts("other\nother\n")
  }

  /// The judgement's own control: what a log held is gone with it when nobody has it open.
  @Test func `a post that is lost is found`() throws {
    let writer = try script("post one --as alice")
    writer.send(SIGKILL)
    _ = try writer.wait()
    try remove("-wal -shm")
    try expectFound("texts") { try expectPosts("one\n") }
  }

  /// A log that was taken away comes back over what others have written.
  @Test func `a file that a foreign log has spoiled is found`() throws {
    let running = try script("post one --as alice", "explore --fields text")
    let log = try program.home.bytes(of: "net.db-wal")
    try remove("-wal -shm")
    try program.succeed("post", "other", "--as", "bob")
    running.send(SIGKILL)
    _ = try running.wait()
    try program.home.write(log, to: "net.db-wal")
    try expectFound("texts") { try expectPosts("other\n") }
  }

  @Test func `a fault that posts do not show is found`() throws {
    try program.succeed("post", "one", "--as", "alice")
    try RawDatabase(program.home.file("net.db")).run("UPDATE users SET follower_count = 3")
    try expectFound("doctor --deep") { try expectPosts("one\n") }
  }
}
