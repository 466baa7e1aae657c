internal import Model
internal import Storage

/// Users, their profiles and their handles.
extension Merge {
  func lookAtUser(_ name: LastingName) throws {
    let known = try tables.user(named: name)
    let row = try known.flatMap { try tables.profile($0.user) }
    guard let profile = try evaluation.profile(of: name) else {
      if let row { try target.delete(row.id) }
      if var known {
        try show(nil, as: .avatar, by: .user(name), of: known.user.number)
        try show(nil, as: .banner, by: .user(name), of: known.user.number)
        known.wanted = ""
        hasRemovedUsers = true
        try target.put(known)
        hasNewHandles = true
      }
      return
    }
    let user = try row?.id ?? insert(profile, as: known?.user)
    let texts = [profile.name.value, profile.bio.value]
    if let row, !haveSameBytes([row.name, row.bio], texts) {
      try target.change(user, name: profile.name.value, bio: profile.bio.value)
    }
    try show(profile.avatar.value, as: .avatar, by: .user(name), of: user.number)
    try show(profile.banner.value, as: .banner, by: .user(name), of: user.number)
    var shared = StoredSharedUser()
    (shared.user, shared.name) = (user, name)
    (shared.wanted, shared.turn) = (profile.handle.value.text, profile.turn)
    shared.createdAt = profile.createdAt
    if known?.wanted != shared.wanted || known?.turn != shared.turn { hasNewHandles = true }
    try target.put(shared)
    if row == nil { try wake(name) }
  }

  /// The handle is one that nobody has, until all handles are settled.
  private func insert(_ profile: SharedProfile, as number: User.ID?) throws -> User.ID {
    let id = try number ?? target.nextUser()
    var row = StoredUser()
    (row.id, row.handle) = (id, Handle(stored: " \(id.number)"))
    (row.name, row.bio) = (profile.name.value, profile.bio.value)
    row.createdAt = min(profile.createdAt, now)
    row.checksum = row.contentChecksum
    try target.add(row)
    return id
  }

  // MARK: Handles

  /// Gives each user the handle they want, or the first free one that is like it.
  func settleHandles() throws {
    guard hasNewHandles else { return }
    hasNewHandles = false
    let handles = HandleOrder.handles(
      of: try tables.users().filter { !$0.wanted.isEmpty }.map {
        HandleOrder.Wish(user: $0.user, handle: $0.wanted, turn: $0.turn, name: $0.name)
      })
    var changed: [User.ID: Handle] = [:]
    for row in try tables.handles() {
      if let handle = handles[row.id], handle != row.handle { changed[row.id] = handle }
    }
    try target.rename(changed)
  }
}

/// A profile as the deeds on it say.
struct SharedProfile {
  /// A value, and the rank of the deed that gave it.
  struct Field<Value> {
    fileprivate(set) var value: Value
    fileprivate(set) var rank: Rank

    fileprivate mutating func take(_ value: Value?, _ rank: Rank) {
      guard let value, rank > self.rank else { return }
      (self.value, self.rank) = (value, rank)
    }
  }

  private(set) var handle: Field<Handle>
  private(set) var name: Field<String>
  private(set) var bio: Field<String>
  private(set) var avatar: Field<SignedPicture?>
  private(set) var banner: Field<SignedPicture?>
  let createdAt: Moment
  /// The order in which users choose their handles.
  private(set) var turn: [UInt8] = []

  /// Nil if no deed makes the user, or one removes them.
  init?(_ deeds: [SignedDeed], of user: LastingName, isKeeper: Bool) {
    let makers = deeds.filter { $0.deed.act.kind == .user }
    guard
      let first = makers.min(by: { $0.rank.position.lexicographicallyPrecedes($1.rank.position) }),
      case .user(let made) = first.deed.act
    else { return nil }
    if deeds.contains(where: { $0.removes(user, isKeeper: isKeeper) }) { return nil }
    let rank = first.rank
    handle = Field(value: made.handle, rank: rank)
    name = Field(value: made.name, rank: rank)
    bio = Field(value: made.bio, rank: rank)
    avatar = Field(value: nil, rank: rank)
    banner = Field(value: nil, rank: rank)
    createdAt = made.createdAt
    var wishes = [Wish(handle: made.handle, rank: rank, isByKeeper: first.role == .keeper)]
    for deed in deeds {
      guard case .profile(let changes) = deed.deed.act, deed.actor == user else { continue }
      handle.take(changes.handle, deed.rank)
      name.take(changes.name, deed.rank)
      bio.take(changes.bio, deed.rank)
      avatar.take(changes.avatar.map(\.picture), deed.rank)
      banner.take(changes.banner.map(\.picture), deed.rank)
      if let wish = changes.handle {
        wishes.append(
          Wish(handle: wish, rank: deed.rank, isByKeeper: deed.deed.vouchedFor != nil))
      }
    }
    turn = turn(of: wishes)
  }

  /// A deed that names a handle for the user.
  private struct Wish {
    let handle: Handle
    let rank: Rank
    let isByKeeper: Bool
  }

  /// Users whose handle a keeper gave or confirmed come before the others.
  private func turn(of wishes: [Wish]) -> [UInt8] {
    let byKeepers = wishes.filter(\.isByKeeper).sorted {
      $0.rank.turn.lexicographicallyPrecedes($1.rank.turn)
    }
    // A later deed of a keeper that names another handle takes the confirmation back.
    let confirmed = byKeepers.reversed().prefix { $0.handle == handle.value }.reversed()
    let first = confirmed.first { $0.rank.clock >= handle.rank.clock }
    return first.map { [0] + $0.rank.turn } ?? [1] + handle.rank.turn
  }
}

/// The order in which users get their handles.
enum HandleOrder {
  struct Wish {
    let user: User.ID
    let handle: String
    let turn: [UInt8]
    let name: LastingName
  }

  /// The first who wants a handle has it; the others get it with a number, in the same order.
  static func handles(of wishes: [Wish]) -> [User.ID: Handle] {
    let inTurn = wishes.sorted { left, right in
      left.turn == right.turn
        ? left.name < right.name : left.turn.lexicographicallyPrecedes(right.turn)
    }
    var taken: Set<String> = []
    var handles: [User.ID: Handle] = [:]
    for wish in inTurn where taken.insert(wish.handle).inserted {
      handles[wish.user] = Handle(stored: wish.handle)
    }
    for wish in inTurn where handles[wish.user] == nil {
      var number = 2
      var handle = numbered(wish.handle, number)
      while !taken.insert(handle).inserted {
        number += 1
        handle = numbered(wish.handle, number)
      }
      handles[wish.user] = Handle(stored: handle)
    }
    return handles
  }

  /// `bob_2`; a long handle is cut.
  private static func numbered(_ handle: String, _ number: Int) -> String {
    let suffix = "_\(number)"
    return handle.prefix(Handle.longest - suffix.utf8.count) + suffix
  }
}

extension SignedDeed {
  /// Whether the deed removes a user; a keeper can't remove a keeper.
  fileprivate func removes(_ user: LastingName, isKeeper: Bool) -> Bool {
    guard case .removeUser(user) = deed.act else { return false }
    switch role {
    case .root: return true
    case .invitation: return false
    case .keeper: return !isKeeper || signer == user
    case .member: return signer == user
    }
  }
}

extension PictureChange {
  var picture: SignedPicture? {
    switch self {
    case .picture(let picture): picture
    case .removed: nil
    }
  }
}
