internal import Model
internal import Storage

/// The keys of a network, for a list.
struct KeyList {
  private let tables: SharedTables
  private let sharing: StoredSharing
  private let bundles: [StoredBundleFacts]
  private let claims: InvitationClaims
  private var handles: [LastingName: Handle] = [:]

  init(_ tables: SharedTables, _ sharing: StoredSharing) throws {
    (self.tables, self.sharing) = (tables, sharing)
    bundles = try tables.bundles()
    claims = try InvitationClaims(tables)
    var current: [User.ID: Handle] = [:]
    for row in try tables.handles() { current[row.id] = row.handle }
    for user in try tables.users() { handles[user.name] = current[user.user] }
  }

  func all() throws -> [ListedKey] {
    let root = bundles.filter { $0.signer == nil && $0.signingKey == sharing.root }
    let first = ListedKey(
      key: sharing.root, kind: .root, user: nil, role: nil, machine: nil, state: .valid,
      first: root.first?.hash, last: root.last?.hash)
    let keys = try tables.keys()
    let named = Set(keys.filter { !$0.isInvitation }.map(\.pair))
    let others =
      keys.map { listed($0) }
      + claims.all.filter { !named.contains($0.pair) }.map { listed($0) }
    return [first]
      + others.sorted { left, right in
        (left.user?.text ?? "", left.kind.rawValue, left.key)
          < (right.user?.text ?? "", right.kind.rawValue, right.key)
      }
  }

  private func listed(_ key: StoredSharedKey) -> ListedKey {
    let own = bundles.filter { $0.signingKey == key.signingKey && $0.signer == key.signer }
    let state: ListedKey.State =
      if key.isRevoked {
        .revoked
      } else if key.isDisputed, claims.areDisputed(key) {
        .disputed
      } else if key.isInvitation, own.isEmpty {
        .unused
      } else {
        .valid
      }
    return ListedKey(
      key: key.signingKey, kind: key.isInvitation ? .invitation : .key, user: handles[key.signer],
      role: key.isKeeper ? .keeper : .member, machine: key.isInvitation ? nil : key.machine,
      state: state, first: own.first?.hash, last: own.last?.hash)
  }

  /// A key that no deed names, because others claimed its invitation as well.
  private func listed(_ claim: InvitationClaim) -> ListedKey {
    ListedKey(
      key: claim.key, kind: .key, user: handles[claim.invitation.signer],
      role: claim.invitation.isKeeper ? .keeper : .member, machine: claim.machine,
      state: claim.isRevoked || claim.invitation.isRevoked ? .revoked : .disputed, first: nil,
      last: nil)
  }
}
