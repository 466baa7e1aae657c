internal import Crypto
package import Model
package import Storage

/// Begins and ends the sharing of a network.
package enum ShareStart {
  /// A network that is shared now.
  package struct Started: Sendable {
    package let network: LastingName
    package let keeper: Handle
  }

  /// Makes the network shared, with a user as its keeper.
  ///
  /// Everything public is signed by the keeper, who vouches for all others.
  package static func start(
    _ name: String, keeper: User.ID, code: RecoveryCode, machine: String, keys folder: String,
    in target: any MergeTarget, clock: @escaping () -> Moment
  ) throws -> Started {
    if try target.reading.isShared { throw StorageError.sharing(.alreadyShared) }
    try target.createSharedTables()
    let root = SigningKey(seed: code.rootSeed)
    let keys = NetworkKeys(rootSeed: code.rootSeed)
    var sharing = StoredSharing()
    (sharing.network, sharing.root, sharing.name) = (keys.network, root.publicKey.bytes, name)
    try target.put(sharing)
    let tables = SharedTables(target.reading.rows)
    guard let row = try tables.profile(keeper) else { throw StorageError.file(.damaged) }
    var shared = StoredSharedUser()
    (shared.user, shared.name) = (keeper, .random())
    (shared.wanted, shared.createdAt) = (row.handle.text, row.createdAt)
    try target.put(shared)
    let key = KeyFile(
      network: keys.network, user: shared.name, seed: .random(), networkKey: keys.networkKey)
    try key.write(in: folder)
    try RootSigner(code, sharing, clock).sign(
      [
        .network(name: name),
        .key(user: key.user, key: MachineKey(key).bytes, role: .keeper, machine: machine),
      ], into: target)
    let notes = try DeedNotes(into: target, keys: folder, clock: clock)
    try notes.introduce(keeper)
    try RowNotes.noteAll(
      notes, after: LastNumbers(user: 0, post: 0), upTo: LastNumbers(user: .max, post: .max))
    try notes.signUnsent()
    return Started(network: keys.network, keeper: row.handle)
  }

  /// Makes the network an ordinary one again; returns the number of changes that were never sent.
  package static func stop(in target: any MergeTarget) throws -> Int {
    guard try target.reading.isShared else { throw StorageError.sharing(.notShared) }
    let unsent = try SharedTables(target.reading.rows).unsentCount()
    try target.dropSharedTables()
    return unsent
  }
}
