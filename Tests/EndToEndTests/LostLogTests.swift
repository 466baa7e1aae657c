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
    [("-wal", true), ("-wal", false), ("-wal -shm", true), ("-wal -shm", false)])
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

  @Test(arguments: ["post two --as alice", "explore --fields text", ""], [1, 3])
  func `others who went on without it lose nothing`(line: String, count: Int) throws {
    let running = try script("post one --as alice", "explore --fields text")
    try remove("-wal -shm")
    for _ in 0..<count { try program.succeed("post", "other", "--as", "bob") }
    running.write("\(line)\n")
    #expect(try running.wait().status == (line.isEmpty ? 0 : 74))
    try expectPosts(String(repeating: "other\n", count: count))
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
}
