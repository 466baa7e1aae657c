import Crypto
import Foundation
import Model
import SQLiteStorage
import Sharing
import Storage
import Testing

/// A copy of a shared network, in a home of its own.
final class SharedCopy {
  /// The handle with which the user joined.
  let handle: String
  let home: URL
  let clock: () -> Moment
  private var opened: SQLiteStore?

  var path: String { home.appendingPathComponent("net.db").path }
  var keyFolder: String { home.appendingPathComponent("keys").path }

  init(of handle: String, in folder: String, clock: @escaping () -> Moment) throws {
    (self.handle, self.clock) = (handle, clock)
    home = URL(fileURLWithPath: folder).appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  /// A new network with a keeper, other users and a post.
  static func started(
    by keeper: String, with others: [String] = [], in folder: String, code: RecoveryCode,
    clock: @escaping () -> Moment
  ) throws -> SharedCopy {
    let copy = try SharedCopy(of: keeper, in: folder, clock: clock)
    let made = try SQLiteStore.create(at: copy.path, patience: Patience(seconds: 10)).store
    let now = clock()
    try made.queue.together { writing in
      let author = try writing.insert(UserDraft(handle: try Handle(keeper), createdAt: now))
      for other in others {
        _ = try writing.insert(UserDraft(handle: try Handle(other), createdAt: now))
      }
      let draft = try #require(PostDraft(text: try PostText("before @dina"), at: now))
      _ = try writing.insert(draft, by: author, answering: nil, quoting: nil)
    }
    made.queue.close()
    _ = try copy.service.start("Marlowe", keeper: try Handle(keeper), code: code, machine: "desk")
    return copy
  }

  static func joined(
    _ invitation: Invitation, with exchange: String, in folder: String,
    clock: @escaping () -> Moment
  ) throws -> SharedCopy {
    let copy = try SharedCopy(of: invitation.handle.text, in: folder, clock: clock)
    _ = try SQLiteStore.fill(
      newFileAt: copy.path, patience: Patience(seconds: 10), interrupts: Interrupts()
    ) { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      return try Joining(
        invitation, folder: exchange, keys: copy.keyFolder, machine: "laptop", clock: clock
      ).join(into: target)
    }
    return copy
  }

  var store: SQLiteStore {
    get throws {
      if let opened { return opened }
      let store = try SQLiteStore.open(
        at: path, patience: Patience(seconds: 10),
        sharing: SharingService.wrap(keys: keyFolder, clock: clock))
      opened = store
      return store
    }
  }

  var service: SharingService {
    get throws { SharingService(try store, keys: keyFolder, clock: clock) }
  }

  /// The user of this machine, and their key.
  func signer() throws -> BundleForge.Signer {
    let file = try keyFile()
    return BundleForge.Signer(of: file.user, seed: file.seed)
  }

  func seed() throws -> FixedBytes<32> { try keyFile().seed }

  private func keyFile() throws -> KeyFile {
    let network = try #require(
      try store.snapshot { try SharedTables($0.rows).sharing() }?.network)
    let user = try #require(try KeyFile.users(of: network, in: keyFolder).first)
    return try #require(try KeyFile.read(network: network, user: user, in: keyFolder))
  }

  func write<Value>(_ body: (any Writing) throws -> Value) throws -> Value {
    try store.queue.together(body)
  }

  /// Posts as the user of this machine; returns the lasting name.
  @discardableResult func post(_ text: String) throws -> LastingName {
    let (user, now) = (try #require(try signer().user), clock())
    return try write { writing in
      let tables = SharedTables(writing.reading.rows)
      let author = try #require(try tables.user(named: user)).user
      let draft = try #require(PostDraft(text: try PostText(text), at: now))
      let id = try writing.insert(draft, by: author, answering: nil, quoting: nil)
      return try #require(try tables.post(id)?.name)
    }
  }

  /// Posts as the first user of the file, whether or not this machine has a key.
  func postAsFirstUser(_ text: String) throws {
    let now = clock()
    try write { writing in
      let author = try #require(try SharedTables(writing.reading.rows).users().first).user
      let draft = try #require(PostDraft(text: try PostText(text), at: now))
      _ = try writing.insert(draft, by: author, answering: nil, quoting: nil)
    }
  }

  func delete(_ post: LastingName) throws {
    try write { writing in
      let tables = SharedTables(writing.reading.rows)
      let id = try #require(try tables.post(named: post)).post
      try writing.delete(try #require(try tables.content(of: id)).postKey)
    }
  }

  func invite(_ handle: String) throws -> Invitation {
    // The user may have changed the handle.
    let (user, own) = (try #require(try signer().user), self.handle)
    let now = try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      return try tables.user(named: user).flatMap { try tables.profile($0.user) }?.handle
    }
    return try service.invite(
      handle == own ? nil : try Handle(handle), as: try #require(now), asKeeper: false, code: nil
    ).invitation
  }

  @discardableResult func sync(_ folder: String) throws -> ExchangeReport {
    try service.sync(with: folder)
  }

  /// The lines of the digest.
  func lines() throws -> Set<String> {
    var lines: Set<String> = []
    try store.snapshot { reading in
      try SharedDigest(of: reading.rows).eachLine {
        lines.insert(String(decoding: $0, as: UTF8.self))
      }
    }
    return lines
  }

  /// What differs from the signed changes.
  func faults() throws -> [Fault] {
    try store.snapshot { try SharedExamination(of: $0.rows).findings() }.map(\.fault)
  }

  // MARK: Backups

  func backUp() throws -> URL {
    let target = home.appendingPathComponent("\(UUID().uuidString).db")
    _ = try store.backUp(to: target.path, mayReplace: false)
    return target
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
}

/// A clock that moves once in three readings, so that times are often equal.
final class SlowClock {
  private var readings: Int64 = 0

  func next() -> Moment {
    readings += 1
    return Moment(microseconds: 1_780_000_000_000_000 + readings / 3)
  }
}
