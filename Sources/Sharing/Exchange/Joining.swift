internal import Crypto
internal import Files
package import Model
package import Storage

/// Gives this machine a copy of a shared network from a folder, and a key.
///
/// The copy is a new file, or one in which this machine has no valid key of the user.
package struct Joining {
  /// What allows this machine to have a key.
  package enum Right {
    case invitation(Invitation)
    /// The recovery code makes a user of the network a keeper.
    case recovery(RecoveryCode, of: Handle)
  }

  private let right: Right
  private let keys: NetworkKeys
  private let folder: String
  private let keyFolder: String
  private let machine: String
  private let pictureSize: PictureSizeReader
  private let clock: () -> Moment
  private let progress: LoadReport

  package init(
    by right: Right, folder: String, keys keyFolder: String, machine: String,
    pictureSize: @escaping PictureSizeReader = { _, _ in nil }, clock: @escaping () -> Moment,
    progress: @escaping LoadReport = { _ in }
  ) {
    keys =
      switch right {
      case .invitation(let invitation): invitation.keys
      case .recovery(let code, _): NetworkKeys(rootSeed: code.rootSeed)
      }
    (self.right, self.folder, self.keyFolder) = (right, folder, keyFolder)
    (self.machine, self.pictureSize) = (machine, pictureSize)
    (self.clock, self.progress) = (clock, progress)
  }

  package init(
    _ invitation: Invitation, folder: String, keys keyFolder: String, machine: String,
    clock: @escaping () -> Moment
  ) {
    self.init(
      by: .invitation(invitation), folder: folder, keys: keyFolder, machine: machine, clock: clock)
  }

  /// Whether an existing file is a copy of the network without a valid key of the user here.
  package func accepts(_ reading: any Reading) throws -> Bool {
    guard let tables = try reading.shared, try tables.sharing()?.network == keys.network else {
      return false
    }
    // The user of a restored copy may be in the folder only.
    guard let user = try? user(in: reading) else { return true }
    return try !hasValidKey(user, tables)
  }

  package struct Joined: Sendable {
    package let report: ExchangeReport
    /// Nil for a user who is removed.
    package let user: User.ID?
  }

  /// Receives everything and gets a key, in the transaction of an empty file or of a copy.
  package func join(into target: any MergeTarget) throws -> Joined {
    guard FileStamp(following: folder)?.isFolder == true else {
      throw FileError(folder, .open, errno: 2)
    }
    let exchange = FolderExchange(
      in: folder, keys: keys, keyFolder: keyFolder, pictureSize: pictureSize, clock: clock,
      progress: progress)
    let report = try exchange.receiveAll(into: target)
    let tables = SharedTables(target.reading.rows)
    let user = try user(in: target.reading)
    switch right {
    case .invitation(let invitation):
      if try !hasValidKey(user, tables) { try claim(invitation, in: target, tables) }
    case .recovery(let code, _):
      try KeyChanges(DeedNotes(into: target, keys: keyFolder, clock: clock))
        .recover(user, machine: machine, keys: keyFolder, code: code)
    }
    if var sharing = try tables.sharing() {
      (sharing.folder, sharing.syncedAt) = (folder, clock())
      try target.put(sharing)
    }
    return Joined(report: report, user: try tables.user(named: user)?.user)
  }

  private func user(in reading: any Reading) throws -> LastingName {
    switch right {
    case .invitation(let invitation): return invitation.user
    case .recovery(_, let handle):
      guard let id = try reading.userID(ifAny: handle), let user = try reading.shared?.user(id)
      else { throw StorageError.sharing(.noSuchUser(handle)) }
      return user.name
    }
  }

  // MARK: Keys

  /// Such a key is named by the network, and needs no claim.
  private func hasValidKey(_ user: LastingName, _ tables: SharedTables) throws -> Bool {
    try Keyring(keyFolder, of: keys.network).validKey(of: user, tables) != nil
  }

  private func claim(
    _ invitation: Invitation, in target: any MergeTarget, _ tables: SharedTables
  ) throws {
    try expectUnused(invitation, tables)
    let known = try Keyring(keyFolder, of: keys.network).key(of: invitation.user)
    // A revoked key is of no use any more.
    let key = try known.flatMap { try tables.isRevoked($0) ? nil : $0 }
    try claim(invitation, for: try key ?? newKey(of: invitation, replacing: known), in: target)
  }

  /// Refuses an invitation before a key is written, unless it waits for its machine.
  private func expectUnused(_ invitation: Invitation, _ tables: SharedTables) throws {
    let key = SigningKey(seed: invitation.seed).publicKey.bytes
    let row = try tables.keys(of: invitation.user).first {
      $0.signingKey == key && $0.isInvitation
    }
    guard let row else { throw StorageError.sharing(.invitationNotSent(folder: folder)) }
    if try row.isRevoked || tables.hasBundle(of: key) {
      throw StorageError.sharing(.usedInvitation)
    }
  }

  /// A new key of this machine for the user, whose file is written; another process may be faster.
  private func newKey(
    of invitation: Invitation, replacing old: MachineKey?
  ) throws -> MachineKey {
    let file = KeyFile(
      network: invitation.network, user: invitation.user, seed: .random(),
      networkKey: invitation.networkKey)
    return MachineKey(try file.write(in: keyFolder, replacing: old?.file))
  }

  /// Signs, with the invitation's key, that the machine's key takes its place.
  private func claim(
    _ invitation: Invitation, for key: MachineKey, in target: any MergeTarget
  ) throws {
    let now = clock()
    let deed = Deed(.claim(key: key.bytes, machine: machine), clock: now.microseconds)
    let bundle = Bundle(
      of: invitation.network, stream: .random(), number: 1, previous: nil, user: invitation.user,
      deedLines: [deed.line], words: [], signedBy: SigningKey(seed: invitation.seed))
    let merge = try Merge(into: target, at: now)
    try merge.add(bundle, isOwn: true)
    _ = try merge.settle()
  }
}
