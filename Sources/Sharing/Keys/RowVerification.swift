internal import Crypto
internal import Model
internal import Storage

/// Verifies the signatures below the rows about keys and users, and the rows themselves.
///
/// A bundle is verified when it arrives, but a file that came from elsewhere can hold any rows.
struct RowVerification {
  private let tables: SharedTables
  private let evaluation: Evaluation
  private var publicKeys = PublicKeyCache()
  private var verified: [Int64: StoredBundleFacts] = [:]

  init(_ evaluation: Evaluation) {
    (self.evaluation, tables) = (evaluation, evaluation.tables)
  }

  /// Throws unless signed deeds make all keys as they are stored.
  mutating func verifyKeys() throws {
    guard let sharing = try tables.sharing(),
      NetworkKeys.network(ofRoot: sharing.root) == sharing.network
    else { throw StorageError.file(.damaged) }
    for row in try tables.deeds(on: Thing.keys.bytes) { _ = try verify(row) }
    let strata = try evaluation.strata()
    // A revocation leaves the bundles before the ones that it names.
    for facts in try tables.bundles() {
      if let pair = BundleLink(facts).pair, strata.isRevoked(pair) { _ = try verify(facts.id) }
    }
    guard Set(strata.keys) == Set(try tables.keys()) else { throw StorageError.file(.damaged) }
    try expectCounts(by: strata)
  }

  /// Throws unless the deeds about users are signed, and passes each of them on.
  mutating func verifyUsers(_ take: (_ deed: Deed, _ user: LastingName) -> Void) throws {
    // Each bundle is decoded once.
    let rows = try tables.deeds(beginning: Thing.userPrefix).sorted { $0.bundle < $1.bundle }
    for row in rows {
      let (deed, thing) = try verify(row)
      if case .user(let user) = thing { take(deed, user) }
    }
    try expectCounts(by: try evaluation.strata())
  }

  private func expectCounts(by strata: Strata) throws {
    let areRight = verified.values.allSatisfy { strata.counts(BundleLink($0)) == $0.counts }
    if !areRight { throw StorageError.file(.damaged) }
  }

  private mutating func verify(_ row: StoredDeed) throws -> (deed: Deed, thing: Thing) {
    let bundle = try verify(row.bundle)
    guard let deed = bundle.deed(at: row.place),
      let thing = Thing(of: deed, line: bundle.deedLines[row.place], by: bundle.header.user),
      thing.bytes == row.thing, Rank(of: deed, at: row.place, in: bundle.id).bytes == row.rank
    else { throw StorageError.file(.damaged) }
    return (deed, thing)
  }

  private mutating func verify(_ id: Int64) throws -> Bundle {
    let (facts, bundle) = try evaluation.shelf.bundle(id)
    if verified[id] != nil { return bundle }
    guard BundleLink(facts) == BundleLink(bundle.header), bundle.isSigned(&publicKeys) else {
      throw StorageError.file(.damaged)
    }
    verified[id] = facts
    return bundle
  }
}
