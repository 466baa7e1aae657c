import Foundation
import Model
import SQLiteStorage
import Sharing
import Storage
import Support
import Testing

/// Copies that change and exchange at random must agree in the end.
///
/// `PROFILECTL_SCHEDULES` is the number of schedules, and `PROFILECTL_SCHEDULE` one of them.
@Suite struct ScheduleTests {
  @Test(arguments: Schedule.seeds) func copiesAgree(seed: UInt64) throws {
    var schedule = try Schedule(seed: seed)
    defer { schedule.remove() }
    for _ in 0..<60 { try schedule.step() }
    try schedule.exchangeAll()
    let lines = try schedule.lines()
    for (copy, other) in zip(schedule.copies, lines) {
      let difference = lines[0].symmetricDifference(other)
      #expect(difference.isEmpty, "seed \(seed), \(copy.user)")
    }
    try schedule.compareWithNewcomer()
    for copy in schedule.copies {
      #expect(try copy.store.examine(isDeep: true).isEmpty, "seed \(seed), \(copy.user)")
    }
  }
}

/// Six copies of one network, and the folders between them.
private struct Schedule {
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let one = environment["PROFILECTL_SCHEDULE"].flatMap(UInt64.init) { return [one] }
    return Array(1...(environment["PROFILECTL_SCHEDULES"].flatMap(UInt64.init) ?? 4))
  }()

  /// A copy in a home of its own.
  final class Copy {
    let user: String
    let home: URL
    var path: String { home.appendingPathComponent("net.db").path }
    var keys: String { home.appendingPathComponent("keys").path }
    let clock: () -> Moment
    private var opened: SQLiteStore?

    init(_ user: String, in folder: URL, clock: @escaping () -> Moment) throws {
      self.user = user
      self.clock = clock
      home = folder.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    var store: SQLiteStore {
      get throws {
        if let opened { return opened }
        let store = try open()
        opened = store
        return store
      }
    }

    private func open() throws -> SQLiteStore {
      try SQLiteStore.open(
        at: path, patience: Patience(seconds: 10),
        sharing: SharingService.wrap(keys: keys, clock: clock))
    }

    var service: SharingService {
      get throws { SharingService(try store, keys: keys, clock: clock) }
    }

    /// Replaces the file by an older state of it.
    func restore(_ backup: URL) throws {
      opened?.queue.close()
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      try FileManager.default.copyItem(atPath: backup.path, toPath: path)
      opened = nil
    }

    func backUp() throws -> URL {
      let target = home.appendingPathComponent("\(UUID().uuidString).db")
      _ = try store.backUp(to: target.path, mayReplace: false)
      return target
    }
  }

  private(set) var copies: [Copy] = []
  private let folder: URL
  private let folders: [String]
  private var generator: SeededGenerator
  private var backups: [(copy: Int, file: URL)] = []
  private let clock: () -> Moment
  private let code = RecoveryCode.random()

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let box = Ticks()
    // Times are often equal.
    clock = { box.next() }
    folders = (0..<3).map { [folder] in folder.appendingPathComponent("folder\($0)").path }
    for path in folders {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try start()
  }

  /// A clock that moves once in three readings.
  private final class Ticks {
    private var readings: Int64 = 0

    func next() -> Moment {
      readings += 1
      return Moment(microseconds: 1_780_000_000_000_000 + readings / 3)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private mutating func start() throws {
    let alice = try Copy("alice", in: folder, clock: clock)
    let made = try SQLiteStore.create(at: alice.path, patience: Patience(seconds: 10)).store
    let now = clock()
    try made.queue.together { writing in
      let alice = try writing.insert(UserDraft(handle: try Handle("alice"), createdAt: now))
      _ = try writing.insert(UserDraft(handle: try Handle("dina"), createdAt: now))
      let draft = PostDraft(text: try PostText("before @dina"), at: now)
      if let draft { _ = try writing.insert(draft, by: alice, answering: nil, quoting: nil) }
    }
    made.queue.close()
    _ = try alice.service.start(
      "Schedule", keeper: try Handle("alice"), code: code, machine: "desk")
    copies = [alice]
    for user in ["bob", "carol", "bob", "alice", "erin"] { try add(user) }
  }

  private mutating func add(_ user: String) throws {
    let invited = try copies[0].service.invite(
      try Handle(user), as: try Handle("alice"), asKeeper: false, code: nil)
    for path in folders { _ = try copies[0].service.sync(with: path) }
    copies.append(try joined(invited.invitation, as: user))
    for path in folders { _ = try copies.last?.service.sync(with: path) }
  }

  private func joined(_ invitation: Invitation, as user: String) throws -> Copy {
    let copy = try Copy(user, in: folder, clock: clock)
    _ = try SQLiteStore.fill(
      newFileAt: copy.path, patience: Patience(seconds: 10), interrupts: Interrupts()
    ) { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      return try Joining(
        invitation, folder: folders[0], keys: copy.keys, machine: "laptop", clock: clock
      ).join(into: target)
    }
    return copy
  }

  // MARK: Steps

  mutating func step() throws {
    let index = Int.random(in: 0..<copies.count, using: &generator)
    let copy = copies[index]
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<30: _ = try copy.service.sync(with: folders.randomElement(using: &generator))
    case 30..<33: backups.append((index, try copy.backUp()))
    case 33..<35:
      if let backup = backups.randomElement(using: &generator) {
        try copies[backup.copy].restore(backup.file)
      }
    case 35: try revoke()
    default: try? change(copy)
    }
  }

  /// Revokes a key of a member, or lifts that.
  private mutating func revoke() throws {
    let keys = try copies[0].service.keys().filter { $0.role == .member && $0.kind == .key }
    guard let key = keys.randomElement(using: &generator) else { return }
    _ = try copies[0].service.revoke(
      [key.key.hexadecimal], after: nil, lifting: key.state == .revoked, code: nil)
  }

  /// A random change by the user of a copy; a refused one changes nothing.
  private mutating func change(_ copy: Copy) throws {
    let choice = Int.random(in: 0..<14, using: &generator)
    let (first, second) = (generator.next(), generator.next())
    let now = clock()
    try copy.store.queue.together { writing in
      let change = try RandomChange(writing, by: copy.user, first, second, at: now)
      if choice < 7 { try change.changePeople(choice) } else { try change.changePosts(choice) }
    }
  }

  // MARK: The end

  /// Exchanges until each copy has what the others have.
  func exchangeAll() throws {
    for _ in 0..<4 {
      for copy in copies {
        for path in folders { _ = try copy.service.sync(with: path) }
      }
    }
  }

  /// The lines of the digest of each copy.
  func lines() throws -> [Set<String>] {
    try copies.map { copy in
      var lines: Set<String> = []
      try copy.store.snapshot { reading in
        try SharedDigest(of: reading.rows).eachLine {
          lines.insert(String(decoding: $0, as: UTF8.self))
        }
      }
      return lines
    }
  }

  func digests() throws -> [FixedBytes<32>] { try copies.map { try $0.service.digest() } }

  /// Compares the copies with one that receives everything at once.
  func compareWithNewcomer() throws {
    let invited = try copies[0].service.invite(
      try Handle("alice"), as: try Handle("alice"), asKeeper: false, code: nil)
    for path in folders { _ = try copies[0].service.sync(with: path) }
    let newcomer = try joined(invited.invitation, as: "alice")
    for path in folders { _ = try newcomer.service.sync(with: path) }
    for copy in copies { for path in folders { _ = try copy.service.sync(with: path) } }
    let expected = try newcomer.service.digest()
    #expect(try digests().allSatisfy { $0 == expected })
  }
}

/// A change of a user to a random other user and a random post.
private struct RandomChange {
  private let writing: any Writing
  private let user: String
  private let me: User.ID
  private let other: User.ID
  private let post: PostKey?
  private let text: PostText
  private let first: UInt64
  private let second: UInt64
  private let now: Moment

  init(
    _ writing: any Writing, by user: String, _ first: UInt64, _ second: UInt64, at now: Moment
  ) throws {
    (self.writing, self.user, self.now) = (writing, user, now)
    (self.first, self.second) = (first, second)
    let rows = writing.reading.rows
    let users = try rows.rows(StoredHandle.self).map(\.id)
    let posts = try rows.rows(StoredPost.self).filter { $0.reposts == nil }
    me = try writing.reading.userID(ifAny: try Handle(user)) ?? users[0]
    other = users[Int(first % UInt64(users.count))]
    post = posts.isEmpty ? nil : posts[Int(second % UInt64(posts.count))].postKey
    text = try PostText("words \(second % 1_000) of @bob and @erin #tag")
  }

  private var isKeeper: Bool { user == "alice" }

  func changePeople(_ choice: Int) throws {
    let follow = Edge(.follow, from: me, to: .user(other))
    switch choice {
    case 0, 1, 2: try insert(isPrivate: first % 7 == 0)
    case 3, 4: if other != me { _ = try writing.insert(follow, reason: nil, at: now) }
    case 5: _ = try writing.delete(follow)
    default:
      let handle = try Handle(["bob", "robert", "erin", "eve"][Int(first % 4)])
      let isFree = try writing.reading.userID(ifAny: handle) == nil
      try writing.update(
        me,
        with: ProfileChanges(
          handle: isFree && !isKeeper ? handle : nil,
          name: try DisplayName("Name \(second % 100)")))
    }
  }

  private func insert(isPrivate: Bool = false, answering: PostKey? = nil) throws {
    let moment = now
    guard let draft = PostDraft(text: text, isPrivate: isPrivate, at: moment) else { return }
    let quoting = first % 3 == 0 ? answering : nil
    _ = try writing.insert(draft, by: me, answering: answering, quoting: quoting)
  }

  func changePosts(_ choice: Int) throws {
    guard let post, !post.isPrivate || post.author == me else { return }
    switch choice {
    case 7: _ = try writing.insert(Edge(.like, from: me, to: .post(post)), reason: nil, at: now)
    case 8: _ = try writing.delete(Edge(.like, from: me, to: .post(post)))
    case 9 where post.author == me:
      try writing.update(post, with: PostChanges(text: text), at: now)
    case 10 where post.author == me || isKeeper: try writing.delete(post)
    default: if !post.isPrivate { try changePublicPost(post, choice) }
    }
  }

  private func changePublicPost(_ post: PostKey, _ choice: Int) throws {
    switch choice {
    case 11: try insert(answering: post)
    case 12 where isKeeper && first % 2 == 0: _ = try writing.deleteFlags(of: post.id)
    case 12 where post.author != me:
      _ = try writing.insert(
        Edge(.flag, from: me, to: .post(post)), reason: try Reason("spam"), at: now)
    case 13:
      if try writing.insertRepost(of: post, by: me, at: now) == nil {
        _ = try writing.deleteRepost(of: post, by: me)
      }
    default: break
    }
  }
}
