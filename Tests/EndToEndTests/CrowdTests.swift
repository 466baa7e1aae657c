import Foundation
import Support
import Testing

/// Many processes at one file at the same time: nobody is told that it is busy, and nobody starves.
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

  @Test func `thirty-two who make one file and write to it are all served`() throws {
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
    #expect(try program.succeed("users", "--count") == "\(Self.crowd)\n")
    #expect(try program.succeed("explore", "--count") == "\(3 * Self.crowd)\n")
    try expectSound()
  }

  @Test func `thirty-two who open what a killed writer left find all that was told`() throws {
    try program.succeed("create-user", "ann", "bob")
    let writer = try program.start("run", "-", "--as", "ann")
    writer.write((0..<500).map { "post \($0)\n" }.joined())
    try writer.read { $0.utf8.count { $0 == UInt8(ascii: "\n") } >= 20 }
    writer.send(SIGKILL)
    _ = try writer.wait()
    #expect(try home.names().contains("net.db-wal"), "no log was left")
    let told = writer.stdout.count { $0 == UInt8(ascii: "\n") }
    let running = try (0..<Self.crowd).map { number in
      try number % 2 == 0
        ? program.start("explore", "--count", "--wait", "10")
        : program.start("post", "more", "--as", "bob", "--wait", "10")
    }
    let answers = try expectServed(running)
    for (number, answer) in answers.enumerated() where number % 2 == 0 {
      #expect(try #require(Int(answer.stdout.dropLast())) >= told)
    }
    try expectSound()
  }

  /// It holds the lock all the while, as somebody does who pressed Ctrl-Z.
  @Test func `nobody is refused while whoever holds the lock is stopped for five seconds`() throws {
    try program.succeed("create-user", "ann", "bob")
    let holder = try program.start("run", "--atomic", "-", "--as", "ann")
    holder.write("post held\n")
    try waitUntilHeld()
    // Readers do wait for whoever turns the file into one with a log, which takes a moment.
    usleep(300_000)
    holder.send(SIGSTOP)
    let start = ContinuousClock.now
    let waiting = try (0..<8).map { number in
      try program.start("post", "\(number)", "--as", "bob", "--wait", "20")
    }
    #expect(try program.succeed("explore", "--count") == "0\n", "readers wait for nobody")
    while ContinuousClock.now < start + .seconds(5) { usleep(50_000) }
    holder.send(SIGCONT)
    try expectServed([holder] + waiting)
    #expect(try program.succeed("explore", "--count") == "9\n")
    try expectSound()
  }

  @discardableResult
  private func expectServed(_ running: [RunningProgram]) throws -> [Answer] {
    let answers = try running.map { try $0.wait() }
    for answer in answers { #expect(answer.status == 0 && answer.stderr == "", "\(answer)") }
    return answers
  }

  private func expectSound() throws {
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    #expect(try home.names() == ["net.db", "net.db-lock"])
  }

  /// Returns when somebody has the lock that writers take.
  private func waitUntilHeld() throws {
    let deadline = ContinuousClock.now + .ample
    let lock = open(home.file("net.db-lock"), O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    while flock(lock, LOCK_EX | LOCK_NB) == 0 {
      flock(lock, LOCK_UN)
      try #require(ContinuousClock.now < deadline, "nobody took the lock")
      usleep(2_000)
    }
  }
}
