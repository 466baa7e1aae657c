import Model
import Sharing

/// Decides from nothing what bundles say: the rules of `docs/bundle-format.md`, written again.
///
/// It shares with the program only the readers of bundles and of deeds.
struct SharedModel {
  enum Role {
    case root, keeper, member
  }

  /// A deed, and where it is.
  struct Item {
    let deed: Deed
    let line: [UInt8]
    let place: Int
    let header: BundleHeader

    var signer: LastingName? { header.user }
    var actor: LastingName? { deed.vouchedFor ?? header.user }
    var position: (FixedBytes<32>, Int) { (header.id, place) }
    var turn: (Int64, FixedBytes<32>, Int) { (deed.clock, header.id, place) }
    /// The order of the deeds on one value.
    var order: (Int, Int64, FixedBytes<32>, Int) {
      var isOwn = deed.vouchedFor == nil
      if case .user = deed.act { isOwn = false }
      return (isOwn ? 1 : 0, deed.clock, header.id, place)
    }
  }

  private let root: FixedBytes<32>
  let bundles: [FixedBytes<32>: Bundle]
  private let items: [FixedBytes<32>: [Item]]
  /// All keys and invitations, revoked or not.
  private(set) var named: [KeyPair: (role: Role, isInvitation: Bool)] = [:]
  /// The bundles that count of each revoked pair.
  private var left: [KeyPair: Set<FixedBytes<32>>] = [:]
  /// The deeds that count, each of them by a signer who may make it.
  private(set) var deeds: [(item: Item, role: Role)] = []

  init(_ bundles: [Bundle], root: FixedBytes<32>) {
    self.root = root
    self.bundles = Dictionary(bundles.map { ($0.id, $0) }) { first, _ in first }
    items = self.bundles.mapValues { bundle in
      bundle.deedLines.indices.compactMap { place in
        let line = bundle.deedLines[place]
        guard case .deed(let deed) = DeedReading(line: line, words: bundle.words(ofDeedAt: place))
        else { return nil }
        return Item(deed: deed, line: line, place: place, header: bundle.header)
      }
    }
    let byRoot = self.bundles.values.filter(isRoot).flatMap { fit($0, .root) }
    left = limits(byRoot, [])
    nameKeepers(byRoot)
    let byKeepers = fit(.keeper)
    left = limits(byRoot, byKeepers)
    nameMembers(byRoot + byKeepers)
    for bundle in self.bundles.values {
      if let role = role(of: bundle) { deeds += fit(bundle, role).map { ($0, role) } }
    }
  }

  // MARK: Bundles that count

  private func isRoot(_ bundle: Bundle) -> Bool {
    bundle.header.key == root && bundle.header.user == nil
  }

  private func isLeft(_ bundle: Bundle) -> Bool {
    bundle.header.pair.flatMap { left[$0] }?.contains(bundle.id) ?? true
  }

  private func role(of bundle: Bundle) -> Role? {
    if isRoot(bundle) { return .root }
    guard let pair = bundle.header.pair, isLeft(bundle) else { return nil }
    return named[pair].flatMap { $0.isInvitation ? nil : $0.role }
  }

  /// The deeds of a bundle that its signer may make.
  private func fit(_ bundle: Bundle, _ role: Role) -> [Item] {
    (items[bundle.id] ?? []).filter { item in
      if let other = item.deed.vouchedFor, role == .member || other == item.signer { return false }
      return switch item.deed.act {
      case .network, .key, .revoke, .user, .settle: role != .member
      case .invitation, .removeUser: true
      case .profile, .post, .edit, .delete, .edge: role != .root
      case .claim: false
      }
    }
  }

  /// What the strongest revocation of each pair leaves of it.
  private func limits(_ byRoot: [Item], _ byKeepers: [Item]) -> [KeyPair: Set<FixedBytes<32>>] {
    var strongest: [KeyPair: (item: Item, last: [FixedBytes<32>]?)] = [:]
    for item in byKeepers.sorted(by: { $0.turn < $1.turn })
      + byRoot.sorted(by: { $0.turn < $1.turn })
    {
      guard case .revoke(let key, let user, let last) = item.deed.act else { continue }
      let pair = KeyPair(key, user)
      if named[pair]?.role == .keeper, item.signer != nil { continue }
      strongest[pair] = (item, last)
    }
    return strongest.compactMapValues { $0.last }.reduce(into: [:]) { limits, revoked in
      limits[revoked.key] = branches(endingIn: revoked.value, of: revoked.key)
    }
  }

