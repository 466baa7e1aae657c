internal import Model
internal import Storage

/// What a keeper's machine does in each exchange.
package struct KeepersWork {
  private let notes: DeedNotes
  private let tables: SharedTables

  package init(_ notes: DeedNotes) {
    (self.notes, tables) = (notes, notes.tables)
  }

  /// Confirms handles and claims; does nothing on a machine without a keeper's key.
  ///
  /// Throws `damaged` if there is something to confirm, and signed deeds do not make its rows.
  package func run() throws {
    guard let keeper = try notes.keeperIfAny() else { return }
    let wishes = try unconfirmedWishes(without: keeper.user)
    let claims = try unnamedClaims()
    if wishes.isEmpty && claims.isEmpty { return }
    let evaluation = try Evaluation(tables)
    var verification = RowVerification(evaluation)
    try verification.verifyKeys()
    if !wishes.isEmpty { try confirm(wishes, evaluation, &verification) }
    for claim in claims { try name(claim) }
    try notes.signUnsent()
  }

  // MARK: Handles

  /// The users who chose a handle that no other user wants.
  private func unconfirmedWishes(without keeper: LastingName) throws -> [StoredSharedUser] {
    let users = try tables.users().filter { !$0.wanted.isEmpty }
    let wishes = Dictionary(grouping: users, by: \.wanted)
    return users.filter {
      $0.turn.first == 1 && wishes[$0.wanted]?.count == 1 && $0.name != keeper
    }
  }

  /// Confirms handles, so that a deed with an earlier clock cannot take them.
  ///
  /// Signed deeds decide again whether the users want them, and nobody else does.
  private func confirm(
    _ wishes: [StoredSharedUser], _ evaluation: Evaluation, _ verification: inout RowVerification
  ) throws {
    let wanted = Set(wishes.map(\.wanted))
    var wishers: [String: Set<LastingName>] = [:]
    try verification.verifyUsers { deed, user in
      if let handle = deed.act.handle?.text, wanted.contains(handle) {
        wishers[handle, default: []].insert(user)
      }
    }
    for wish in wishes {
      guard let profile = try evaluation.profile(of: wish.name),
        profile.handle.value.text == wish.wanted, profile.turn.first == 1
      else { continue }
      let isWantedByOther = try wishers[wish.wanted]?.contains { user in
        try user != wish.name && evaluation.profile(of: user)?.handle.value.text == wish.wanted
      }
      if isWantedByOther == true { continue }
      try notes.vouch(
        .profile(ProfileChange(handle: profile.handle.value)), for: wish.name,
        from: profile.handle.rank.clock)
    }
  }

  // MARK: Claims

  /// The claims that are the only ones of their invitations, of pairs that no deed names.
  private func unnamedClaims() throws -> [InvitationClaim] {
    let claims = try InvitationClaims(tables)
    let named = try namedByDeeds()
    return claims.all.filter { claim in
      !claim.invitation.isRevoked && !named.contains(claim.pair)
        && claims.rivals(of: claim).isEmpty
    }
  }

  private func namedByDeeds() throws -> Set<KeyPair> {
    let pairs = try Evaluation(tables).deeds(on: .keys).compactMap { signed -> KeyPair? in
      guard case .key(let user, let key, _, _) = signed.deed.act else { return nil }
      return KeyPair(key, user)
    }
    return Set(pairs)
  }

  /// Names a key, so that a later claim by a person who finds the invitation can't silence it.
  private func name(_ claim: InvitationClaim) throws {
    try notes.noteAsKeeper(
      .key(
        user: claim.invitation.signer, key: claim.key,
        role: claim.invitation.isKeeper ? .keeper : .member, machine: claim.machine))
  }
}

extension Deed.Act {
  /// The handle that a deed names for its user.
  fileprivate var handle: Handle? {
    switch self {
    case .user(let user): user.handle
    case .profile(let change): change.handle
    default: nil
    }
  }
}
