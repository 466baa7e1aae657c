internal import Crypto
internal import Model
package import Storage

/// Signs the deeds that no bundle has yet.
package struct Outbox {
  private let tables: SharedTables
  private let target: any MergeTarget
  private let keyring: Keyring
  private let network: LastingName
  private let evaluation: Evaluation

  package init(of target: any MergeTarget, keys folder: String) throws {
    self.target = target
    tables = SharedTables(target.reading.rows)
    guard let sharing = try tables.sharing() else { throw StorageError.sharing(.notShared) }
    network = sharing.network
    keyring = Keyring(folder, of: network)
    evaluation = try Evaluation(tables)
  }

  /// Makes bundles of all unsent deeds, and returns the number of deeds.
  ///
  /// A row is never signed, and stays where it is, if its code is wrong or its key is revoked.
  package func sign(into merge: Merge) throws -> Int {
    var count = 0
    var batch: BundleBatch?
    // The clocks of the deeds so far.
    var clocks: [Thing: Int64] = [:]
    var keys: [LastingName: MachineKey?] = [:]
    try tables.eachUnsent { row in
      if keys[row.signer] == nil {
        keys.updateValue(try keyring.validKey(of: row.signer, tables)?.key, forKey: row.signer)
      }
      guard let key = keys[row.signer] ?? nil,
        key.code(line: row.line, words: row.words).matches(row.code)
      else { return }
      if batch?.takes(row) != true || batch?.key.user != key.user {
        try batch.map { try finish($0, merge) }
        batch = BundleBatch(key)
      }
      try batch?.add(row, after: &clocks, latestClock)
      try tables.removeUnsent(row.id, from: target)
      count += 1
    }
    try batch.map { try finish($0, merge) }
    return count
  }

  /// The greatest clock of the deeds that a new one replaces or settles.
  private func latestClock(of deed: Deed, on thing: Thing, by actor: LastingName) throws -> Int64 {
    let rivals = try evaluation.deeds(on: thing).filter { other in
      other.deed.act.kind.replaces(deed.act.kind)
        && (other.actor == actor || deed.act.kind.isOfKeepers)
    }
    let reports: [SignedDeed] =
      switch thing {
      case .edge(let edge) where edge.kind == .flag:
        try evaluation.deeds(on: .reports(of: edge.target))
      case .reports(let post):
        try tables.things(beginning: Thing.edgePrefix(of: .flag, to: post))
          .compactMap { Thing($0) }.flatMap { try evaluation.deeds(on: $0) }
      default: []
      }
    return (rivals + reports).map(\.deed.clock).max() ?? 0
  }

  private func finish(_ batch: BundleBatch, _ merge: Merge) throws {
    if batch.lines.isEmpty { return }
    let last = try lastOfStream(batch.key)
    let bundle = Bundle(
      of: network, stream: last?.stream ?? .random(), number: (last?.number ?? 0) + 1,
      previous: last?.hash, user: batch.key.user, deedLines: batch.lines, words: batch.words,
      signedBy: batch.key.signing)
    try merge.add(bundle, isOwn: true)
  }

  /// The last bundle of this copy's stream; nil to begin a new one.
  ///
  /// A copy whose file was restored from a backup may have made bundles that it does not know.
  private func lastOfStream(_ key: MachineKey) throws -> StoredBundleFacts? {
    guard let last = try tables.newestOwnBundle(of: key.bytes) else { return nil }
    let isForked = try tables.hasForeignBundle(of: key.bytes, in: last.stream)
    return isForked ? nil : last
  }
}

/// The lines of a bundle that is being made.
private struct BundleBatch {
  let key: MachineKey
  private(set) var lines: [[UInt8]] = []
  private(set) var words: [[UInt8]] = []
  private var knownWords: Set<[UInt8]> = []
  private var size = 1_024

  init(_ key: MachineKey) {
    self.key = key
  }

  func takes(_ row: StoredUnsentDeed) -> Bool {
    lines.count < BundleLimits.deeds
      && size + row.line.count + (row.words?.count ?? 0) + 64 <= BundleLimits.madeContent
  }

  /// Adds a deed, whose clock becomes greater than those of the deeds that it replaces.
  mutating func add(
    _ row: StoredUnsentDeed, after clocks: inout [Thing: Int64],
    _ latestClock: (Deed, Thing, LastingName) throws -> Int64
  ) throws {
    var line = row.line
    guard case .deed(var deed) = DeedReading(line: row.line, words: row.words),
      let thing = Thing(of: deed, line: line, by: key.user)
    else { throw StorageError.file(.damaged) }
    if deed.act.kind != .post, deed.act.kind != .user {
      let actor = deed.vouchedFor ?? key.user
      let latest = max(try latestClock(deed, thing, actor), clocks[thing] ?? 0)
      let clock = max(deed.clock, min(latest + 1, Deed.latestClock))
      if clock != deed.clock {
        deed = Deed(deed.act, clock: clock, vouchedFor: deed.vouchedFor)
        line = deed.line
      }
    }
    clocks[thing] = max(clocks[thing] ?? 0, deed.clock)
    lines.append(line)
    size += line.count + 1
    if let line = row.words, knownWords.insert(line).inserted {
      words.append(line)
      size += line.count + 1
    }
  }
}

extension DeedKind {
  /// Whether a deed of this kind gives a value that one of another kind replaces.
  fileprivate func replaces(_ other: DeedKind) -> Bool {
    self == other || self == .post && other == .edit
  }

  /// Whether deeds of different keepers replace each other.
  fileprivate var isOfKeepers: Bool { [.network, .revoke, .settle].contains(self) }
}
