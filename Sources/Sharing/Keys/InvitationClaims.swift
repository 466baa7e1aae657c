internal import Model
internal import Storage

/// A key that claimed an invitation.
struct InvitationClaim {
  let key: FixedBytes<32>
  let machine: String
  let invitation: StoredSharedKey
  /// Whether a revocation takes the key away, such as one that lost a dispute.
  let isRevoked: Bool

  var pair: KeyPair { KeyPair(key, invitation.signer) }
}

/// The claims of all invitations that count.
struct InvitationClaims {
  let all: [InvitationClaim]

  init(_ tables: SharedTables) throws {
    let evaluation = try Evaluation(tables)
    let strata = try evaluation.strata()
    let invitations = try tables.keys().filter(\.isInvitation)
    var claims: [InvitationClaim] = []
    for row in try tables.deeds(on: Thing.keys.bytes) {
      let (facts, bundle) = try evaluation.shelf.bundle(row.bundle)
      guard facts.counts, case .claim(let key, let machine) = bundle.deed(at: row.place)?.act,
        let invitation = invitations.first(where: { $0.pair == BundleLink(facts).pair })
      else { continue }
      let claim = InvitationClaim(
        key: key, machine: machine, invitation: invitation,
        isRevoked: strata.isRevoked(KeyPair(key, invitation.signer)))
      let isKnown = claims.contains { $0.key == key && $0.invitation.pair == invitation.pair }
      if !isKnown { claims.append(claim) }
    }
    all = claims
  }

  /// The other claims of the same invitation.
  func rivals(of claim: InvitationClaim) -> [InvitationClaim] {
    all.filter { $0.invitation.pair == claim.invitation.pair && $0.key != claim.key }
  }

  /// Whether several keys claimed the invitation, and are not revoked.
  func areDisputed(_ invitation: StoredSharedKey) -> Bool {
    all.count { $0.invitation.pair == invitation.pair && !$0.isRevoked } > 1
  }

  /// The claim of the key that begins with the typed digits; nil if no such key claimed anything.
  func claim(beginning typed: String) throws -> InvitationClaim? {
    let found = all.filter { KeySearch.fits($0.key, typed) }
    if found.isEmpty { return nil }
    try KeySearch.expectOne(found.map { $0.key.hexadecimal }, typed)
    // Another member may have named the key in a claim of their own.
    return found.first { !rivals(of: $0).isEmpty } ?? found.first
  }
}
