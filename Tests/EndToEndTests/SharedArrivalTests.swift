import Foundation
import Support
import Testing

/// Tests what arrives late in a shared network of two homes.
@Suite struct SharedArrivalTests {
  private let folder: TemporaryFolder
  private let alice: Program
  /// A member who follows alice.
  private let bob: Program

  init() throws {
    (folder, alice, bob) = (try TemporaryFolder(), try Self.home(), try Self.home())
    try alice.succeed("create-user", "alice", "bob")
    try alice.succeed("login", "alice")
    try alice.succeed("share", "start", "Marlowe family")
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation")
    try alice.succeed("sync", folder.path)
    try bob.succeed("share", "join", folder.path, alice.home.file("bob.invitation"))
    try bob.succeed("follow", "alice")
    try bob.succeed("post", "home at last")
    try bob.succeed("sync")
    try alice.succeed("sync")
  }

  private static func home() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  private func exchange() throws {
    try alice.succeed("sync")
    try bob.succeed("sync")
  }

  @Test func `a post that is older than the read mark is new once`() throws {
    try alice.succeed("post", "the first loaf")
    try bob.succeed("timeline", "--mark-read")
    try exchange()
    try alice.succeed("post", "the second loaf")
    try exchange()
    let new = ["timeline", "--new", "--format", "tsv", "--fields", "text"]
    #expect(try bob.succeed("timeline", "--new", "--count") == "2\n")
    #expect(try bob.succeed(new + ["--limit", "1"]) == "text\nthe first loaf\n")
    #expect(try bob.succeed(new + ["--limit", "1"]) == "text\nthe second loaf\n")
    #expect(try bob.succeed(new) == "text\n")
    try exchange()
    #expect(try bob.succeed("timeline", "--new", "--count") == "0\n")
  }

  @Test func `all late posts can be marked as read`() throws {
    for number in 1...3 { try alice.succeed("post", "loaf \(number)") }
    try bob.succeed("timeline", "--mark-read")
    try exchange()
    #expect(try bob.succeed("timeline", "--new", "--count") == "3\n")
    let pages = try bob.succeed("timeline", "--new", "--all", "--format", "tsv", "--fields", "text")
    #expect(pages == "text\nloaf 1\nloaf 2\nloaf 3\n")
    try alice.succeed("post", "loaf 4")
    try bob.succeed("timeline", "--mark-read")
    try exchange()
    try bob.succeed("timeline", "--mark-read")
    #expect(try bob.succeed("timeline", "--new", "--count") == "0\n")
  }

  @Test func `a like and a follow that are older than the read mark are new once`() throws {
    let post = try alice.succeed("explore", "--fields", "id").dropLast()
    try alice.succeed("like", String(post))
    try alice.succeed("follow", "bob")
    try bob.succeed("notifications", "--mark-read")
    try exchange()
    let new = ["notifications", "--new", "--format", "tsv", "--fields", "kind,is_new"]
    #expect(try bob.succeed("notifications", "--new", "--count") == "2\n")
    #expect(try bob.succeed(new) == "kind\tis_new\nlike\ttrue\nfollow\ttrue\n")
    #expect(try bob.succeed(new) == "kind\tis_new\n")
  }

  @Test func `late posts that could not be printed are new again`() throws {
    try alice.succeed("post", "the first loaf")
    try bob.succeed("timeline", "--mark-read")
    try exchange()
    var full = bob
    full.redirections[1] = .file("/dev/full")
    #expect(try full.run(["run", "-"], input: Array("timeline --new\n".utf8)).status == 74)
    #expect(try bob.succeed("timeline", "--new", "--count") == "1\n")
  }

  // MARK: Pictures

  @Test func `a picture that has not arrived is on its way`() throws {
    try alice.home.write(PlainPicture(width: 40, height: 30, seed: 1).png, to: "bread.png")
    try alice.succeed("post", "look", "--image", "bread.png", "--alt", "a loaf")
    try alice.succeed("sync")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let picture = folder.file(try #require(names.first { $0.hasSuffix(".picture") }))
    let away = picture + ".away"
    try FileManager.default.moveItem(atPath: picture, toPath: away)
    try bob.succeed("sync")
    let id = try bob.succeed("explore", "--limit", "1", "--fields", "id").dropLast()
    #expect(try bob.succeed("view", String(id)).contains("[picture on its way: a loaf]\nlook\n"))
    let image = try bob.succeed("view", String(id), "--format", "ndjson", "--fields", "image")
    #expect(image.contains("\"width\":40,\"height\":30"))
    #expect(
      try alice.succeed("explore", "--limit", "1", "--format", "ndjson", "--fields", "image")
        == image)
    try Refusal.expect("file_missing", 66, from: bob, ["view", String(id), "--save", "loaf.png"])
    try FileManager.default.moveItem(atPath: away, toPath: picture)
    try bob.succeed("sync")
    #expect(try !bob.succeed("view", String(id)).contains("on its way"))
    try bob.succeed("view", String(id), "--save", "loaf.png")
  }
}
