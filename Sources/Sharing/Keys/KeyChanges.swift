internal import Crypto
package import Model
internal import Storage

/// A key of a shared network, as `share keys` lists it.
package struct ListedKey: Sendable {
  package enum Kind: String, Sendable {
    case root, key, invitation
  }

  package enum State: String, Sendable {
    case valid, revoked, disputed, unused
  }

  package let key: FixedBytes<32>
  package let kind: Kind
  /// Nil for the root.
  package let user: Handle?
  package let role: Deed.Role?
  package let machine: String?
  package let state: State
  package let first: FixedBytes<32>?
  package let last: FixedBytes<32>?
}

/// Changes the keys of a shared network.
struct KeyChanges {
  let target: any MergeTarget
  let tables: SharedTables
  let sharing: StoredSharing
  let notes: DeedNotes
  let clock: () -> Moment

  init(_ notes: DeedNotes) {
    self.notes = notes
    (target, tables, sharing, clock) = (notes.target, notes.tables, notes.sharing, notes.clock)
  }

  // MARK: Revoking

  /// Revokes keys with all that they named, and what those named; false if all were revoked.
  ///
  /// `after` has the first digits of the last bundle of its stream that counts. Revoking a keeper's
  /// key, or lifting a revocation by the root, needs the recovery code.
  func revoke(
    _ keys: [StoredSharedKey], after: String?, lifting: Bool, code: RecoveryCode?
  ) throws -> Bool {
    let pairs = keys.map(\.pair)
    let cut = try after.map { try bundle(beginning: $0, of: pairs) }
    var isNew = false
    // A valid key brings back the keys that it named, and these may be revoked too.
    repeat {
      let changed = try withNamed(pairs).filter {
        $0.isRevoked == lifting || cut?.pair == $0.pair
      }
      if changed.isEmpty { break }
      let acts = try changed.map { key in
        Deed.Act.revoke(
          key: key.signingKey, user: key.signer,
          last: lifting ? nil : try lastBundles(of: key, after: cut))
      }
      try sign(acts, needsRoot: changed.contains(where: \.isKeeper), code)
      try expect(changed, areRevoked: !lifting)
      isNew = true
    } while lifting
    return isNew
  }

  /// The number of keys and invitations that a revocation takes along.
  func countNamed(by keys: [StoredSharedKey]) throws -> Int {
    try withNamed(keys.map(\.pair)).count { !$0.isRevoked && !keys.contains($0) }
  }

  /// Throws if a revocation by the recovery code is stronger than the one just made.
  private func expect(_ keys: [StoredSharedKey], areRevoked: Bool) throws {
    let changed = Set(keys.map(\.pair))
    let isOpen = try tables.keys().contains {
      changed.contains($0.pair) && $0.isRevoked != areRevoked
    }
    if isOpen { throw StorageError.sharing(.needsRecovery) }
  }

  /// The keys, those that they named, and those that claimed their invitations.
  ///
  /// A keeper's exchange names a claimed key too, so its namer may be the keeper. A key that the
  /// recovery code named stays valid without the others.
  private func withNamed(_ pairs: [KeyPair]) throws -> [StoredSharedKey] {
    let all = try tables.keys()
    let claims = try InvitationClaims(tables).all
    let strata = try Evaluation(tables).strata()
    var named: [KeyPair: [KeyPair]] = [:]
    for claim in claims { named[claim.invitation.pair, default: []].append(claim.pair) }
    for key in all {
      if let namer = strata.named[key.pair]?.namer { named[namer, default: []].append(key.pair) }
    }
    let ofRoot = Set(strata.named.filter { $0.value.namer == nil }.keys)
    var taken = Set(pairs)
    var pending = pairs
    while let namer = pending.popLast() {
      for pair in named[namer] ?? [] where !ofRoot.contains(pair) && taken.insert(pair).inserted {
        pending.append(pair)
      }
    }
    return all.filter { taken.contains($0.pair) }
  }

  private func bundle(beginning typed: String, of pairs: [KeyPair]) throws -> BundleLink {
    let found = try tables.bundles().map { BundleLink($0) }.filter { link in
      KeySearch.fits(link.hash, typed) && link.pair.map(pairs.contains) == true
    }
    guard let bundle = found.first, found.count == 1 else {
      throw StorageError.sharing(.noSuchBundle(typed))
    }
    return bundle
  }

