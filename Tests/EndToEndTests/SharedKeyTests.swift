import Foundation
import Support
import Testing

/// Tests lost machines, disputed invitations and new keepers of a shared network.
@Suite struct SharedKeyTests {
  private let folder: TemporaryFolder
  /// The keeper's home, and two homes that join with the invitation of bob.
  private let alice: Program
  private let bob: Program
  private let thief: Program
  private let code: String

  /// Alice has a shared network, and has sent an invitation of bob.
  init() throws {
    folder = try TemporaryFolder()
    (alice, bob, thief) = (try Self.home(), try Self.home(), try Self.home())
    try alice.succeed("create-user", "alice", "bob")
    try alice.succeed("login", "alice")
    try alice.succeed("post", "the first loaf")
    let started = try alice.succeed(
      "share", "start", "Marlowe family", "--format", "tsv", "--fields", "recovery")
    code = String(try #require(started.split(separator: "\n").last))
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation")
    try alice.succeed("sync", folder.path)
  }

  private static func home() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  private var invitation: String { alice.home.file("bob.invitation") }

  /// A key as `share keys` lists it.
  private struct Key: Decodable, Equatable {
    let key: String
    let kind: String
    let user: String?
    let state: String
    let last: String?
  }

  private func keys(_ program: Program, _ kind: String = "key") throws -> [Key] {
    let json = try program.succeed("share", "keys", "--json")
    return try JSONDecoder().decode([Key].self, from: Data(json.utf8)).filter { $0.kind == kind }
  }

  /// The only key of a user.
  private func key(of user: String, in program: Program) throws -> Key {
    let found = try keys(program).filter { $0.user == user }
    try #require(found.count == 1, "\(found)")
    return found[0]
  }

  private func join() throws {
    try bob.succeed("share", "join", folder.path, invitation)
    try alice.succeed("sync")
    try bob.succeed("sync")
  }

  private func posts(_ program: Program) throws -> String {
    try program.succeed("explore", "--count")
  }

  private func digest(_ program: Program) throws -> String {
    try program.succeed("share", "--json", "--fields", "digest")
  }

  /// Two homes join before either sees the claim of the other.
  private func joinTwice() throws {
    let other = try TemporaryFolder()
    try FileManager.default.removeItem(atPath: other.path)
    try FileManager.default.copyItem(atPath: folder.path, toPath: other.path)
    try bob.succeed("share", "join", folder.path, invitation)
    try thief.succeed("share", "join", other.path, invitation)
    try thief.succeed("sync", folder.path)
    try alice.succeed("sync")
  }

  // MARK: Lists

  @Test func `keys and invitations are listed`() throws {
    #expect(try keys(alice, "root").map(\.state) == ["valid"])
    #expect(try keys(alice, "invitation").map(\.state) == ["unused"])
    #expect(try keys(alice).map(\.user) == ["alice"])
    try join()
    #expect(try keys(alice, "invitation").map(\.state) == ["valid"])
    #expect(try keys(bob) == keys(alice))
    let line = try #require(try alice.succeed("share", "keys").split(separator: "\n").first)
    #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 8)
    #expect(line.split(separator: "\t").first?.count == 64)
  }

  // MARK: Lost machines

  @Test func `later posts of a revoked machine count nowhere until it is lifted`() throws {
    try join()
    try bob.succeed("post", "home at last")
    try bob.succeed("sync")
    try alice.succeed("sync")
    let key = try key(of: "bob", in: alice).key
    let digits = String(key.prefix(8))
    try Refusal.expect("usage", 64, from: alice, ["share", "revoke", digits])
    #expect(try alice.succeed("share", "revoke", digits, "--yes") == "\(digits)\trevoked\n")
    #expect(try alice.succeed("share", "revoke", key, "--yes") == "\(key)\talready_revoked\n")
    try bob.succeed("post", "from the thief")
    try bob.succeed("sync")
    try alice.succeed("sync")
    #expect(try posts(alice) == "2\n")
    try bob.succeed("sync")
    #expect(try posts(bob) == "2\n")
    #expect(try digest(bob) == digest(alice))
    #expect(try self.key(of: "bob", in: bob).state == "revoked")
    try Refusal.expect("no_key", 77, from: bob, ["post", "again"])
    #expect(try alice.succeed("share", "revoke", digits, "--lift") == "\(digits)\tlifted\n")
    #expect(try alice.succeed("share", "revoke", digits, "--lift") == "\(digits)\tnot_revoked\n")
    try alice.succeed("sync")
    try bob.succeed("sync")
    try alice.succeed("sync")
    #expect(try posts(alice) == "3\n")
    #expect(try digest(bob) == digest(alice))
  }

  @Test func `changes after a bundle do not count`() throws {
    try join()
    try bob.succeed("post", "home at last")
    try bob.succeed("sync")
    try alice.succeed("sync")
    let key = try key(of: "bob", in: alice)
    let last = try #require(key.last)
    try bob.succeed("post", "from the thief")
    try bob.succeed("sync")
    try alice.succeed("sync")
    #expect(try posts(alice) == "3\n")
    let words = ["share", "revoke", key.key, "--yes", "--after"]
    try Refusal.expect("no_such_key", 67, from: alice, words + ["00000000"])
    try alice.succeed(words + [String(last.prefix(16))])
    #expect(try posts(alice) == "2\n")
  }

  @Test func `a revoked user has no valid key or invitation`() throws {
    try join()
    try bob.succeed("share", "invite", "--output", "kitchen.invitation")
    try bob.succeed("sync")
    try alice.succeed("sync")
    let json = try alice.succeed("share", "revoke", "@bob", "--yes", "--fields", "input,result")
    #expect(json == "@bob\trevoked\n")
    #expect(try key(of: "bob", in: alice).state == "revoked")
    #expect(try keys(alice, "invitation").map(\.state) == ["revoked", "revoked"])
    #expect(try key(of: "alice", in: alice).state == "valid")
    #expect(try alice.succeed("share", "revoke", "@bob", "--lift") == "@bob\tlifted\n")
    #expect(try keys(alice, "invitation").map(\.state).sorted() == ["unused", "valid"])
  }

  @Test func `a key that is not there is refused`() throws {
    try Refusal.expect("no_such_key", 67, from: alice, ["share", "revoke", "00000000", "--yes"])
    try Refusal.expect("no_such_key", 67, from: alice, ["share", "revoke", "00000000"])
    try Refusal.expect("no_such_key", 67, from: alice, ["share", "revoke", "@carol", "--lift"])
    try Refusal.expect("no_such_key", 67, from: alice, ["share", "accept", "00000000"])
    let root = try #require(try keys(alice, "root").first).key
    try Refusal.expect("no_such_key", 67, from: alice, ["share", "revoke", root, "--yes"])
    let short = String(try key(of: "alice", in: alice).key.prefix(7))
    try Refusal.expect("no_such_key", 67, from: alice, ["share", "revoke", short, "--yes"])
  }

  // MARK: Disputes

  @Test func `an invitation that two machines claimed is disputed until one is accepted`() throws {
    try joinTwice()
    let disputed = try keys(alice).filter { $0.user == "bob" }
    #expect(disputed.map(\.state) == ["disputed", "disputed"])
    #expect(try keys(alice, "invitation").map(\.state) == ["disputed"])
    let right = try key(ofMachine: bob)
    try Refusal.expect("not_keeper", 77, from: thief, ["share", "accept", right])
    #expect(try alice.succeed("share", "accept", right) == "\(right)\taccepted\n")
    #expect(try alice.succeed("share", "accept", right) == "\(right)\talready_accepted\n")
    #expect(
      Set(try keys(alice).filter { $0.user == "bob" }.map { "\($0.key == right) \($0.state)" })
        == ["true valid", "false revoked"])
    #expect(try keys(alice, "invitation").map(\.state) == ["valid"])
    try alice.succeed("sync")
    try bob.succeed("sync")
    try thief.succeed("sync")
    try bob.succeed("post", "home at last")
    try bob.succeed("sync")
    try alice.succeed("sync")
    #expect(try posts(alice) == "2\n")
    try Refusal.expect("no_key", 77, from: thief, ["post", "from the thief"])
  }

