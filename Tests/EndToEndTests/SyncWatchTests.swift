import Foundation
import Support
import Testing

/// Tests `sync --watch` while another home changes the folder.
@Suite struct SyncWatchTests {
  private let folder: TemporaryFolder
  private let alice: Program
  /// A member, who watches.
  private let bob: Program

  init() throws {
    (folder, alice, bob) = (try TemporaryFolder(), try Self.home(), try Self.home())
    try alice.succeed("create-user", "alice", "bob")
    try alice.succeed("login", "alice")
    try alice.succeed("share", "start", "Marlowe family")
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation")
    try alice.succeed("sync", folder.path)
    try bob.succeed("share", "join", folder.path, alice.home.file("bob.invitation"))
    try alice.succeed("sync")
    try bob.succeed("sync")
  }

  private static func home() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  private func errors(of watch: RunningProgram) -> String {
    String(decoding: watch.stderr, as: UTF8.self)
  }

  @Test func `it prints what comes in, and sends what this copy changes`() throws {
    let watch = try bob.start("sync", "--watch")
    try alice.succeed("post", "the first loaf")
    try alice.succeed("sync")
    try watch.read { $0.contains("Received 1 change from @alice.\n") }
    #expect(try bob.succeed("explore", "--count") == "1\n")
    try bob.succeed("post", "home at last")
    try watch.read { $0.contains("Sent 1 change.\n") }
    #expect(try alice.succeed("sync") == "Sent nothing. Received 1 change from @bob.\n")
    watch.send(SIGINT)
    let answer = try watch.wait()
    #expect(answer.status == 130)
    #expect(answer.stderr == "Interrupted.\n")
    #expect(
      answer.stdout == """
        Received 1 change from @alice.
        Sent 1 change.

        """)
  }

  @Test func `JSON is an object a line`() throws {
    let watch = try bob.start("sync", "--watch", "--json")
    for (number, text) in ["the first loaf", "the second loaf"].enumerated() {
      try alice.succeed("post", text)
      try alice.succeed("sync")
      try watch.read { $0.count(where: \.isNewline) == number + 1 }
    }
    watch.send(SIGTERM)
    let answer = try watch.wait()
    #expect(answer.status == 143)
    for line in answer.stdout.split(separator: "\n") {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["received_changes"] as? Int == 1)
    }
  }

  @Test func `a folder that is gone for a while is reported once`() throws {
    let watch = try bob.start("sync", "--watch")
    try alice.succeed("post", "the first loaf")
    try alice.succeed("sync")
    try watch.read { $0.contains("from @alice") }
    let stick = folder.path + ".away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: stick)
    try watch.read { _ in errors(of: watch).contains("Error: ") }
    try alice.succeed("post", "the second loaf")
    try FileManager.default.moveItem(atPath: stick, toPath: folder.path)
    try alice.succeed("sync")
    try watch.read { $0.count(where: \.isNewline) == 2 }
    watch.send(SIGINT)
    let answer = try watch.wait()
    #expect(answer.status == 130)
    #expect(answer.stderr.split(separator: "Error: ").count == 1, "\(answer.stderr)")
  }

  @Test func `it ends when its reader closes the pipe`() throws {
    let watch = try bob.start("sync", "--watch")
    try alice.succeed("post", "the first loaf")
    try alice.succeed("sync")
    try watch.read { $0.contains("from @alice") }
    watch.closeOutput()
    #expect(try watch.wait().status == 0)
  }

  @Test func `the first exchange must succeed, and a script can't stay`() throws {
    try Refusal.expect("file_missing", 66, from: bob, ["sync", "nowhere", "--watch"])
    let script = try bob.run(["run", "-"], input: Array("sync --watch\n".utf8))
    #expect(script.status == 64)
    try bob.succeed("share", "stop", "--yes")
    try Refusal.expect("not_shared", 65, from: bob, ["sync", "--watch"])
  }
}
