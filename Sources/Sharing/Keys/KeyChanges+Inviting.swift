internal import Crypto
package import Model
internal import Storage

/// An invitation, one for one machine.
package struct Invited: Sendable {
  package let invitation: Invitation
  package let role: Deed.Role
  package let key: FixedBytes<32>
}

/// Makes invitations.
extension KeyChanges {
  func invite(
    _ handle: Handle?, as viewer: Handle, asKeeper: Bool, code: RecoveryCode?
  ) throws -> Invited {
    let inviter = try user(viewer)
    guard let key = try notes.key(of: inviter) else {
      throw StorageError.sharing(.noKey(of: viewer, network: sharing.name))
    }
    let isKeeper = try tables.keys(of: inviter).contains {
      $0.signingKey == key.bytes && $0.isKeeper
    }
    let isOwn = handle == nil || handle == viewer
    if !isOwn, !isKeeper { throw StorageError.sharing(.notKeeper) }
    let invited = isOwn ? inviter : try user(handle ?? viewer)
    let role: Deed.Role = asKeeper || isOwn && isKeeper ? .keeper : .member
    let invitation = Invitation(
      network: sharing.network, networkKey: key.file.networkKey, seed: .random(), user: invited,
      handle: handle ?? viewer, name: sharing.name)
    let bytes = SigningKey(seed: invitation.seed).publicKey.bytes
    let act = Deed.Act.invitation(user: invited, key: bytes, role: role)
    if role == .keeper, !(isOwn && isKeeper) {
      guard let code else { throw StorageError.sharing(.needsRecovery) }
      try RootSigner(code, sharing, clock).sign([act], into: target)
    } else {
      try notes.note(act, by: inviter)
    }
    // The invitation is listed, and can be revoked, before it is sent.
    try notes.signUnsent()
    return Invited(invitation: invitation, role: role, key: bytes)
  }

  /// The name of a user, who is made if they are missing.
  private func user(_ handle: Handle) throws -> LastingName {
    if let id = try target.reading.userID(ifAny: handle), let known = try tables.user(id) {
      return known.name
    }
    let id = try target.insert(UserDraft(handle: handle, createdAt: clock()))
    try notes.add(id)
    return try notes.name(of: id)
  }
}
