internal import Crypto
internal import Files
package import Model
package import Storage

/// Makes a new copy of a shared network from a folder and an invitation.
package struct Joining {
  private let invitation: Invitation
  private let folder: String
  private let keyFolder: String
  private let machine: String
  private let pictureSize: PictureSizeReader
  private let clock: () -> Moment

  package init(
    _ invitation: Invitation, folder: String, keys keyFolder: String, machine: String,
    pictureSize: @escaping PictureSizeReader = { _, _ in nil }, clock: @escaping () -> Moment
  ) {
    self.pictureSize = pictureSize
    (self.invitation, self.folder, self.keyFolder) = (invitation, folder, keyFolder)
    (self.machine, self.clock) = (machine, clock)
  }

  /// Receives everything and claims the invitation, in the transaction of an empty file.
  package func join(into target: any MergeTarget) throws -> ExchangeReport {
    guard FileStamp(following: folder)?.isFolder == true else {
      throw FileError(folder, .open, errno: 2)
    }
    let exchange = FolderExchange(
      in: folder, keys: invitation.keys, keyFolder: keyFolder, pictureSize: pictureSize,
      clock: clock)
    let report = try exchange.receiveAll(into: target)
    let tables = SharedTables(target.reading.rows)
    let found = try Keyring(keyFolder, of: invitation.network).key(of: invitation.user)
    // A revoked key is of no use any more.
    let key = try found.flatMap { try tables.isRevoked($0) ? nil : $0 }
    let isNamed = try tables.keys(of: invitation.user).contains {
      $0.signingKey == key?.bytes && !$0.isInvitation && !$0.isRevoked
    }
    if !isNamed {
      try expectUnused(tables)
      try claim(try key ?? newKey(), in: target)
    }
    if var sharing = try tables.sharing() {
      (sharing.folder, sharing.syncedAt) = (folder, clock())
      try target.put(sharing)
    }
    return report
  }

  /// Refuses an invitation that is revoked, or that a machine has claimed, before a key is written.
  private func expectUnused(_ tables: SharedTables) throws {
    let key = SigningKey(seed: invitation.seed).publicKey.bytes
    let row = try tables.keys(of: invitation.user).first {
      $0.signingKey == key && $0.isInvitation
    }
    guard let row, !row.isRevoked, try !tables.hasBundle(of: key) else {
      throw StorageError.sharing(.usedInvitation)
    }
  }

  /// A new key of this machine for the user, whose file is written.
  private func newKey() throws -> MachineKey {
    let file = KeyFile(
      network: invitation.network, user: invitation.user, seed: .random(),
      networkKey: invitation.networkKey)
    try file.write(in: keyFolder)
    return MachineKey(file)
  }

  /// Signs, with the invitation's key, that the machine's key takes its place.
  private func claim(_ key: MachineKey, in target: any MergeTarget) throws {
    let signing = SigningKey(seed: invitation.seed)
    let now = clock()
    let deed = Deed(.claim(key: key.bytes, machine: machine), clock: now.microseconds)
    let bundle = Bundle(
      of: invitation.network, stream: .random(), number: 1, previous: nil, user: invitation.user,
      deedLines: [deed.line], words: [], signedBy: signing)
    let merge = try Merge(into: target, at: now)
    try merge.add(bundle, isOwn: true)
    _ = try merge.settle()
  }
}
