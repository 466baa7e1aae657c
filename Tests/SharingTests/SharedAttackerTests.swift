import Crypto
import Foundation
import Model
import SQLiteStorage
import Sharing
import Storage
import Support
import Testing

/// Tests what each attacker of `docs/security.md` can do at most.
@Suite struct SharedAttackerTests {
  private let network: SharedPair
  private let forge: BundleForge

  init() throws {
    network = try SharedPair()
    forge = network.forge
  }

  private func name(_ copy: SharedCopy) throws -> LastingName {
    try #require(try copy.signer().user)
  }

  /// What an attack changes in a copy.
  private func change(
    in copy: SharedCopy, by attack: () throws -> Void
  ) throws -> (lines: Set<String>, report: ExchangeReport) {
    let before = try copy.lines()
    try attack()
    let report = try copy.sync(forge.folder)
    return (try copy.lines().symmetricDifference(before), report)
  }

  // MARK: Without a key

  @Test func `a person who writes the folder without an invitation changes no copy`() throws {
    let old = try Dictionary(
      uniqueKeysWithValues: forge.paths().map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: $0)))
      })
    let gone = try network.alice.post("to be deleted")
    try network.exchange()
    let withWords = try forge.bundles()
    try network.alice.delete(gone)
    try network.exchange()
    let good = try forge.bundles()
    let attacks: [() throws -> Void] = [
      {
        try FileManager.default.removeItem(atPath: self.forge.folder + "/" + self.networkFolder())
      },
      { for path in try forge.paths() { try Data(repeating: 7, count: 9).write(to: url(path)) } },
      // The old versions of all files, with the words of the deleted post.
      { for bundle in withWords { try forge.put(bundle) } },
      { for (path, bytes) in old { try bytes.write(to: url(path)) } },
      {
        let paths = try forge.paths()
        let first = try Data(contentsOf: url(paths[0]))
        for path in paths { try first.write(to: url(path)) }
      },
    ]
    for (place, attack) in attacks.enumerated() {
      for copy in [network.alice, network.bob] {
        #expect(try change(in: copy, by: attack).lines.isEmpty, "attack \(place)")
      }
      // Each exchange writes the right files again.
      #expect(try Set(forge.bundles().map(\.id)) == Set(good.map(\.id)), "attack \(place)")
      #expect(
        try forge.bundles().allSatisfy { bundle in good.contains { $0 == bundle } },
        "attack \(place)")
    }
  }

  private func url(_ path: String) -> URL { URL(fileURLWithPath: path) }
  private func networkFolder() -> String { "profilectl-\(forge.keys.network.hexadecimal)" }

  @Test func `a newcomer can be shown an old state, which the digest tells`() throws {
    let old = try forge.paths()
    let invitation = try network.alice.invite("carol")
    try network.alice.sync(forge.folder)
    let before = try forge.paths()
    try network.alice.post("the second loaf")
    try network.alice.sync(forge.folder)
    for path in try forge.paths() where !before.contains(path) {
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(old.count < before.count)
    let carol = try SharedCopy.joined(
      invitation, with: forge.folder, in: network.home.path, clock: network.alice.clock)
    #expect(try carol.service.digest() != network.alice.service.digest())
    try network.exchange()
    try carol.sync(forge.folder)
    try network.exchange()
    #expect(try carol.service.digest() == network.alice.service.digest())
  }

  @Test func `the finder of a used invitation can't silence its user`() throws {
    let finder = BundleForge.Signer(of: network.invitation.user)
    let key = BundleForge.Signer(of: network.invitation.user, seed: network.invitation.seed)
    let claim = Deed.Act.claim(key: finder.key.publicKey.bytes, machine: "thief")
    let attack = try change(in: network.alice) {
      try forge.put(forge.bundle([Deed(claim, clock: 1)], by: key))
      try forge.put(forge.bundle([Samples.post("from the thief")], by: finder))
    }
    #expect(attack.lines.isEmpty)
    #expect(attack.report.refused == [.stranger: 1])
    let home = try network.bob.post("home at last").hexadecimal
    try network.exchange()
    #expect(try network.alice.lines().contains { $0.contains(home) })
  }

  @Test func `an invitation with a wrong key of the network is refused`() throws {
    let backup = try network.bob.backUp()
    let good = try network.alice.invite("bob")
    try network.alice.sync(forge.folder)
    let bad = Invitation(
      network: good.network, networkKey: .random(), seed: good.seed, user: good.user,
      handle: good.handle, name: good.name)
    let copy = try SharedCopy(of: "bob", in: network.home.path, clock: network.bob.clock)
    try copy.restore(backup)
    func joining(_ invitation: Invitation) -> Joining {
      Joining(
        invitation, folder: forge.folder, keys: copy.keyFolder, machine: "laptop",
        clock: copy.clock)
    }
    #expect(throws: StorageError.sharing(.badInvitation)) { try copy.service.join(joining(bad)) }
    #expect(!FileManager.default.fileExists(atPath: copy.keyFolder))
    _ = try copy.service.join(joining(good))
    #expect(try copy.signer().user == good.user)
  }

  // MARK: With a key

  @Test(arguments: [1, 2] as [UInt64])
  func `a member who bends the rules lies only in their own name`(seed: UInt64) throws {
    let bob = try network.bob.signer()
    let (alice, own) = (try name(network.alice), try name(network.bob).hexadecimal)
    let facts = try network.alice.store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      return (
        users: try tables.users().map { $0.name }, posts: try tables.posts().compactMap { $0.name },
        keys: try tables.keys().map { KeyPair($0.signingKey, $0.signer) }
      )
    }
    var bent = BentDeeds(
      users: facts.users, keeper: alice, posts: facts.posts, keys: facts.keys,
      at: network.alice.clock(), generator: SeededGenerator(seed: seed))
    let deeds = (0..<300).map { _ in bent.next() }.filter { deed in
      // Bob may remove himself.
      if case .removeUser(bob.user) = deed.act { false } else { true }
    }
    let attack = try change(in: network.alice) { try forge.put(forge.bundle(deeds, by: bob)) }
    #expect(!attack.lines.isEmpty)
    for line in attack.lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      let isPost = fields[0] == "post"
      #expect(fields[isPost ? 2 : 1] == own, "\(line)")
      #expect(["user", "post", "follow", "like", "repost", "flag"].contains(fields[0]), "\(line)")
    }
    #expect(try network.alice.lines().contains { $0.contains("\talice\t") })
  }

  @Test func `words of a deleted post go although an unfit deed has them`() throws {
    let (bob, dina) = (try network.bob.signer(), LastingName.random())
    let post = Samples.post("to be deleted")
    let made = forge.bundle([post, Deed(post.act, clock: 2, vouchedFor: dina)], by: bob)
    try forge.put(made)
    try network.exchange()
    let name = Deed.postName(author: try #require(bob.user), line: post.line)
    try forge.put(forge.bundle([Deed(.delete(post: name), clock: 3)], by: bob, after: made))
    try network.exchange()
    #expect(try forge.bundles().first { $0.id == made.id }?.words.isEmpty == true)
    #expect(try network.alice.service.facts(for: nil).missingWords == 0)
  }

  @Test func `a keeper who makes a key for a user is reported by every copy`() throws {
    let alice = try network.alice.signer()
    let key = SigningKey(seed: .random()).publicKey.bytes
    let user = try name(network.bob)
    let attack = try change(in: network.bob) {
      let act = Deed.Act.key(user: user, key: key, role: .member, machine: "cellar")
      try forge.put(forge.bundle([Deed(act, clock: 1)], by: alice))
    }
    #expect(attack.report.newMachines.map { "\($0.user.text) \($0.machine)" } == ["bob cellar"])
    #expect(attack.lines.allSatisfy { $0.hasPrefix("key\t") })
  }

  @Test func `a stolen machine that is revoked adds nothing that counts`() throws {
    let posted = try network.bob.post("home at last")
    try network.exchange()
    let thief = try network.bob.signer()
    let key = thief.key.publicKey.bytes.hexadecimal
    _ = try network.alice.service.revoke([key], after: nil, lifting: false, code: nil)
    let own = try forge.bundles().filter { $0.header.key == thief.key.publicKey.bytes }
    let last = try #require(own.max { $0.header.number < $1.header.number })
    let attack = try change(in: network.alice) {
      // With early clocks, in a new stream, after the last bundle, and beside it.
      for (place, previous) in [nil, last, own.first].enumerated() {
        let deeds = [Samples.post("late \(place)"), Deed(.delete(post: posted), clock: 1)]
        try forge.put(forge.bundle(deeds, by: thief, after: previous))
      }
    }
    #expect(attack.report.refused == [.revoked: 3])
    #expect(attack.lines.isEmpty)
    #expect(try network.alice.lines().contains { $0.contains(posted.hexadecimal) })
  }

  // MARK: With a file

  @Test func `the finder of an old backup finds no key in it`() throws {
    let gone = try network.bob.post("deleted since")
    let backup = try network.bob.backUp()
    try network.bob.delete(gone)
    try network.exchange()
    let bytes = try Data(contentsOf: backup)
    #expect(bytes.range(of: Data("deleted since".utf8)) != nil)
    let seed = try network.bob.seed()
    for secret in [seed.array, forge.keys.networkKey.array, network.invitation.seed.array] {
      #expect(bytes.range(of: Data(secret)) == nil)
      #expect(bytes.range(of: Data(secret.hexadecimal.utf8)) == nil)
    }
    let finder = try SharedCopy(of: "bob", in: network.home.path, clock: network.bob.clock)
    try finder.restore(backup)
    #expect(throws: StorageError.self) { try finder.sync(forge.folder) }
    #expect(throws: StorageError.self) { try finder.postAsFirstUser("by the finder") }
  }

  @Test func `a change that was put into the file without the key is never signed`() throws {
    let user = try name(network.bob)
    let post = Samples.post("by another account")
    try network.bob.write { writing in
      var row = StoredUnsentDeed()
      (row.id, row.signer, row.code) = (99, user, .random())
      (row.line, row.words) = (post.line, post.wordsLine)
      try #require(writing.engine as? any MergeTarget).put(row)
    }
    let before = try forge.paths()
    let report = try network.bob.sync(forge.folder)
    #expect(report.sentBundles == 0 && report.unsent == 1)
    #expect(try forge.paths() == before)
    let facts = try FileManager.default.subpathsOfDirectory(atPath: network.bob.keyFolder)
    for path in facts {
      let mode = try FileManager.default.attributesOfItem(
        atPath: network.bob.keyFolder + "/" + path)[.posixPermissions]
      #expect(mode as? Int == (path.contains("/") ? 0o600 : 0o700), "\(path)")
    }
  }

  @Test func `a sent change that was put into the file again replaces no later one`() throws {
    let follow = try network.bob.write { writing in
      let reading = writing.reading
      return Edge(
        .follow, from: try #require(try reading.userID(ifAny: try Handle("bob"))),
        to: .user(try #require(try reading.userID(ifAny: try Handle("dina")))))
    }
    let now = network.bob.clock()
    let sent = try network.bob.write { writing in
      _ = try writing.insert(follow, reason: nil, at: now)
      return try writing.reading.rows.rows(StoredUnsentDeed.self)
    }
    try network.exchange()
    try network.bob.write { _ = try $0.delete(follow) }
    try network.exchange()
    try network.bob.write { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      for row in sent { try target.put(row) }
    }
    #expect(sent.count == 1)
    try network.exchange()
    for copy in [network.alice, network.bob] {
      #expect(try !copy.lines().contains { $0.hasPrefix("follow\t") })
    }
  }
}