  /// The last bundle of each branch up to which this copy lacks none.
  ///
  /// A thief can make more branches than a deed can name, so those that began to arrive first are
  /// named.
  private func lastBundles(
    of key: StoredSharedKey, after cut: BundleLink?
  ) throws -> [FixedBytes<32>] {
    let bundles = try tables.bundles().filter {
      $0.signingKey == key.signingKey && $0.signer == key.signer
    }
    let followers = Dictionary(grouping: bundles) { $0.previous }
    // Each with the number of the bundle that began its branch, in the order of arrival.
    var tips: [(start: Int64, hash: FixedBytes<32>)] = []
    var pending = bundles.filter { $0.number == 1 }.map { (start: $0.id, bundle: $0) }
    while let (start, bundle) = pending.popLast() {
      let next = (followers[bundle.hash] ?? []).filter {
        $0.stream == bundle.stream && $0.number == bundle.number + 1
          && ($0.stream != cut?.stream || $0.number <= cut?.number ?? 0)
      }
      if next.isEmpty { tips.append((start, bundle.hash)) }
      // The first of them continues the branch, and each other begins one.
      pending += next.map { ($0.id == next.first?.id ? start : $0.id, $0) }
    }
    return tips.sorted { $0.start < $1.start }.prefix(900).map(\.hash)
  }

  // MARK: Accepting

  /// Settles a disputed invitation: this key is right, and the others that claimed it are revoked.
  func accept(_ typed: String, code: RecoveryCode?) throws -> (isNew: Bool, user: LastingName) {
    let claims = try InvitationClaims(tables)
    guard let claim = try claims.claim(beginning: typed) else {
      let keys = try KeySearch(tables).keys(beginning: typed).filter { !$0.isInvitation }
      guard let key = keys.first else { throw StorageError.sharing(.noSuchKey(typed)) }
      return (false, key.signer)
    }
    let (user, rivals) = (claim.invitation.signer, claims.rivals(of: claim))
    let role: Deed.Role = claim.invitation.isKeeper ? .keeper : .member
    var acts: [Deed.Act] = []
    let isNamed = try tables.keys(of: user).contains {
      $0.signingKey == claim.key && !$0.isInvitation
    }
    if !isNamed {
      acts.append(.key(user: user, key: claim.key, role: role, machine: claim.machine))
    }
    // A key that lost the dispute before can win it now.
    if claim.isRevoked, !rivals.isEmpty {
      acts.append(.revoke(key: claim.key, user: user, last: nil))
    }
    for rival in rivals where !rival.isRevoked {
      acts.append(.revoke(key: rival.key, user: user, last: []))
    }
    if acts.isEmpty { return (false, user) }
    try sign(acts, needsRoot: role == .keeper, code)
    // A revocation by the recovery code is stronger than what a keeper signs.
    let isOpen = try InvitationClaims(tables).all.contains { other in
      other.invitation.pair == claim.invitation.pair
        && (other.key == claim.key ? !rivals.isEmpty && other.isRevoked : !other.isRevoked)
    }
    if isOpen { throw StorageError.sharing(.needsRecovery) }
    return (true, user)
  }

  // MARK: Keepers

  func rename(_ name: String) throws {
    try notes.noteAsKeeper(.network(name: name))
    try notes.signUnsent()
  }

  /// Makes a user a keeper by the recovery code; the key file is written if there is none.
  func recover(
    _ user: LastingName, machine: String, keys keyFolder: String, code: RecoveryCode
  ) throws {
    let root = try RootSigner(code, sharing, clock)
    let keyring = Keyring(keyFolder, of: sharing.network)
    let key: MachineKey
    let known = try keyring.key(of: user)
    if let known, try !tables.isRevoked(known) {
      key = known
    } else {
      let file = KeyFile(
        network: sharing.network, user: user, seed: .random(),
        networkKey: NetworkKeys(rootSeed: code.rootSeed).networkKey)
      key = MachineKey(try file.write(in: keyFolder, replacing: known?.file))
    }
    try notes.signUnsent()
    try root.sign(
      [.key(user: user, key: key.bytes, role: .keeper, machine: machine)], into: target)
  }

  /// Signs as the root if that is needed, otherwise as a keeper.
  private func sign(_ acts: [Deed.Act], needsRoot: Bool, _ code: RecoveryCode?) throws {
    if needsRoot || code != nil {
      guard let code else { throw StorageError.sharing(.needsRecovery) }
      try notes.signUnsent()
      return try RootSigner(code, sharing, clock).sign(acts, into: target)
    }
    for act in acts { try notes.noteAsKeeper(act) }
    try notes.signUnsent()
  }
}
