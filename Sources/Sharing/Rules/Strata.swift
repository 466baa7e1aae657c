package import Model

/// A key and the user for whom it signs, or the key of an invitation and the user it invites.
package struct KeyPair: Hashable, Sendable {
  package let key: FixedBytes<32>
  package let user: LastingName

  package init(_ key: FixedBytes<32>, _ user: LastingName) {
    self.key = key
    self.user = user
  }
}

/// The part of a bundle's header that decides whether the bundle counts.
package struct BundleLink: Equatable, Sendable {
  package let hash: FixedBytes<32>
  package let stream: FixedBytes<16>
  package let number: Int64
  package let previous: FixedBytes<32>?
  package let key: FixedBytes<32>
  /// Nil for the root.
  package let user: LastingName?

  package init(
    hash: FixedBytes<32>, stream: FixedBytes<16>, number: Int64, previous: FixedBytes<32>?,
    key: FixedBytes<32>, user: LastingName?
  ) {
    (self.hash, self.stream, self.number, self.previous) = (hash, stream, number, previous)
    (self.key, self.user) = (key, user)
  }

  package var pair: KeyPair? { user.map { KeyPair(key, $0) } }
}

/// A deed about keys, and where it is.
package struct KeyDeed {
  package let link: BundleLink
  package let place: Int
  package let deed: Deed

  package init(_ deed: Deed, at place: Int, in link: BundleLink) {
    (self.deed, self.place, self.link) = (deed, place, link)
  }
}

