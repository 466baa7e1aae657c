import Foundation
import Support
import Testing

/// Tests processes whose log, or its index, another program deletes.
@Suite struct LostLogTests {
  private let program: Program

  init() throws {
    program = try Program(database: "net.db")
    try program.succeed("create-user", "alice", "bob")
  }

  /// A process that has run `lines` and waits for the next one.
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
  func `a process whose log or index was deleted refuses and restores neither`(
    line: String, way: (endings: String, reads: Bool)
  ) throws {
    let running = try script(
      "post one --as alice", way.reads ? "explore --fields text" : "follows alice bob")
    try remove(way.endings)
    running.write("\(line)\n")
    let answer = try running.wait()
    #expect(answer.status == (line.isEmpty ? 0 : 74), "\(answer)")
    #expect(line.isEmpty || answer.stderr.contains("moved or replaced"), "\(answer)")
    try expectPosts(way.endings.contains("wal") ? "" : "one\n")
  }

  @Test(
    arguments: ["post two --as alice", "explore --fields text"], ["-wal", "-shm", "-wal -shm"])
  func `after a refusal a process continues with the present files`(
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
    let isLost = endings.contains("wal")
    // The answer may equal the first one, so the echo marks the line.
    try say("post three --as alice", until: "three --as alice")
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
    try expectPosts(isLost ? "three\n" : "three\none\n")
  }

  /// Also covers processes that have ended and whose log is deleted too.
  @Test(
    arguments: ["post two --as alice", "explore --fields text", ""],
    [(1, false), (3, false), (3, true)])
  func `processes that continue without the log lose nothing`(
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

  /// Without a check, each process would write with its own index.
  @Test(arguments: ["post two --as alice", "explore --fields text", ""], [true, false])
  func `processes with different indexes of the log lose nothing`(
    line: String, isEmpty: Bool
  ) throws {
    let running = try script("post one --as alice", "explore --fields text")
    // The log is empty if another process was the last to write.
    if isEmpty { try program.succeed("post", "early", "--as", "bob") }
    try remove("-shm")
    for _ in 1...2 { try program.succeed("post", "other", "--as", "bob") }
    running.write("\(line)\n")
    #expect(try running.wait().status == (line.isEmpty ? 0 : 74))
    try expectPosts("other\nother\n\(isEmpty ? "early\n" : "")one\n")
  }

  @Test(arguments: ["post two --as alice", "explore --fields text", ""])
  func `a database that is moved away is whole, and complete when moved back`(
    line: String
  ) throws {
    let running = try script("post one --as alice", "explore --fields text")
    let (file, old) = (program.home.file("net.db"), program.home.file("old.db"))
    #expect(rename(file, old) == 0)
    running.write("\(line)\n")
    #expect(try running.wait().status == (line.isEmpty ? 0 : 74))
    #expect(try program.succeed("doctor", "--deep", "--db", old) == "Nothing is wrong.\n")
    #expect(rename(old, file) == 0)
    try expectPosts("one\n")
  }

  @Test func `processes that write a database moved away lose nothing`() throws {
    let running = try script("post one --as alice", "explore --fields text")
    let old = program.home.file("old.db")
    #expect(rename(program.home.file("net.db"), old) == 0)
    try program.succeed("post", "other", "--as", "bob", "--db", old)
    #expect(try running.wait().status == 0)
    #expect(try program.succeed("explore", "--fields", "text", "--db", old) == "other\n")
    #expect(try program.succeed("doctor", "--deep", "--db", old) == "Nothing is wrong.\n")
  }

  @Test func `a process that only reads does not restore a deleted log`() throws {
    let writer = try script("post one --as alice")
    let reader = try script("explore --fields text")
    writer.send(SIGKILL)
    _ = try writer.wait()
    try remove("-wal -shm")
    for _ in 1...2 { try program.succeed("post", "other", "--as", "bob") }
    #expect(try reader.wait().status == 0)
    try expectPosts("other\nother\n")
  }

  /// Tests the check: the posts in a deleted log are lost.
  @Test func `the check reports a lost post`() throws {
    let writer = try script("post one --as alice")
    writer.send(SIGKILL)
    _ = try writer.wait()
    try remove("-wal -shm")
    try expectFound("texts") { try expectPosts("one\n") }
  }

  /// Restores a deleted log over later changes.
  @Test func `the check reports a file damaged by a foreign log`() throws {
    let running = try script("post one --as alice", "explore --fields text")
    let log = try program.home.bytes(of: "net.db-wal")
    try remove("-wal -shm")
    try program.succeed("post", "other", "--as", "bob")
    running.send(SIGKILL)
    _ = try running.wait()
    try program.home.write(log, to: "net.db-wal")
    try expectFound("texts") { try expectPosts("other\n") }
  }

  @Test func `the check reports a fault outside the posts`() throws {
    try program.succeed("post", "one", "--as", "alice")
    try RawDatabase(program.home.file("net.db")).run("UPDATE users SET follower_count = 3")
    try expectFound("doctor --deep") { try expectPosts("one\n") }
  }
}
