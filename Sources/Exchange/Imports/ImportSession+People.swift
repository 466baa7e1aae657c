internal import Model
internal import Storage

/// Users and edges.
extension ImportSession {
  /// Takes the description of a user.
  func user(_ record: UserRecord, at place: Place) throws {
    guard options.parts.contains(.profile) else { return }
    try take(.users, at: place, weighing: record.weight) { [self] in
      let known = try existing(record.person)
      let (found, changes) = try imported(record, for: known, at: place)
      if let known {
        if try !work.fill(known, with: found) { return .unchanged }
      } else {
        _ = try add(found, as: record.person, at: place)
      }
      try tell(changes, record.person.wish, at: place)
      return known == nil ? .added : .updated
    }
  }

  /// Takes the owner of an archive: the user of `--into`, the one with this origin, or a new one.
  func owner(_ record: UserRecord, at place: Place) throws {
    try take(.users, at: place) { [self] in
      let owner = try options.into?.id ?? existing(record.person)
      var (found, changes) = try imported(record, for: owner, at: place)
      if let owner {
        try setOwner(owner)
        if options.into != nil {
          if let origin = record.person.origin { try work.give(origin, to: owner) }
          known[record.person] = owner
          found.createdAt = options.now
        }
        guard options.parts.contains(.profile), try work.fill(owner, with: found) else {
          return .unchanged
        }
        try tell(changes, record.person.wish, at: place)
        return .updated
      }
      let handle = PersonName.handle(record.person.wish)
      if try work.user(named: handle) != nil {
        throw ExchangeError.userExists(handle: handle.text)
      }
      try setOwner(try add(found, as: record.person, at: place))
      try tell(changes, record.person.wish, at: place)
      return .added
    }
  }

  /// Notes whether an archive without an address of its own comes back to its owner.
  ///
  /// Its people and posts are then those of this network, and are not added again.
  func noteExport(of owner: PersonName) {
    isOwnExport =
      owner.domain == PersonName.exportedHost
      && options.into?.handle == PersonName.handle(owner.wish)
  }

  /// Makes the importing user the owner of lists that name none.
  func requireOwner() throws {
    guard let into = options.into ?? options.viewer else {
      throw ExchangeError.noOwner
    }
    owner = into
    report.inputs[openInput].owner = into.handle
  }

  private func setOwner(_ id: User.ID) throws {
    let handle = try work.handle(of: id)
    owner = (id, handle)
    report.inputs[openInput].owner = handle
  }

  /// The name by which a source knows the owner, even after a change of handle.
  ///
  /// The first import of lists without a name takes the handle, and stores it as an origin.
  func ownerName(in source: String) throws -> String {
    guard let owner else { throw ExchangeError.noOwner }
    if let ownerName, ownerName.id == owner.id { return ownerName.name }
    let prefix = "\(source):owner:"
    let known = try work.origins(of: owner.id).first { origin in
      origin.source == source && origin.key.hasPrefix(prefix)
    }
    var name = known.map { String($0.key.dropFirst(prefix.count)) } ?? owner.handle.text
    if known == nil {
      var number = 1
      while try work.user(Origin(source, prefix + name)) != nil {
        number += 1
        name = "\(owner.handle.text)_\(number)"
      }
      try work.bind(Origin(source, prefix + name), to: owner.id)
    }
    ownerName = (owner.id, name)
    return name
  }

  /// Takes a follow; nil stands for the owner.
  func follow(
    from follower: PersonName?, to followee: PersonName?, since moment: Moment? = nil,
    at place: Place
  ) throws {
    guard options.parts.contains(.follows) else { return }
    let weight = (follower?.weight ?? 0) + (followee?.weight ?? 0)
    try take(.follows, at: place, weighing: weight) { [self] in
      let (one, other) = (try person(follower, at: place), try person(followee, at: place))
      if one == other { return .skipped(.selfFollow, follower?.wish ?? followee?.wish ?? "") }
      if try work.follow(from: one, to: other, at: past(moment)) { return .noted }
      return .skipped(.duplicate, "\(follower?.wish ?? "") \(followee?.wish ?? "")")
    }
  }

  /// Takes a follow, and reports whether an earlier record of the source had it.
  func followAgain(
    from follower: PersonName, to followee: PersonName, since moment: Moment? = nil,
    at place: Place, _ report: @escaping (_ isKnown: Bool) -> Void = { _ in }
  ) throws {
    guard options.parts.contains(.follows) else { return }
    try take(.follows, at: place, weighing: follower.weight + followee.weight) { [self] in
      let (one, other) = (try person(follower, at: place), try person(followee, at: place))
      if one == other { return .skipped(.selfFollow, follower.wish) }
      let isNew = try work.follow(from: one, to: other, at: past(moment))
      report(!isNew)
      return isNew ? .noted : .merged
    }
  }

