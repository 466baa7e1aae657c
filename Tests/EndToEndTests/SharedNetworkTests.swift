import Foundation
import Support
import Testing

/// Tests a shared network of two homes, which exchange changes through one folder.
@Suite struct SharedNetworkTests {
  private let folder: TemporaryFolder
  /// The keeper's home, and the home of the member whom she invites.
  private let alice: Program
  private let bob: Program

  /// Alice has a shared network with bob's user in it, and has sent everything.
  init() throws {
    (folder, alice, bob) = (try TemporaryFolder(), try Self.home(), try Self.home())
    try alice.succeed("create-user", "alice", "bob")
    try alice.succeed("login", "alice")
    try alice.succeed("post", "the first loaf")
  }

  private static func home() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  private var invitation: String { alice.home.file("bob.invitation") }

  private func start() throws {
    try alice.succeed("share", "start", "Marlowe family")
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation")
    try alice.succeed("sync", folder.path)
  }

  private func join() throws { try bob.succeed("share", "join", folder.path, invitation) }

  private func mode(of path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(facts[.posixPermissions] as? Int)
  }

  private func digest(of program: Program) throws -> String {
    try program.succeed("share", "--json", "--fields", "digest")
  }

  /// The value of a key in an object.
  private func value(_ key: String, in json: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return "\(try #require(object?[key]))"
  }

  // MARK: The story

