internal import Model

/// The kinds of deeds, and who may make them.
package enum DeedKind: String, CaseIterable, Sendable {
  case network, key, invitation, claim, revoke, user, profile, post, edit, delete, edge, settle
  case removeUser = "remove_user"

  /// The signers who may make a deed of this kind at all.
  package var signers: Set<SignerRole> {
    switch self {
    case .network, .key, .revoke, .user, .settle: [.root, .keeper]
    case .invitation, .removeUser: [.root, .keeper, .member]
    case .claim: [.invitation]
    case .profile, .post, .edit, .delete, .edge: [.keeper, .member]
    }
  }
}

/// What the key of a bundle is.
package enum SignerRole: CaseIterable, Sendable {
  case root, keeper, member
  /// The key of an invitation, which only claims.
  case invitation
}

extension Deed {
  /// Whether the kind, the signer and the header allow the deed; if not, it is unfit.
  ///
  /// A deed that they allow may still be without effect, such as one on another's post.
  package func mayBeMade(by signer: SignerRole, in header: BundleHeader) -> Bool {
    if act.kind == .claim, header.number != 1 || header.count != 1 { return false }
    return mayBeMade(by: signer, user: header.user)
  }

  /// Whether the kind and the signer allow the deed.
  func mayBeMade(by signer: SignerRole, user: LastingName?) -> Bool {
    guard act.kind.signers.contains(signer) else { return false }
    guard let vouchedFor else { return true }
    return signer != .member && !(signer == .keeper && vouchedFor == user)
  }
}

extension Deed.Act {
  package var kind: DeedKind {
    switch self {
    case .network: .network
    case .key: .key
    case .invitation: .invitation
    case .claim: .claim
    case .revoke: .revoke
    case .user: .user
    case .profile: .profile
    case .post: .post
    case .edit: .edit
    case .delete: .delete
    case .edge: .edge
    case .settle: .settle
    case .removeUser: .removeUser
    }
  }
}