  /// Takes a like of a post that is here or comes later in the same import, and skips others.
  func like(
    _ post: Origin, by name: PersonName?, since moment: Moment? = nil, at place: Place
  ) throws {
    guard options.parts.contains(.likes) else { return }
    try take(.likes, at: place, weighing: post.key.utf8.count) { [self] in
      let liker: LikeRecord.Liker =
        if let name { .person(name) } else { .user(try person(nil, at: place)) }
      let like = LikeRecord(post: post, liker: liker, moment: moment, place: place)
      if try work.post(post) != nil { return try apply(like) }
      try earlyLikes.keep(like)
      return .merged
    }
  }

  /// Takes the likes that came before their posts.
  func takeEarlyLikes() throws {
    try earlyLikes.each { like in
      try take(.likes, at: like.place, weighing: like.post.key.utf8.count) { [self] in
        try apply(like)
      }
    }
  }

  private func apply(_ like: LikeRecord) throws -> Result {
    guard let post = try work.post(like.post) else {
      return .skipped(.likeOfUnknownPost, like.post.key)
    }
    let liker =
      switch like.liker {
      case .user(let id): id
      case .person(let name): try person(name, at: like.place)
      }
    if try work.like(post.id, by: liker, at: past(like.moment)) { return .noted }
    return .skipped(.duplicate, like.post.key)
  }

  /// The time of an edge, which must not be later than now: it would hide later notices.
  private func past(_ moment: Moment?) -> Moment? { moment.map { min($0, options.now) } }

  // MARK: People

  /// The user of a name, or a new placeholder; nil stands for the owner.
  func person(_ name: PersonName?, at place: Place) throws -> User.ID {
    guard let name else {
      if let owner { return owner.id }
      throw ExchangeError.noOwner
    }
    if let id = try existing(name) { return id }
    report.placeholders += 1
    return try add(
      ImportedUser(handle: PersonName.handle(name.wish), createdAt: options.now), as: name,
      at: place)
  }

  func existing(_ name: PersonName) throws -> User.ID? {
    if let id = known[name] { return id }
    var id = try name.origin.flatMap { try work.user($0) }
    if id == nil, name.origin == nil || (isOwnExport && name.domain == PersonName.exportedHost) {
      id = try work.user(named: PersonName.handle(name.wish))
    }
    if let id { known[name] = id }
    return id
  }

  private func add(
    _ user: ImportedUser, as name: PersonName, at place: Place
  ) throws -> User.ID {
    var user = user
    let wished = user.handle
    user.handle = try name.freeHandle { try work.user(named: $0) != nil }
    let id = try work.add(user)
    if let origin = name.origin { try work.bind(origin, to: id) }
    if user.handle != wished {
      try change(.renamed, "\(wished.text) is \(user.handle.text) here", at: place)
    }
    known[name] = id
    return id
  }

  /// The user that a record describes, who may be in the network already.
  private func imported(
    _ record: UserRecord, for known: User.ID?, at place: Place
  ) throws -> (user: ImportedUser, changes: TextChanges) {
    var changes = TextChanges(isCleaned: record.isCleaned)
    var user = ImportedUser(
      handle: PersonName.handle(record.person.wish), createdAt: record.joined ?? options.now)
    // The owner of an archive is made even if only other parts are chosen.
    guard options.parts.contains(.profile) else { return (user, TextChanges(isCleaned: false)) }
    user.name = record.name.flatMap { changes.text($0, as: NameRule.self)?.readable }
    user.bio = record.bio.flatMap { changes.text($0, as: BioRule.self)?.readable }
    let pictures =
      try known.map { try work.pictures(of: $0) } ?? (hasAvatar: false, hasBanner: false)
    user.avatar = try picture(record.avatar, unless: pictures.hasAvatar, at: place)
    user.banner = try picture(record.banner, unless: pictures.hasBanner, at: place)
    return (user, changes)
  }

  /// Stores the picture of a profile, or only checks it if the profile already has one.
  private func picture(
    _ record: PictureRecord?, unless isThere: Bool, at place: Place
  ) throws -> PictureHash? {
    guard let record else { return nil }
    if !isThere { return try picture(record, at: place)?.hash }
    if try isUsable(record, at: place) { report[.pictures].unchanged += 1 }
    return nil
  }

  func tell(_ changes: TextChanges, _ name: String, at place: Place) throws {
    if changes.hasCleaned { try change(.cleaned, name, at: place) }
    if changes.hasShortened { try change(.shortened, name, at: place) }
  }
}

// MARK: Weights

/// The bytes of text that a record holds while it is gathered, without those of small fields.
extension PersonName {
  fileprivate var weight: Int { wish.utf8.count + (origin?.key.utf8.count ?? 0) }
}

extension UserRecord {
  fileprivate var weight: Int {
    person.weight + (name?.utf8.count ?? 0) + (bio?.utf8.count ?? 0)
  }
}