/// Decides which keys may sign for whom, and so which bundles count.
///
/// There are three strata: the root, the keepers and the members. Each is made from the ones before
/// it, so the order in which bundles arrive does not matter.
package struct Strata {
  /// A pair that a deed names, with the role that it was given.
  package struct Naming {
    package let role: Deed.Role
    package let isInvitation: Bool
    package let machine: String
    /// The pair that named it; nil for the root.
    package let namer: KeyPair?
  }

  private let root: FixedBytes<32>
  private let link: (FixedBytes<32>) -> BundleLink?
  /// All named pairs, whether revoked or not.
  package private(set) var named: [KeyPair: Naming] = [:]
  /// The invitations that several keys claimed.
  package private(set) var disputed: Set<KeyPair> = []
  private var revocations: [KeyPair: Revocation] = [:]
  private let deeds: [KeyDeed]
  private let claims: [KeyPair: [KeyDeed]]

  /// The revocation of a pair that counts.
  private struct Revocation {
    let isByRoot: Bool
    let rank: Rank
    /// The bundles that count in spite of it; nil if it is lifted.
    var left: Set<FixedBytes<32>>?

    func isWeaker(than other: Revocation) -> Bool {
      isByRoot == other.isByRoot
        ? rank.turn.lexicographicallyPrecedes(other.rank.turn) : !isByRoot
    }
  }

  /// `link` finds a bundle by its hash.
  package init(
    root: FixedBytes<32>, deeds: [KeyDeed], link: @escaping (FixedBytes<32>) -> BundleLink?
  ) {
    (self.root, self.deeds, self.link) = (root, deeds, link)
    var claims: [KeyPair: [KeyDeed]] = [:]
    for deed in deeds where deed.deed.act.kind == .claim {
      if let invitation = deed.link.pair { claims[invitation, default: []].append(deed) }
    }
    self.claims = claims
    addKeepers()
    addMembers()
  }

  package func isRoot(_ bundle: BundleLink) -> Bool { bundle.key == root && bundle.user == nil }

  /// The role in which a bundle's deeds count; nil if they do not count.
  package func role(of bundle: BundleLink) -> SignerRole? {
    if isRoot(bundle) { return .root }
    guard let pair = bundle.pair, let naming = named[pair], !naming.isInvitation,
      isLeft(bundle, of: pair)
    else { return nil }
    return naming.role == .keeper ? .keeper : .member
  }

  /// Whether a bundle is kept and passed on: its deeds count, or it claims an invitation.
  package func counts(_ bundle: BundleLink) -> Bool {
    if role(of: bundle) != nil { return true }
    guard let pair = bundle.pair, named[pair]?.isInvitation == true else { return false }
    return isLeft(bundle, of: pair)
      && claims[pair]?.contains { $0.link.hash == bundle.hash } == true
  }

  /// Whether a revocation takes the pair away.
  package func isRevoked(_ pair: KeyPair) -> Bool { revocations[pair]?.left != nil }

  // MARK: Keepers

  private mutating func addKeepers() {
    let byRoot = deeds.filter { isRoot($0.link) && isFit($0) }
    for deed in byRoot { revoke(by: deed, isByRoot: true) }
    name(byRoot.filter { $0.deed.act.role == .keeper })
    // Repeats until no keeper's deed names a new key.
    repeat {
      let keepers = deeds.filter { deed in
        deed.deed.act.role == .keeper && deed.link.pair.map { isKeeper($0) } == true
          && role(of: deed.link) == .keeper && isFit(deed)
      }
      let fit = keepers.filter { deed in
        switch deed.deed.act {
        case .invitation(let user, _, _): user == deed.link.user
        case .key(let user, let key, _, _): hasClaimed(KeyPair(key, user))
        default: false
        }
      }
      if !name(fit) { return }
    } while true
  }

  private func isKeeper(_ pair: KeyPair) -> Bool { named[pair]?.role == .keeper }

  /// Whether a key claimed an invitation as keeper that counts, disputed or not.
  private func hasClaimed(_ pair: KeyPair) -> Bool {
    named.contains { invitation, naming in
      naming.isInvitation && naming.role == .keeper && invitation.user == pair.user
        && countingClaims(of: invitation).contains(pair.key)
    }
  }

  // MARK: Members

  private mutating func addMembers() {
    let fromAbove = deeds.filter { deed in
      switch role(of: deed.link) {
      case .root, .keeper: isFit(deed)
      case .member, .invitation, nil: false
      }
    }
    for deed in fromAbove where !isRoot(deed.link) { revoke(by: deed, isByRoot: false) }
    name(fromAbove.filter { $0.deed.act.role == .member })
    repeat {
      let own = deeds.filter { deed in
        guard case .invitation(let user, _, .member) = deed.deed.act else { return false }
        return user == deed.link.user && role(of: deed.link) == .member && isFit(deed)
      }
      if !name(own) { return }
    } while true
  }

  // MARK: Steps

  /// Whether the signer of a deed may make one of its kind.
  private func isFit(_ deed: KeyDeed) -> Bool {
    role(of: deed.link).map { deed.deed.mayBeMade(by: $0, user: deed.link.user) } == true
  }

  /// Names the pairs of deeds and of the claims of their invitations; false if all were named.
  @discardableResult private mutating func name(_ deeds: [KeyDeed]) -> Bool {
    var isNew = false
    for deed in deeds {
      switch deed.deed.act {
      case .key(let user, let key, let role, let machine):
        isNew = add(KeyPair(key, user), role, machine, by: deed) || isNew
      case .invitation(let user, let key, let role):
        let invitation = KeyPair(key, user)
        isNew = add(invitation, role, "", by: deed, isInvitation: true) || isNew
        isNew = addClaim(of: invitation, role) || isNew
      default: break
      }
    }
    return isNew
  }

  private mutating func add(
    _ pair: KeyPair, _ role: Deed.Role, _ machine: String, by deed: KeyDeed,
    isInvitation: Bool = false
  ) -> Bool {
    if named[pair] != nil { return false }
    named[pair] = Naming(
      role: role, isInvitation: isInvitation, machine: machine, namer: deed.link.pair)
    return true
  }

  /// Names the key that claimed an invitation, unless several did.
  private mutating func addClaim(of invitation: KeyPair, _ role: Deed.Role) -> Bool {
    let keys = countingClaims(of: invitation)
    if keys.count > 1 { disputed.insert(invitation) }
    guard keys.count == 1, let key = keys.first else { return false }
    let claim = claims[invitation]?.first { $0.claimedKey == key }
    guard let claim, case .claim(_, let machine) = claim.deed.act else { return false }
    return add(KeyPair(key, invitation.user), role, machine, by: claim)
  }

  /// The keys that claimed an invitation in bundles that a revocation of it leaves.
  package func countingClaims(of invitation: KeyPair) -> Set<FixedBytes<32>> {
    Set(
      (claims[invitation] ?? []).filter { isLeft($0.link, of: invitation) }
        .compactMap(\.claimedKey))
  }

  private mutating func revoke(by deed: KeyDeed, isByRoot: Bool) {
    guard case .revoke(let key, let user, let last) = deed.deed.act else { return }
    let pair = KeyPair(key, user)
    if !isByRoot, isKeeper(pair) { return }
    var new = Revocation(
      isByRoot: isByRoot, rank: Rank(of: deed.deed, at: deed.place, in: deed.link.hash))
    if let old = revocations[pair], new.isWeaker(than: old) { return }
    new.left = last.map { left(by: $0, of: pair) }
    revocations[pair] = new
  }

  /// The last bundles that count of a pair, with those before them.
  private func left(by last: [FixedBytes<32>], of pair: KeyPair) -> Set<FixedBytes<32>> {
    var left: Set<FixedBytes<32>> = []
    for hash in last {
      var next = link(hash)
      while let found = next, found.pair == pair, left.insert(found.hash).inserted {
        next = found.previous.flatMap(link).flatMap {
          $0.stream == found.stream && $0.number == found.number - 1 ? $0 : nil
        }
      }
    }
    return left
  }

  /// Whether a bundle still counts after a revocation of its pair.
  private func isLeft(_ bundle: BundleLink, of pair: KeyPair) -> Bool {
    revocations[pair]?.left?.contains(bundle.hash) ?? true
  }
}

extension Deed.Act {
  /// The role that a deed about keys gives; nil for other deeds.
  fileprivate var role: Deed.Role? {
    switch self {
    case .key(_, _, let role, _), .invitation(_, _, let role): role
    default: nil
    }
  }
}

extension KeyDeed {
  fileprivate var claimedKey: FixedBytes<32>? {
    if case .claim(let key, _) = deed.act { key } else { nil }
  }
}
