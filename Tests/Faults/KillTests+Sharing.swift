import Foundation
import Support
import Testing

/// Exchanges that are killed at any moment.
extension KillTests {
  @Test func `an acknowledged post survives killed exchanges in both copies`() throws {
    let folder = try TemporaryFolder()
    let (alice, bob) = (try Self.sharer(), try Self.sharer())
    try Self.succeed(alice, "create-user", "alice", "bob")
    try Self.succeed(alice, "login", "alice")
    try Self.succeed(alice, "share", "start", "Marlowe family")
    try Self.succeed(alice, "share", "invite", "bob", "--output", "bob.invitation")
    try Self.succeed(alice, "sync", folder.path)
    try Self.succeed(bob, "share", "join", folder.path, alice.home.file("bob.invitation"))
    let rounds = Self.rounds
    let sweep = try KillSweep(rounds: rounds, isPlanted: false) { _ = try alice.run("sync") }
    let picture = PlainPicture(width: 100, height: 100, seed: 1)
    for program in [alice, bob] { try program.home.write(picture.png, to: "loaf.png") }
    for round in 0..<rounds {
      for program in [alice, bob] {
        let words = round == 0 ? ["--image", "loaf.png", "--alt", "bread"] : []
        try Self.succeed(program, ["post", "in round \(round)"] + words)
        _ = try sweep.kill([try program.start(["sync"])], in: round)
      }
    }
    for _ in 0..<2 {
      for program in [alice, bob] { try Self.succeed(program, "sync") }
    }
    for program in [alice, bob] {
      #expect(try Self.succeed(program, "explore", "--count") == "\(2 * rounds)\n")
      #expect(try program.run("doctor", "--deep").status == 0)
    }
    let digests = try [alice, bob].map {
      try Self.succeed($0, "share", "--json", "--fields", "digest")
    }
    #expect(digests[0] == digests[1])
    let parts = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(parts.filter { $0.hasSuffix(".bundle") }.count >= 2 * rounds)
    #expect(parts.filter { $0.hasSuffix(".picture") }.count == 1)
  }

  @Test func `a killed join can be run again, or has made a whole copy`() throws {
    let folder = try TemporaryFolder()
    let alice = try Self.sharer()
    try Self.succeed(alice, "create-user", "alice")
    try Self.succeed(alice, "login", "alice")
    for number in 0..<9 { try Self.succeed(alice, "post", "loaf \(number)") }
    try Self.succeed(alice, "share", "start", "Marlowe family")
    let rounds = Self.rounds
    for round in 0...rounds {
      try Self.succeed(alice, "share", "invite", "--output", "\(round).invitation")
    }
    try Self.succeed(alice, "sync", folder.path)
    func words(_ round: Int) -> [String] {
      ["share", "join", folder.path, alice.home.file("\(round).invitation")]
    }
    var sweep = try KillSweep(rounds: rounds) { try Self.succeed(try Self.sharer(), words(rounds)) }
    for round in 0..<rounds {
      let copy = try Self.sharer()
      _ = try sweep.kill([try copy.start(words(round))], in: round)
      let isThere = FileManager.default.fileExists(atPath: copy.home.file("net.db"))
      sweep.note(hasEnded: isThere)
      if !isThere { try Self.succeed(copy, words(round)) }
      try Self.succeed(copy, "sync", folder.path)
      #expect(try Self.succeed(copy, "explore", "--count") == "9\n")
      #expect(try copy.run("doctor", "--deep").status == 0)
      try Self.succeed(copy, "post", "from round \(round)", "--as", "alice")
    }
    sweep.expectBothSides()
  }

  @discardableResult private static func succeed(
    _ program: Program, _ words: String...
  ) throws -> String { try succeed(program, words) }

  @discardableResult private static func succeed(
    _ program: Program, _ words: [String]
  ) throws -> String {
    let answer = try program.run(words)
    try #require(answer.status == 0, "\(answer)")
    return answer.stdout
  }

  private static func sharer() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }
}
