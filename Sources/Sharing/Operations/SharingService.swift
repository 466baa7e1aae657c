internal import Crypto
internal import Files
package import Model
package import Storage

/// The operations on a shared network, for commands.
package struct SharingService {
  private let store: any Store
  /// The folder with the keys of this machine.
  private let keyFolder: String
  private let pictureSize: PictureSizeReader
  private let clock: () -> Moment

  package init(
    _ store: any Store, keys keyFolder: String,
    pictureSize: @escaping PictureSizeReader = { _, _ in nil }, clock: @escaping () -> Moment
  ) {
    self.pictureSize = pictureSize
    (self.store, self.keyFolder, self.clock) = (store, keyFolder, clock)
  }

  /// Wraps the changes of a shared network, so that those that travel are noted.
  package static func wrap(
    keys keyFolder: String, clock: @escaping () -> Moment,
    acting: @escaping () -> Viewer = { .nobody }
  ) -> SharedWritingMaker {
    { try SharedWriting($0, DeedNotes(into: $0, keys: keyFolder, clock: clock, acting: acting)) }
  }

  private func change<Value>(_ body: (any MergeTarget) throws -> Value) throws -> Value {
    try store.requireInPlace()
    try store.migrate()
    return try store.queue.together { try body($0.mergeTarget) }
  }

  private func read<Value>(_ body: (SharedTables, StoredSharing) throws -> Value) throws -> Value {
    try store.snapshot { reading in
      guard let tables = try reading.shared, let sharing = try tables.sharing() else {
        throw StorageError.sharing(.notShared)
      }
      return try body(tables, sharing)
    }
  }

  private func notes(_ target: any MergeTarget) throws -> DeedNotes {
    try DeedNotes(into: target, keys: keyFolder, clock: clock)
  }

  // MARK: Beginning and end

  /// Makes the network shared, with a user as its keeper.
  package func start(
    _ name: String, keeper: Handle, code: RecoveryCode, machine: String
  ) throws -> ShareStart.Started {
    try change { target in
      guard let keeper = try target.reading.userID(ifAny: keeper) else {
        throw StorageError.internal("The keeper is missing.")
      }
      return try ShareStart.start(
        name, keeper: keeper, code: code, machine: machine, keys: keyFolder, in: target,
        clock: clock)
    }
  }

  /// Makes the network an ordinary one; returns its facts, and the changes that were never sent.
  package func stop() throws -> (network: LastingName, name: String, unsent: Int) {
    let sharing = try read { $1 }
    let unsent = try change { try ShareStart.stop(in: $0) }
    return (sharing.network, sharing.name, unsent)
  }

  // MARK: Facts

  package struct Facts: Sendable {
    package let network: LastingName
    package let name: String
    package let peopleWithKeys: Int
    package let peopleWithoutKeys: Int
    package let unsent: Int
    package let missingBundles: Int
    package let missingWords: Int
    package let missingPictures: Int
    package let folder: String?
    package let syncedAt: Moment?
    package let digest: FixedBytes<32>
    /// The role of the user who asks; nil without a key on this machine.
    package let role: Deed.Role?
  }

  package func facts(for user: Handle?) throws -> Facts {
    try read { tables, sharing in
      let keys = try tables.keys().filter { !$0.isInvitation && !$0.isRevoked }
      let users = try tables.users().filter { !$0.wanted.isEmpty }
      let withKeys = Set(keys.map(\.signer))
      let missing = try SharedGaps(tables)
      return Facts(
        network: sharing.network, name: sharing.name,
        peopleWithKeys: users.count { withKeys.contains($0.name) },
        peopleWithoutKeys: users.count { !withKeys.contains($0.name) },
        unsent: try tables.unsentCount(), missingBundles: missing.bundles,
        missingWords: missing.words, missingPictures: missing.pictures, folder: sharing.folder,
        syncedAt: sharing.syncedAt, digest: try SharedDigest(of: tables.rows).value(),
        role: try role(of: user, tables, sharing))
    }
  }

  private func role(
    of user: Handle?, _ tables: SharedTables, _ sharing: StoredSharing
  ) throws -> Deed.Role? {
    guard let user, let id = try tables.handles().first(where: { $0.handle == user })?.id,
      let name = try tables.user(id)?.name,
      let row = try Keyring(keyFolder, of: sharing.network).validKey(of: name, tables)?.row
    else { return nil }
    return row.isKeeper ? .keeper : .member
  }

  package func digest() throws -> FixedBytes<32> {
    try read { tables, _ in try SharedDigest(of: tables.rows).value() }
  }

  // MARK: Exchange

  /// Exchanges with a folder, which is remembered; without one, with the remembered one.
  package func sync(
    with folder: String?, progress: @escaping LoadReport = { _ in }
  ) throws -> ExchangeReport {
    let sharing = try read { $1 }
    let folder = try self.folder(folder, sharing)
    guard FileStamp(following: folder)?.isFolder == true else {
      throw FileError(folder, .open, errno: 2)
    }
    let exchange = FolderExchange(
      in: folder, keys: try networkKeys(sharing), keyFolder: keyFolder,
      pictureSize: pictureSize, clock: clock, progress: progress)
    return try exchange.run(on: store)
  }

  /// Watches the copy and a folder, or the remembered one.
  package func watch(_ folder: String?) throws -> ExchangeWatch {
    let sharing = try read { $1 }
    let folder = try self.folder(folder, sharing)
    return try ExchangeWatch(of: ExchangeFolder(in: folder, of: sharing.network), on: store)
  }

  private func folder(_ named: String?, _ sharing: StoredSharing) throws -> String {
    guard let folder = named ?? sharing.folder else { throw StorageError.sharing(.noFolder) }
    return folder
  }

  /// Whether a file is a copy of the network to join that needs a key.
  package func accepts(_ joining: Joining) throws -> Bool {
    try store.snapshot(joining.accepts)
  }

  /// Receives everything into a copy, and gives it a key.
  package func join(_ joining: Joining) throws -> Joining.Joined {
    try change { try joining.join(into: $0) }
  }

  /// The keys of the network, which any key file of this machine has.
  private func networkKeys(_ sharing: StoredSharing) throws -> NetworkKeys {
    let keyring = Keyring(keyFolder, of: sharing.network)
    guard let user = try keyring.users().first, let key = try keyring.key(of: user) else {
      throw StorageError.sharing(.noKeyHere(network: sharing.name))
    }
    return key.file.keys
  }

  // MARK: People

  /// Invites a new member, a user who is there already, or another machine of one's own.
  package func invite(
    _ invited: Handle?, as viewer: Handle, asKeeper: Bool, code: RecoveryCode?
  ) throws -> Invited {
    try change { target in
      try KeyChanges(notes(target)).invite(
        invited, as: viewer, asKeeper: asKeeper, code: code)
    }
  }
}

