import Foundation
import Support

/// A network of four users with five posts, follows and likes, copied for each test.
///
/// Alice follows bob and carol, bob follows alice and dave, carol follows alice and dave.
struct SmallNetwork {
  static let now = "2026-05-01T12:00:00Z"

  /// The program, acting as alice at noon on the first of May 2026.
  var program: Program
  var database: String { program.home.file("net.db") }

  init(user: String? = "alice") throws {
    program = try Program(user: user, now: SmallNetwork.now)
    program.environment["PROFILECTL_DB"] = database
    try program.home.write(try SmallNetwork.bytes.get(), to: "net.db")
    chmod(database, 0o600)
  }

  private static let bytes = Result { try make() }

  private static func make() throws -> [UInt8] {
    var program = try Program(now: now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    let about = ["--name", "Alice Adler", "--bio", "Bread and bicycles. Berlin."]
    try program.succeed(["create-user", "alice"] + about + ["--at", "2026-01-01"])
    try program.succeed(["create-user", "bob", "--name", "Bob 🌱", "--at", "2026-02-01"])
    try program.succeed(["create-user", "carol", "dave", "--at", "-30d"])
    for (user, others) in [("alice", "bob carol"), ("bob", "alice dave"), ("carol", "alice dave")] {
      try program.succeed(["--as", user, "follow"] + others.split(separator: " ").map(String.init))
    }
    try program.succeed(["--as", "alice", "post", "First loaf of the year", "--at", "2026-04-01"])
    try program.succeed(["--as", "bob", "post", "The **bicycle** is mended", "--at", "2026-04-20"])
    let note = ["post", "A note to myself", "--private", "--at", "2026-04-25"]
    try program.succeed(["--as", "alice"] + note)
    try program.succeed(["--as", "dave", "post", "Two\nlines, 二行", "--at", "2026-04-30T12:00:00Z"])
    try program.succeed(["--as", "carol", "post", "Bröd #42", "--at", "2026-05-01T11:30:00Z"])
    try program.succeed(["--as", "bob", "like", "1", "5"])
    try program.succeed(["--as", "carol", "like", "1"])
    try program.succeed(["--as", "alice", "like", "2"])
    try program.succeed(["--as", "dave", "flag", "2", "--reason", "not a bicycle"])
    return try program.home.bytes(of: "net.db")
  }
}

extension Program {
  /// Runs a command that must succeed, and returns its output.
  @discardableResult
  func succeed(_ arguments: [String], input: String = "") throws -> String {
    let answer = try run(arguments, input: Array(input.utf8))
    guard answer.status == 0, answer.stderr.isEmpty else { throw Unexpected(arguments, answer) }
    return answer.stdout
  }

  @discardableResult
  func succeed(_ arguments: String..., input: String = "") throws -> String {
    try succeed(arguments, input: input)
  }

  /// Runs a shell command in which `profilectl` is this program.
  func shell(_ line: String, input: String = "") throws -> Answer {
    var shell = self
    let binary = executable
    shell.executable = "/bin/sh"
    return try shell.run(
      ["-c", "profilectl() { '\(binary)' \"$@\"; }; \(line)"], input: Array(input.utf8))
  }

  /// The output on a terminal of 80 by 24 with visible escapes, and the status if it is not 0.
  func onTerminal(_ arguments: [String], typing keys: String? = nil) throws -> String {
    let terminal = try PseudoTerminal(self, arguments.map { Array($0.utf8) })
    if let keys {
      try terminal.read { $0.hasSuffix("[y/N] ") }
      terminal.type(keys)
    }
    let status = try terminal.wait()
    let shown = terminal.text.replacing("\r\n", with: "\n").replacing("\u{1B}", with: "␛")
    return shown + (status == 0 ? "" : "[\(status)]\n")
  }
}

/// A failed command in the preparation of a test.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ arguments: [String], _ answer: Answer) {
    description = "\(arguments.joined(separator: " ")): \(answer.testDescription)"
  }
}