  private func branches(
    endingIn last: [FixedBytes<32>], of pair: KeyPair
  ) -> Set<FixedBytes<32>> {
    var found: Set<FixedBytes<32>> = []
    for id in last {
      var next = bundles[id]
      while let bundle = next, bundle.header.pair == pair {
        found.insert(bundle.id)
        let header = bundle.header
        next = header.previous.flatMap { bundles[$0] }
        if next?.header.stream != header.stream || next?.header.number != header.number - 1 {
          next = nil
        }
      }
    }
    return found
  }

  // MARK: Keys

  private mutating func nameKeepers(_ byRoot: [Item]) {
    _ = name(byRoot.filter { $0.role == .keeper })
    var isNew = true
    while isNew {
      isNew = name(
        fit(.keeper).filter { item in
          switch item.deed.act {
          case .key(let user, let key, .keeper, _): hasClaimed(KeyPair(key, user))
          case .invitation(let user, _, .keeper): item.signer == user
          default: false
          }
        })
    }
  }

  private mutating func nameMembers(_ fromAbove: [Item]) {
    _ = name(fromAbove.filter { $0.role == .member })
    var isNew = true
    while isNew {
      isNew = name(
        fit(.member).filter { item in
          guard case .invitation(let user, _, .member) = item.deed.act else { return false }
          return item.signer == user
        })
    }
  }

  /// The deeds that all signers of a role may make.
  private func fit(_ role: Role) -> [Item] {
    bundles.values.filter { self.role(of: $0) == role }.flatMap { fit($0, role) }
  }

  /// Names pairs, of which the first deed decides; false if none is new.
  private mutating func name(_ items: [Item]) -> Bool {
    let before = named.count
    for item in items.sorted(by: { $0.order < $1.order }) {
      guard let role = item.role else { continue }
      switch item.deed.act {
      case .key(let user, let key, _, _):
        if named[KeyPair(key, user)] == nil { named[KeyPair(key, user)] = (role, false) }
      case .invitation(let user, let key, _):
        let invitation = KeyPair(key, user)
        if named[invitation] == nil { named[invitation] = (role, true) }
        let claims = claims(of: invitation)
        if claims.count == 1, let claim = claims.first, named[claim] == nil {
          named[claim] = (role, false)
        }
      default: break
      }
    }
    return named.count > before
  }

  private func claims(of invitation: KeyPair) -> Set<KeyPair> {
    var claims: Set<KeyPair> = []
    for bundle in bundles.values where bundle.header.pair == invitation && isLeft(bundle) {
      guard bundle.header.number == 1, bundle.header.count == 1,
        let item = items[bundle.id]?.first, item.deed.vouchedFor == nil,
        case .claim(let key, _) = item.deed.act
      else { continue }
      claims.insert(KeyPair(key, invitation.user))
    }
    return claims
  }

  /// The keys that claimed a valid invitation alone, and that no `key` deed names.
  var unnamedClaims: Set<KeyPair> {
    let byDeeds = Set(
      deeds.compactMap { deed -> KeyPair? in
        guard case .key(let user, let key, _, _) = deed.item.deed.act else { return nil }
        return KeyPair(key, user)
      })
    let lone = named.keys.filter { named[$0]?.isInvitation == true && left[$0] == nil }
      .map { claims(of: $0) }.filter { $0.count == 1 }
    return Set(lone.flatMap { $0 }.filter { !byDeeds.contains($0) })
  }

  private func hasClaimed(_ pair: KeyPair) -> Bool {
    named.contains { invitation, naming in
      naming.isInvitation && naming.role == .keeper && invitation.user == pair.user
        && claims(of: invitation).contains(pair)
    }
  }
}

extension SharedModel.Item {
  /// The role that a deed gives to a key.
  fileprivate var role: SharedModel.Role? {
    switch deed.act {
    case .key(_, _, let role, _), .invitation(_, _, let role): role == .keeper ? .keeper : .member
    default: nil
    }
  }
}

extension BundleHeader {
  fileprivate var pair: KeyPair? { user.map { KeyPair(key, $0) } }
}
