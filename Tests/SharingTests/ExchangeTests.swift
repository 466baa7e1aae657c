import Crypto
import Foundation
import Model
import SQLiteStorage
import Sharing
import Storage
import Support
import Testing

/// Two copies of one network, alice's and bob's, and the folder between them.
@Suite struct ExchangeTests {
  private let home: TemporaryFolder
  private let folder: String
  private let code = RecoveryCode.random()

  init() throws {
    home = try TemporaryFolder()
    folder = home.file("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  // MARK: Copies

  private func open(_ name: String) throws -> SQLiteStore {
    try SQLiteStore.open(
      at: home.file("\(name).db"), patience: Patience(seconds: 10),
      sharing: SharingService.wrap(keys: home.file(name), clock: Self.now))
  }

  private func service(
    _ store: SQLiteStore, _ name: String, clock: @escaping () -> Moment = now,
    pictureSize: @escaping PictureSizeReader = { _, _ in nil }
  ) -> SharingService {
    SharingService(store, keys: home.file(name), pictureSize: pictureSize, clock: clock)
  }

  private static func now() -> Moment { Moment(microseconds: 1_780_000_000_000_000) }

  /// Alice's network, which is not shared yet; all times of its rows are `at`.
  private func made(at: Moment) throws -> SQLiteStore {
    let store = try SQLiteStore.create(
      at: home.file("alice.db"), patience: Patience(seconds: 10)
    ).store
    try store.queue.together { writing in
      let alice = try writing.insert(UserDraft(handle: try Handle("alice"), createdAt: at))
      let bob = try writing.insert(UserDraft(handle: try Handle("bob"), createdAt: at))
      let draft = try #require(PostDraft(text: try PostText("bread"), at: at))
      _ = try writing.insert(draft, by: alice, answering: nil, quoting: nil)
      _ = try writing.insert(Edge(.follow, from: bob, to: .user(alice)), reason: nil, at: at)
    }
    store.queue.close()
    return try open("alice")
  }

  private func start(
    at: Moment = now(), clock: @escaping () -> Moment = now
  ) throws -> SQLiteStore {
    let store = try made(at: at)
    _ = try service(store, "alice", clock: clock).start(
      "Marlowe", keeper: try Handle("alice"), code: code, machine: "desk")
    return store
  }

  private func invite(_ alice: SQLiteStore, _ handle: String = "bob") throws -> Invitation {
    try service(alice, "alice").invite(
      try Handle(handle), as: try Handle("alice"), asKeeper: false, code: nil
    ).invitation
  }

  private func join(
    _ invitation: Invitation, _ name: String = "bob", in folder: String? = nil
  ) throws -> SQLiteStore {
    _ = try SQLiteStore.fill(
      newFileAt: home.file("\(name).db"), patience: Patience(seconds: 10),
      interrupts: Interrupts()
    ) { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      return try Joining(
        invitation, folder: folder ?? self.folder, keys: home.file(name), machine: name,
        clock: Self.now
      ).join(into: target)
    }
    return try open(name)
  }

  @discardableResult private func sync(
    _ store: SQLiteStore, _ name: String,
    _ pictureSize: @escaping PictureSizeReader = { _, _ in nil }
  ) throws -> ExchangeReport {
    try service(store, name, pictureSize: pictureSize).sync(with: folder)
  }

  private func change(_ store: SQLiteStore, _ body: @escaping (any Writing) throws -> Void) throws {
    try store.queue.together { try body($0) }
  }

  private func user(_ handle: String, _ writing: any Writing) throws -> User.ID {
    try #require(try writing.reading.userID(ifAny: try Handle(handle)))
  }

  private func files(_ ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }
      .sorted()
  }

  // MARK: Times

  @Test func `times that JSON can't have are signed as the latest one`() throws {
    let late = Moment(microseconds: 1 << 53 + 7)
    let alice = try start(at: late, clock: { late })
    let invitation = try invite(alice)
    try sync(alice, "alice")
    let bob = try join(invitation)
    try sync(bob, "bob")
    try sync(alice, "alice")
    #expect(try sync(bob, "bob").refused == [:])
    #expect(try service(alice, "alice").digest() == service(bob, "bob").digest())
  }

  // MARK: Rights

  @Test func `a private post of another is deleted only with a key`() throws {
    let alice = try start()
    let invitation = try invite(alice)
    try change(alice) { writing in
      let draft = try #require(
        PostDraft(text: try PostText("secret"), isPrivate: true, at: Self.now()))
      _ = try writing.insert(
        draft, by: try user("bob", writing), answering: nil, quoting: nil)
    }
    try sync(alice, "alice")
    try sync(try join(invitation), "bob")
    try sync(alice, "alice")
    #expect(throws: StorageError.self) {
      try change(alice) { writing in
        let posts = try writing.reading.rows.rows(StoredPost.self)
        try writing.delete(try #require(posts.first { $0.isPrivate }).postKey)
      }
    }
  }