  @Test func `two copies have the same digest after an exchange`() throws {
    let started = try alice.succeed("share", "start", "Marlowe family").split(separator: "\n")
    let code = /Recovery code: [0-9A-Z]{4}(-[0-9A-Z]{4}){7}/
    #expect(try code.wholeMatch(in: try #require(started.first)) != nil)
    #expect(started.last == "\"Marlowe family\" is shared now. You are its keeper.")
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation")
    let sent = try alice.succeed("sync", folder.path)
    #expect(sent.hasPrefix("Sent ") && sent.hasSuffix(" Received nothing.\n"), "\(sent)")
    #expect(
      try bob.succeed("share", "join", folder.path, invitation)
        == "You are @bob in \"Marlowe family\": 2 people, 1 post.\n")
    #expect(try bob.succeed("whoami") == "@bob\n")
    try bob.succeed("post", "home at last")
    #expect(try bob.succeed("sync").contains("Sent 1 change. Received nothing.\n"))
    try alice.succeed("post", "the second loaf")
    try alice.succeed("like", "1")
    let exchanged = try alice.succeed("sync")
    #expect(exchanged.contains(" from @bob.\n"), "\(exchanged)")
    try bob.succeed("sync")
    #expect(try digest(of: alice) == digest(of: bob))
    #expect(
      try value("digest", in: alice.succeed("info", "--json"))
        == value("digest", in: bob.succeed("share", "--json")))
    #expect(try bob.succeed("explore", "--count") == "3\n")
    #expect(try alice.succeed("sync") == "Sent nothing. Received nothing.\n")
  }

  @Test func `posts have lasting names, which lines may type`() throws {
    try start()
    try join()
    let line = try alice.succeed("view", "1", "--fields", "lasting_name")
    #expect(try bob.succeed("view", "1", "--fields", "lasting_name") == line)
    let name = line.dropLast()
    #expect(name.count == 32)
    let typed = "~\(name.prefix(6).uppercased())"
    #expect(try bob.succeed("like", typed) == "1\tliked\n")
    #expect(try bob.succeed("view", typed).hasSuffix("Signed by @alice as ~\(name)\n"))
    try bob.succeed("repost", typed)
    #expect(
      try bob.succeed("explore", "--format", "csv", "--fields", "lasting_name,signed_by")
        == "lasting_name,signed_by\r\n,\r\n\(name),author\r\n")
    #expect(
      try bob.succeed("users", "zoe", "--format", "tsv").hasSuffix("\tcursor\tlasting_name\n"))
    let nobodys = "~" + String(repeating: "0", count: 32)
    try Refusal.expect("no_such_post", 67, from: bob, ["thread", nobodys])
  }

  @Test func `an import and a seed send what they add, and no row that another program changed`()
    throws
  {
    try start()
    try join()
    let feed = "# nick = carol\n# url = https://example.net/carol.txt\n"
    try alice.home.write(feed + "2026-01-02T03:04:05Z\tbaked again\n", to: "feed.txt")
    try alice.succeed("import", "feed.txt", "--from", "twtxt")
    try alice.succeed("seed", "--users", "5", "--posts", "20")
    try alice.succeed("sync")
    try bob.succeed("sync")
    #expect(try digest(of: alice) == digest(of: bob))
    #expect(try bob.succeed("explore", "--count") == alice.succeed("explore", "--count"))
    try RawDatabase(alice.home.file("net.db")).run(
      "UPDATE posts SET text = 'planted' WHERE id = 1; UPDATE users SET bio = 'planted'")
    try alice.succeed("seed", "--users", "2", "--posts", "2")
    try alice.succeed("import", "feed.txt", "--from", "twtxt")
    try alice.succeed("sync")
    try bob.succeed("sync")
    #expect(try !bob.succeed("export", "-", "--to", "ndjson").contains("planted"))
  }

  @Test func `a sync answers with all keys`() throws {
    try start()
    try join()
    let json = try bob.succeed("sync", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "sent_bundles", "sent_changes", "received_bundles", "received_changes", "received_from",
        "refused", "unsent", "digest",
      ])
    #expect(
      object["refused"] as? [String: Int] == [
        "unreadable": 0, "forged": 0, "stranger": 0, "revoked": 0, "unfit": 0,
      ])
  }

  @Test func `a damaged file is counted, and named with verbose`() throws {
    try start()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let bundle = try #require(names.first { $0.hasSuffix(".bundle") })
    let other = String(repeating: "0", count: 64)
    let place = (bundle as NSString).deletingLastPathComponent as NSString
    let zeros = (place.deletingLastPathComponent as NSString).appendingPathComponent("00")
    try FileManager.default.createDirectory(
      atPath: folder.file(zeros), withIntermediateDirectories: true)
    try folder.write("no bundle", to: "\(zeros)/\(other).bundle")
    let answer = try alice.run("sync", "--verbose")
    #expect(answer.status == 0)
    #expect(answer.stdout.contains("Not used: 1 file (unreadable)."), "\(answer)")
    #expect(answer.stderr.contains("/00/\(other).bundle: unreadable"), "\(answer)")
  }

  @Test func `an unshared network has no digest and no lasting names`() throws {
    #expect(try !alice.succeed("info", "--json").contains("digest"))
    #expect(try !alice.succeed("view", "1", "--json").contains("lasting_name"))
    #expect(try alice.succeed("view", "1", "--fields", "id,signed_by") == "1\t\n")
    try Refusal.expect("no_such_post", 67, from: alice, ["view", "~abcd"])
    try Refusal.expect("usage", 64, from: alice, ["view", "~abc"])
  }

  @Test func `a stopped network is an ordinary one`() throws {
    try start()
    try Refusal.expect("usage", 64, from: alice, ["share", "stop"])
    #expect(
      try alice.succeed("share", "stop", "--yes")
        == "\"Marlowe family\" is no longer shared in this file.\n")
    try Refusal.expect("not_shared", 65, from: alice, ["share"])
    #expect(try alice.succeed("explore", "--count") == "1\n")
  }

  // MARK: Secrets

  @Test func `nothing is shared if the recovery code can't be printed`() throws {
    var full = alice
    full.redirections[1] = .file("/dev/full")
    #expect(try full.run("share", "start", "Marlowe family").status == 74)
    try Refusal.expect("not_shared", 65, from: alice, ["share"])
  }

  @Test func `an invitation is for its owner only`() throws {
    try start()
    #expect(try mode(of: invitation) == 0o600)
    let shell = try alice.shell("umask 0; profilectl share invite bob > other.invitation")
    #expect(shell.status == 0)
    #expect(try mode(of: alice.home.file("other.invitation")) == 0o600)
    let bytes = try alice.home.bytes(of: "other.invitation")
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("profilectl-invitation-1:"))
    let words = ["share", "invite", "bob", "--output", "bob.invitation"]
    try Refusal.expect("usage", 64, from: alice, words)
  }

  @Test func `a file that others may write is not exchanged`() throws {
    try start()
    chmod(alice.home.file("net.db"), 0o666)
    let refusal = try Refusal.expect("not_permitted", 77, from: alice, ["sync"])
    #expect(refusal?.hint == "chmod go-w \(alice.home.file("net.db"))")
    chmod(alice.home.file("net.db"), 0o600)
    try alice.succeed("sync")
  }

  // MARK: Refusals

  @Test func `a network that is not shared is refused`() throws {
    try Refusal.expect("not_shared", 65, from: alice, ["share"])
    try Refusal.expect("not_shared", 65, from: alice, ["sync", folder.path])
    try Refusal.expect("not_shared", 65, from: alice, ["share", "stop", "--yes"])
    try Refusal.expect("not_shared", 65, from: alice, ["share", "invite", "bob"])
  }

  @Test func `a shared network can't be shared again or migrated`() throws {
    try start()
    try Refusal.expect("already_shared", 65, from: alice, ["share", "start", "Again"])
    let words = ["migrate", "net.db", "copy.db"]
    try Refusal.expect("already_shared", 65, from: alice, words)
  }

  @Test func `a folder without the network is refused`() throws {
    try start()
    let empty = try TemporaryFolder()
    try Refusal.expect("file_missing", 66, from: alice, ["sync", "nowhere"])
    try Refusal.expect(
      "nothing_shared", 66, from: bob, ["share", "join", empty.path, invitation])
    try Refusal.expect(
      "file_missing", 66, from: bob, ["share", "join", "nowhere", invitation])
  }

  @Test func `a bad invitation is refused`() throws {
    try start()
    try bob.home.write("profilectl-invitation-1:x", to: "bad")
    try Refusal.expect("bad_invitation", 65, from: bob, ["share", "join", folder.path, "bad"])
    try Refusal.expect("file_missing", 66, from: bob, ["share", "join", folder.path, "none"])
    try join()
    try Refusal.expect(
      "cannot_create", 73, from: bob, ["share", "join", folder.path, invitation])
    let other = try Self.home()
    try Refusal.expect(
      "used_invitation", 65, from: other, ["share", "join", folder.path, invitation])
  }

  @Test func `a deep examination names a row that another program changed`() throws {
    try start()
    try join()
    try bob.succeed("post", "home at last")
    try bob.succeed("like", "1")
    #expect(try bob.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    let database = try RawDatabase(bob.home.file("net.db"))
    try database.run("UPDATE posts SET text = 'the last loaf' WHERE id = 1")
    let answer = try bob.run("doctor", "--deep")
    #expect(answer.status == 1)
    #expect(answer.stdout.contains("post 1: differs from what @alice signed.\n"), "\(answer)")
    #expect(!answer.stdout.contains("never signed"), "\(answer)")
  }

  @Test func `only keepers change the people of a network`() throws {
    try start()
    try join()
    try Refusal.expect("not_keeper", 77, from: bob, ["create-user", "carol"])
    try Refusal.expect("not_keeper", 77, from: bob, ["share", "invite", "carol"])
    try Refusal.expect("not_keeper", 77, from: bob, ["delete-user", "alice", "--yes"])
    let refusal = try Refusal.expect("no_key", 77, from: bob, ["like", "1", "--as", "alice"])
    #expect(refusal?.message == "This machine has no key of @alice in \"Marlowe family\".")
  }

  @Test func `another keeper needs the right recovery code`() throws {
    let started = try alice.succeed("share", "start", "Marlowe family", "--json")
    let words = ["share", "invite", "bob", "--keeper"]
    try Refusal.expect("usage", 64, from: alice, words)
    let wrong = "0000-0000-0000-0000-0000-0000-0000-0000"
    try Refusal.expect(
      "bad_recovery", 65, from: alice, words + ["--recovery", "-"], input: wrong)
    let code = try value("recovery", in: started)
    let answer = try alice.succeed(words + ["--recovery", "-", "--json"], input: code + "\n")
    #expect(try value("role", in: answer) == "keeper")
  }
}
