package import Model
package import Storage

/// Compares the tables of a shared network with its signed changes.
///
/// It verifies every signature. Changes that are not signed yet count too. Rows that stay in the
/// copy, such as private posts and mutes, are ignored.
package final class SharedExamination {
  let tables: SharedTables
  let evaluation: Evaluation
  let names: RowNames
  /// The handles that users want, as the changes say.
  var wishes: [HandleOrder.Wish] = []
  private var faults = FaultList()
  private var publicKeys = PublicKeyCache()
  private var isEveryBundleSound = true
  /// The things of all changes, as hash values, which take less memory.
  private var things: Set<Int> = []

  package init(of rows: any RowSource) throws {
    tables = SharedTables(rows)
    evaluation = try Evaluation(tables)
    try evaluation.countUnsent()
    names = try RowNames(tables)
  }

  package func findings() throws -> [Finding] {
    let bundles = try tables.bundles()
    var places = PlaceSum()
    for bundle in bundles { try compare(bundle, &places) }
    if isEveryBundleSound {
      try tables.eachDeed { places.remove($0) }
      if places.isEmpty {
        try compareKeys(bundles)
      } else {
        report(.unlikeBundles(table: "deeds"))
      }
    }
    for (thing, _) in evaluation.unsent.sorted(by: { $0.value[0] < $1.value[0] }) {
      try compareOnce(thing)
    }
    try compareHandles()
    try findUnsigned()
    return faults.listed.map { Finding($0) }
  }

  func report(_ fault: Fault) { faults.add(fault) }

  /// Whether a change names the thing.
  func isNamed(_ thing: Thing) -> Bool { things.contains(thing.hashValue) }

  /// The handle of a user, if one is there.
  func handle(of user: LastingName) throws -> String? {
    try names.users[user].flatMap { try tables.profile($0)?.handle.text }
  }

  // MARK: Bundles

  /// Verifies a bundle, and compares the rows of those things that no bundle before it has.
  private func compare(_ facts: StoredBundleFacts, _ places: inout PlaceSum) throws {
    guard let bundle = try? evaluation.shelf.bundle(facts.id).bundle,
      BundleLink(facts) == BundleLink(bundle.header),
      bundle.isSigned(&publicKeys)
    else {
      isEveryBundleSound = false
      let signer = try facts.signer.flatMap(handle)
      return report(.unlikeSigned(.bundle(facts.hash.hexadecimal), signer: signer))
    }
    for (place, line) in bundle.deedLines.enumerated() {
      guard let deed = bundle.deed(at: place),
        let thing = Thing(of: deed, line: line, by: facts.signer)
      else { continue }
      places.add(StoredDeed(deed, on: thing, at: place, in: facts))
      try compareOnce(thing)
    }
  }

  private func compareOnce(_ thing: Thing) throws {
    guard things.insert(thing.hashValue).inserted else { return }
    do {
      try compare(thing)
    } catch StorageError.file(.damaged) {
      // Another change of the thing is in a bundle that is damaged or missing, which is reported.
    }
  }

  // MARK: Keys

  private func compareKeys(_ bundles: [StoredBundleFacts]) throws {
    guard let sharing = try tables.sharing(),
      NetworkKeys.network(ofRoot: sharing.root) == sharing.network
    else { return report(.unlikeBundles(table: "sharing")) }
    let strata = try evaluation.strata()
    if Set(strata.keys) != Set(try tables.keys()) { report(.unlikeBundles(table: "shared_keys")) }
    if bundles.contains(where: { strata.counts(BundleLink($0)) != $0.counts }) {
      report(.unlikeBundles(table: "bundles"))
    }
  }
}

/// The sum of the hash values of rows of `deeds`: equal sets of rows have equal sums.
private struct PlaceSum {
  private var sum = 0

  var isEmpty: Bool { sum == 0 }

  mutating func add(_ row: StoredDeed) { sum &+= row.hashValue }
  mutating func remove(_ row: StoredDeed) { sum &-= row.hashValue }
}