  @Test func `a key that the recovery code revoked can't win a dispute by a keeper`() throws {
    let alice = try start()
    let invitation = try invite(alice)
    try sync(alice, "alice")
    let other = home.file("other")
    try FileManager.default.copyItem(atPath: folder, toPath: other)
    let bob = try join(invitation)
    let thief = try join(invitation, "thief", in: other)
    try sync(bob, "bob")
    try sync(thief, "thief")
    try sync(alice, "alice")
    let service = service(alice, "alice")
    func key(_ machine: String) throws -> String {
      try #require(try service.keys().first { $0.machine == machine }).key.hexadecimal
    }
    _ = try service.accept(try key("thief"), code: code)
    #expect(throws: StorageError.self) { try service.accept(try key("bob"), code: nil) }
    _ = try service.accept(try key("bob"), code: code)
    let states = try service.keys().filter { $0.kind == .key && $0.user?.text == "bob" }
      .map { "\($0.machine ?? "") \($0.state)" }
    #expect(states.sorted() == ["bob valid", "thief revoked"])
  }

  // MARK: Clocks

  @Test func `a change is later than one in an earlier bundle of the same signing`() throws {
    let alice = try start()
    // The second bundle begins after the first change of the name.
    try change(alice) { writing in
      let alice = try user("alice", writing)
      try writing.update(alice, with: ProfileChanges(name: try DisplayName("First")))
      for number in 0..<160 {
        let text = try PostText("\(number)" + String(repeating: "👨‍👩‍👧‍👦", count: 270))
        let draft = try #require(PostDraft(text: text, at: Self.now()))
        _ = try writing.insert(draft, by: alice, answering: nil, quoting: nil)
      }
      try writing.update(alice, with: ProfileChanges(name: try DisplayName("Second")))
    }
    try sync(alice, "alice")
    try change(alice) { writing in
      let tables = SharedTables(writing.reading.rows)
      let name = try #require(try tables.user(try user("alice", writing))).name
      let changes = try tables.deeds(on: Thing.user(name).bytes).suffix(2)
      #expect(Set(changes.map(\.bundle)).count == 2)
      #expect(Set(changes.map { Rank(stored: $0.rank).clock }).count == 2)
    }
  }

  // MARK: Pictures

  private func show(
    _ bytes: [UInt8], _ store: SQLiteStore, of handle: String
  ) throws {
    try change(store) { writing in
      let picture = PictureDraft(content: bytes, width: 1, height: 1)
      try writing.update(
        try user(handle, writing), with: ProfileChanges(avatar: .set(picture)))
    }
  }

  @Test func `a replaced avatar leaves the folder`() throws {
    let alice = try start()
    try show([1, 2, 3], alice, of: "alice")
    try sync(alice, "alice")
    let first = try files(".picture")
    try show([4, 5, 6], alice, of: "alice")
    try sync(alice, "alice")
    let second = try files(".picture")
    #expect(first.count == 1 && second.count == 1 && first != second)
  }

  @Test func `a picture file that changes while it is read is unreadable`() throws {
    let alice = try start()
    let invitation = try invite(alice)
    try sync(alice, "alice")
    let bob = try join(invitation)
    try show([1, 2, 3], alice, of: "alice")
    try sync(alice, "alice")
    let file = "\(folder)/\(try #require(try files(".picture").first))"
    let original = try Data(contentsOf: URL(fileURLWithPath: file))
    let report = try sync(bob, "bob") { _, _ in
      try? Data("PCP1".utf8).write(to: URL(fileURLWithPath: file))
      return nil
    }
    #expect(report.refused == [.unreadable: 1])
    try original.write(to: URL(fileURLWithPath: file))
    try sync(bob, "bob")
    #expect(try service(bob, "bob").facts(for: nil).missingPictures == 0)
  }

  // MARK: Files

  @Test func `a file of an unknown key is read once, and again when a key comes`() throws {
    let alice = try start()
    let invitation = try invite(alice)
    try sync(alice, "alice")
    let bob = try join(invitation)
    try change(bob) { writing in
      let draft = try #require(PostDraft(text: try PostText("home"), at: Self.now()))
      _ = try writing.insert(
        draft, by: try user("bob", writing), answering: nil, quoting: nil)
    }
    // Bob's claim is in the folder later than his post.
    try sync(bob, "bob")
    let claim = try claim(of: bob)
    let hidden = home.file("hidden")
    try FileManager.default.moveItem(atPath: claim, toPath: hidden)
    #expect(try sync(alice, "alice").refused == [.stranger: 1])
    #expect(try sync(alice, "alice").refused == [:])
    try FileManager.default.moveItem(atPath: hidden, toPath: claim)
    let report = try sync(alice, "alice")
    #expect(report.refused == [:])
    #expect(report.receivedBundles == 2)
  }

  /// The path of the bundle that claims an invitation.
  private func claim(of store: SQLiteStore) throws -> String {
    let facts = try store.snapshot { try SharedTables($0.rows).bundles() }
    let network = NetworkKeys(rootSeed: code.rootSeed).network.hexadecimal
    let claim = facts.first { $0.number == 1 && $0.signer != nil && $0.isOwn }
    let name = try #require(claim).hash.hexadecimal
    return "\(folder)/profilectl-\(network)/bundles/\(name.prefix(2))/\(name).bundle"
  }
}
