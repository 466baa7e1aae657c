import Foundation
import Support
import Testing

/// Tests the ways in which a machine joins a shared network.
@Suite struct SharedJoinTests {
  private let folder: TemporaryFolder
  private let alice: Program
  /// Another machine, without a file and without keys.
  private let other: Program
  private let code: String

  /// Alice has a shared network, and has sent an invitation of bob.
  init() throws {
    (folder, alice, other) = (try TemporaryFolder(), try Self.home(), try Self.home())
    try alice.succeed("create-user", "alice", "bob")
    try alice.succeed("login", "alice")
    try alice.succeed("post", "the first loaf")
    try Refusal.expect(
      "usage", 64, from: alice, ["share", "start", "Marlowe family", "--fields", "network"])
    let started = try alice.succeed("share", "start", "Marlowe family", "--fields", "recovery")
    code = String(started.dropLast())
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation")
    try alice.succeed("sync", folder.path)
  }

  private static func home() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  private func join(_ invitation: String) -> [String] {
    ["share", "join", folder.path, alice.home.file("\(invitation).invitation")]
  }

  private var joined: String { "in \"Marlowe family\": 2 people, 1 post.\n" }

  private func digest(_ program: Program) throws -> String {
    try program.succeed("share", "--fields", "digest")
  }

  private var recover: [String] { ["share", "join", folder.path, "--recovery", "-"] }

  @Test func `the folder and the recovery code bring a network back`() throws {
    try Refusal.expect("usage", 64, from: other, recover, input: code)
    try Refusal.expect("usage", 64, from: other, join("bob") + ["--recovery", "-"], input: code)
    try Refusal.expect("usage", 64, from: other, ["share", "join", folder.path])
    try Refusal.expect(
      "no_such_user", 67, from: other, recover + ["--as", "zoe"], input: code)
    try Refusal.expect(
      "bad_recovery", 65, from: other, recover + ["--as", "alice"], input: "0000-0000")
    #expect(try !other.home.names().contains("net.db"))
    #expect(
      try other.succeed(recover + ["--as", "alice"], input: code) == "You are @alice \(joined)")
    #expect(try other.succeed("whoami") == "@alice\n")
    try other.succeed("create-user", "carol")
    try other.succeed("sync")
    try alice.succeed("sync")
    #expect(try digest(other) == digest(alice))
    #expect(try other.succeed("doctor", "--deep") == "Nothing is wrong.\n")
  }

  @Test func `a restored copy without a valid key gets one`() throws {
    #expect(try other.succeed(join("bob")) == "You are @bob \(joined)")
    try Refusal.expect("cannot_create", 73, from: other, join("bob"))
    let restored = try Self.home()
    try other.succeed("backup", restored.home.file("net.db"))
    try Refusal.expect("used_invitation", 65, from: restored, join("bob"))
    try alice.succeed("share", "invite", "bob", "--output", "kitchen.invitation")
    try alice.succeed("sync")
    #expect(try restored.succeed(join("kitchen")) == "You are @bob \(joined)")
    try restored.succeed("post", "home at last")
    try restored.succeed("sync")
    try alice.succeed("sync")
    try other.succeed("sync")
    #expect(try digest(restored) == digest(alice))
    #expect(try digest(other) == digest(alice))
    #expect(try restored.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    // A key that the network names needs no claim.
    try FileManager.default.removeItem(atPath: other.home.file("net.db"))
    try other.succeed(join("bob"))
    try other.succeed("post", "and here again")
  }

  @Test(arguments: ["ordinary", "of another network", "text"])
  func `any other file is in the way`(kind: String) throws {
    if kind == "text" {
      try other.home.write("Dear diary\n", to: "net.db")
    } else {
      try other.succeed("create-user", "zoe")
      try other.succeed("login", "zoe")
    }
    if kind == "of another network" { try other.succeed("share", "start", "Another") }
    let before = try other.home.bytes(of: "net.db")
    let refusal = try Refusal.expect("cannot_create", 73, from: other, join("bob"))
    #expect(refusal?.input == other.home.file("net.db"))
    #expect(try other.home.bytes(of: "net.db") == before)
  }

  @Test func `an invitation that the folder does not have yet is no used one`() throws {
    try alice.succeed("share", "invite", "carol", "--output", "carol.invitation")
    let refusal = try Refusal.expect("nothing_shared", 66, from: other, join("carol"))
    #expect(refusal?.message.contains("Ask the inviter to run 'profilectl sync'.") == true)
    try alice.succeed("sync")
    try other.succeed(join("carol"))
  }
}
