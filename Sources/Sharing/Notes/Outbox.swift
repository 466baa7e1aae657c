internal import Crypto
internal import Model
package import Storage

/// Signs the deeds that no bundle has yet.
package struct Outbox {
  private let tables: SharedTables
  private let target: any MergeTarget
  private let keyring: Keyring
  private let network: LastingName

  package init(of target: any MergeTarget, keys folder: String) throws {
    self.target = target
    tables = SharedTables(target.reading.rows)
    guard let sharing = try tables.sharing() else { throw StorageError.sharing(.notShared) }
    network = sharing.network
    keyring = Keyring(folder, of: network)
  }

  /// Makes bundles of all unsent deeds.
  ///
  /// A row is never signed, and stays where it is, if its code is wrong or its key is revoked.
  package func sign(into merge: Merge) throws {
    var batch: BundleBatch?
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
      batch?.add(row)
      try tables.removeUnsent(row.id, from: target)
    }
    try batch.map { try finish($0, merge) }
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

  mutating func add(_ row: StoredUnsentDeed) {
    lines.append(row.line)
    size += row.line.count + 1
    if let line = row.words, knownWords.insert(line).inserted {
      words.append(line)
      size += line.count + 1
    }
  }
}
