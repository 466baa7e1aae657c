import Foundation
import Support
import Testing

/// Tests many processes with one file: none is refused as busy and none starves.
@Suite struct CrowdTests {
  private static let crowd = 32
  private let program: Program
  private let home: TemporaryFolder

  init() throws {
    var program = try Program(now: SmallNetwork.now)
    home = program.home
    program.environment["PROFILECTL_DB"] = home.file("net.db")
    self.program = program
  }

  @Test func `thirty-two processes create one file and write to it`() throws {
    let lines: (String) -> String = {
      "create-user \($0)\nlogin \($0)\npost one\npost two\npost three\n"
    }
    let running = try (0..<Self.crowd).map { number in
      let process = try program.start("run", "-", "--wait", "10")
      process.write(lines("user\(number)"))
      process.closeInput()
      return process
    }
    try expectServed(running)
    try expectSound(users: Self.crowd, posts: 3 * Self.crowd)
  }

  @Test func `thirty-two processes find all posts that a killed writer acknowledged`() throws {
    try program.succeed("create-user", "ann", "bob")
    let writer = try program.start("run", "-", "--as", "ann")
    writer.write((0..<500).map { "post \($0)\n" }.joined())
    try writer.read { $0.utf8.count { $0 == UInt8(ascii: "\n") } >= 20 }
    writer.send(SIGKILL)
    _ = try writer.wait()
    #expect(try home.names().contains("net.db-wal"), "no log was left")
    let acknowledged = writer.stdout.count { $0 == UInt8(ascii: "\n") }
    let running = try (0..<Self.crowd).map { number in
      try number % 2 == 0
        ? program.start("explore", "--count", "--wait", "10")
        : program.start("post", "more", "--as", "bob", "--wait", "10")
    }
    let answers = try expectServed(running)
    try expectCounts(
      acknowledged, in: answers.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    try expectSound()
  }

  /// The stopped process keeps the lock, as after Ctrl-Z.
  @Test func `no process is refused while the lock's holder is stopped`() throws {
    try program.succeed("create-user", "ann", "bob")
    let holder = try program.start("run", "--atomic", "-", "--as", "ann")
    holder.write("post held\n")
    waitUntilHeld(by: holder)
    holder.send(SIGSTOP)
    let waiting = try (0..<8).map { number in
      try program.start("post", "\(number)", "--as", "bob", "--wait", "300")
    }
    #expect(try program.succeed("explore", "--count") == "0\n", "readers do not wait")
    waitUntil { waiting.allSatisfy { $0.hasOpen(home.file("net.db-lock")) && $0.isAtRest } }
    holder.send(SIGCONT)
    try expectServed([holder] + waiting)
    try expectSound(users: 2, posts: 9)
  }

  /// Tests the checks themselves.
  @Test func `the check reports a process that is refused as busy`() throws {
    try program.succeed("create-user", "ann")
    let lock = DatabaseLock(of: home.file("net.db"))
    let running = try program.start("post", "one", "--as", "ann", "--wait", "0")
    try expectFound("is busy") { try expectServed([running]) }
    lock.release()
  }

  @Test func `the check reports a process that starves`() throws {
    try program.succeed("create-user", "ann")
    let lock = DatabaseLock(of: home.file("net.db"))
    let running = try program.start("post", "one", "--as", "ann", "--wait", "300")
    #expect(lock.waitUntilWanted())
    try expectFound("did not finish in time") {
      try expectServed([running], within: .milliseconds(100))
    }
    lock.release()
  }

  @Test(arguments: [("post", "explore"), ("create-user", "users")])
  func `the check reports an acknowledged write that is missing`(deed: String, words: String) throws
  {
    try program.succeed("create-user", "ann")
    let replaced = try program.replaced(by: "[ $1 = \(deed) ] || profilectl \"$@\"")
    try expectServed([
      try replaced.start("create-user", "bob"), try replaced.start("post", "one", "--as", "ann"),
    ])
    try expectFound(words) { try expectSound(users: 2, posts: 1) }
  }

  @Test func `the check reports a wrong count and a leftover file`() throws {
    try program.succeed("create-user", "ann")
    try RawDatabase(home.file("net.db")).run("UPDATE users SET post_count = 1")
    try expectFound("doctor --deep") { try expectSound() }
    try RawDatabase(home.file("net.db")).run("UPDATE users SET post_count = 0")
    try home.write("", to: "left")
    try expectFound("names()") { try expectSound() }
  }

  @Test func `the check reports a reader that misses an acknowledged post`() throws {
    try program.succeed("create-user", "ann")
    let writer = try program.start("run", "-", "--as", "ann")
    writer.write("post one\n")
    try writer.read { $0.contains("posted") }
    writer.send(SIGKILL)
    _ = try writer.wait()
    for end in ["-wal", "-shm"] { unlink(home.file("net.db\(end)")) }
    let reader = try program.run("explore", "--count")
    try expectFound("acknowledged") { try expectCounts(1, in: [reader]) }
  }

  @discardableResult
  private func expectServed(
    _ running: [RunningProgram], within limit: Duration = .ample
  ) throws -> [Answer] {
    let answers = try running.map { try $0.wait(within: limit) }
    for answer in answers { #expect(answer.status == 0 && answer.stderr == "", "\(answer)") }
    return answers
  }

  private func expectCounts(_ acknowledged: Int, in answers: [Answer]) throws {
    for answer in answers { #expect(try #require(Int(answer.stdout.dropLast())) >= acknowledged) }
  }

  /// Expects these numbers of users and posts, and a sound file.
  private func expectSound(users: Int, posts: Int) throws {
    #expect(try program.succeed("users", "--count") == "\(users)\n")
    #expect(try program.succeed("explore", "--count") == "\(posts)\n")
    try expectSound()
  }

  private func expectSound() throws {
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    #expect(try home.names() == ["net.db", "net.db-lock"])
  }

  /// Waits until a process holds the writers' lock and waits for its next line.
  private func waitUntilHeld(by holder: RunningProgram) {
    let lock = open(home.file("net.db-lock"), O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    waitUntil {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 {
        flock(lock, LOCK_UN)
        return false
      }
      return holder.isAtRest
    }
  }
}