/// The keys and the keepers of a network.
extension SharingService {
  private func changeKeys<Value>(_ body: (KeyChanges) throws -> Value) throws -> Value {
    try change { try body(KeyChanges(notes($0))) }
  }

  /// All keys, the root's first, then by user.
  package func keys() throws -> [ListedKey] {
    try read { tables, sharing in try KeyList(tables, sharing).all() }
  }

  /// The result for one typed key or user.
  package struct ChangedKey: Sendable {
    package let input: String
    /// The user whose key it is; nil for one who is removed.
    package let user: User.ID?
    /// Whether something changed.
    package let isNew: Bool
  }

  /// The number of other keys and invitations that a revocation of keys takes along.
  ///
  /// Throws unless there is each key, named by its first digits or by its user.
  package func countRevoked(with names: [String]) throws -> Int {
    try changeKeys { changes in
      let keys = try names.flatMap { try KeySearch(changes.tables).keys(named: $0) }
      return try changes.countNamed(by: keys)
    }
  }

  /// Revokes keys, named by their first digits or by their user, and all that they named.
  ///
  /// `after` has the first digits of the last bundle that counts.
  package func revoke(
    _ names: [String], after: String?, lifting: Bool, code: RecoveryCode?
  ) throws -> [ChangedKey] {
    try changeKeys { changes in
      try names.map { name in
        let keys = try KeySearch(changes.tables).keys(named: name)
        let isNew = try changes.revoke(keys, after: after, lifting: lifting, code: code)
        let user = try keys.first.flatMap { try changes.tables.user(named: $0.signer)?.user }
        return ChangedKey(input: name, user: user, isNew: isNew)
      }
    }
  }

  /// Settles a disputed invitation; nothing is new if the key was accepted before.
  package func accept(_ key: String, code: RecoveryCode?) throws -> ChangedKey {
    try changeKeys { changes in
      let (isNew, user) = try changes.accept(key, code: code)
      return ChangedKey(
        input: key, user: try changes.tables.user(named: user)?.user, isNew: isNew)
    }
  }

  package func rename(_ name: String) throws {
    try changeKeys { try $0.rename(name) }
  }

  /// Makes a user a keeper by the recovery code.
  package func recover(_ user: Handle, machine: String, code: RecoveryCode) throws {
    try changeKeys { changes in
      guard let id = try changes.target.reading.userID(ifAny: user),
        let known = try changes.tables.user(id)
      else { throw StorageError.sharing(.noSuchKey("@\(user.text)")) }
      try changes.recover(known.name, machine: machine, keys: keyFolder, code: code)
    }
  }
}
