internal import Crypto
internal import Model
internal import Storage

/// Signs deeds with the root's key, which the recovery code brings back.
struct RootSigner {
  private let key: SigningKey
  private let sharing: StoredSharing
  private let clock: () -> Moment

  init(_ code: RecoveryCode, _ sharing: StoredSharing, _ clock: @escaping () -> Moment) throws {
    key = SigningKey(seed: code.rootSeed)
    guard key.publicKey.bytes == sharing.root else {
      throw StorageError.sharing(.badRecovery)
    }
    (self.sharing, self.clock) = (sharing, clock)
  }

  /// Each bundle of the root is a stream of its own, because the root has no machine.
  func sign(_ acts: [Deed.Act], into target: any MergeTarget) throws {
    let now = clock()
    let tables = SharedTables(target.reading.rows)
    let evaluation = try Evaluation(tables)
    let older = try evaluation.deeds(on: .keys) + evaluation.deeds(on: .network)
    let latest = older.filter { $0.role == .root }.map(\.deed.clock).max() ?? 0
    let clock = max(now.microseconds, min(latest + 1, Deed.latestClock))
    let bundle = Bundle(
      of: sharing.network, stream: .random(), number: 1, previous: nil, user: nil,
      deedLines: acts.map { Deed($0, clock: clock).line }, words: [], signedBy: key)
    let merge = try Merge(into: target, at: now)
    try merge.add(bundle, isOwn: true)
    _ = try merge.settle()
  }
}