  /// The key of a machine that has not seen another claim of its invitation.
  private func key(ofMachine program: Program) throws -> String {
    let own = try keys(program).filter { $0.user == "bob" && $0.state != "revoked" }
    try #require(own.count == 1, "\(own)")
    return own[0].key
  }

  // MARK: Keepers

  @Test func `a member may not revoke`() throws {
    try join()
    let words = ["share", "revoke", "@bob", "--yes"]
    try Refusal.expect("not_keeper", 77, from: bob, words)
    try Refusal.expect("not_keeper", 77, from: bob, ["share", "rename", "Mine"])
  }

  @Test func `the recovery code makes a keeper`() throws {
    try join()
    let words = ["share", "recover", "--recovery", "-"]
    let wrong = "0000-0000-0000-0000-0000-0000-0000-0000"
    try Refusal.expect("bad_recovery", 65, from: bob, words, input: wrong)
    try Refusal.expect("usage", 64, from: bob, ["share", "recover"])
    #expect(
      try bob.succeed(words, input: code) == "@bob is a keeper of \"Marlowe family\" now.\n")
    try bob.succeed("create-user", "carol")
    try bob.succeed("sync")
    try alice.succeed("sync")
    #expect(try digest(bob) == digest(alice))
    #expect(try alice.succeed("show", "carol").contains("carol"))
    // One keeper can't revoke another without the code.
    try Refusal.expect("usage", 64, from: alice, ["share", "revoke", "@bob", "--yes"])
    try alice.succeed(["share", "revoke", "@bob", "--yes", "--recovery", "-"], input: code)
    #expect(try key(of: "bob", in: alice).state == "revoked")
    // Only the code takes back what it revoked.
    try Refusal.expect("usage", 64, from: alice, ["share", "revoke", "@bob", "--lift"])
  }

  @Test(arguments: [true, false])
  func `of several keepers on one machine the acting one signs`(isLogin: Bool) throws {
    try alice.succeed(["share", "recover", "--recovery", "-", "--as", "bob"], input: code)
    try alice.succeed("create-user", "carol")
    try alice.succeed("sync")
    #expect(try key(of: "bob", in: alice).last == nil)
    if isLogin { try alice.succeed("login", "bob") }
    try alice.succeed(["create-user", "dave"] + (isLogin ? [] : ["--as", "bob"]))
    try alice.succeed("sync")
    #expect(try key(of: "bob", in: alice).last != nil)
  }

  @Test func `a keeper renames the network`() throws {
    try join()
    #expect(
      try alice.succeed("share", "rename", "Marlowe and friends")
        == "\"Marlowe family\" is \"Marlowe and friends\" now.\n")
    try alice.succeed("sync")
    try bob.succeed("sync")
    #expect(try bob.succeed("share", "--json").contains("\"Marlowe and friends\""))
  }
}
