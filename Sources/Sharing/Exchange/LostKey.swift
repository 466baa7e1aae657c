package import Model
internal import Storage

/// A key of this machine whose changes do not count.
package struct LostKey: Sendable {
  package let user: Handle
  package let key: FixedBytes<32>
  package let isDisputed: Bool
}

extension Keyring {
  /// The keys of users here that are revoked or disputed.
  func lostKeys(_ tables: SharedTables) throws -> [LostKey] {
    try users().compactMap { user in
      guard let key = try key(of: user)?.bytes, try validKey(of: user, tables) == nil,
        let id = try tables.user(named: user)?.user, let profile = try tables.profile(id)
      else { return nil }
      let claim = try InvitationClaims(tables).all.first { $0.key == key }
      let isRevoked = try tables.keys(of: user).contains { $0.signingKey == key && $0.isRevoked }
      if claim == nil && !isRevoked { return nil }
      return LostKey(
        user: profile.handle, key: key, isDisputed: !isRevoked && claim?.isRevoked == false)
    }
  }
}
