internal import Model
internal import Storage

/// Users and edges.
extension ImportSession {
  /// Takes the description of a user.
  func user(_ record: UserRecord) throws {
    guard options.parts.contains(.profile) else { return }
    try take(.users, weighing: record.weight) { [self] in
      let known = try existing(record.person).map { try details(of: $0) }
      let (found, changes) = try imported(record, for: known)
      if let known {
        if try !fill(known, with: found) { return .unchanged }
      } else {
        _ = try add(found, as: record.person)
      }
      try report(changes, record.person.wish)
      return known == nil ? .added : .updated
    }
  }

  /// Takes the owner of an archive: the user of `--into`, the one with this origin, or a new one.
  func takeOwner(_ record: UserRecord) throws {
    try take(.users) { [self] in
      let owner = try (options.into?.id ?? existing(record.person)).map { try details(of: $0) }
      var (found, changes) = try imported(record, for: owner)
      guard let owner else {
        if try work.user(.handle(found.handle)) != nil {
          throw ExchangeError.userExists(handle: found.handle.text)
        }
        setOwner(try add(found, as: record.person))
        try report(changes, record.person.wish)
        return .added
      }
      setOwner((owner.id, owner.handle))
      if options.into != nil {
        if let origin = record.person.origin { try give(origin, to: owner.id) }
        known[record.person] = owner.id
        found.createdAt = options.now
      }
      guard options.parts.contains(.profile), try fill(owner, with: found) else {
        return .unchanged
      }
      try report(changes, record.person.wish)
      return .updated
    }
  }

  /// Notes whether the archive was exported from this network by the user of `--into`.
  ///
  /// Its people and posts are then those of this network, and are not added again.
  func noteExport(of owner: PersonName) {
    isOwnExport =
      owner.domain == PersonName.exportedHost
      && options.into?.handle == PersonName.handle(owner.wish)
  }

  /// Makes the importing user the owner of lists that name none.
  func requireOwner() throws {
    guard let into = options.into ?? options.viewer else { throw ExchangeError.noOwner }
    setOwner(into)
  }

  private func setOwner(_ user: (id: User.ID, handle: Handle)) {
    owner = user
    report.inputs[openInput].owner = user.handle
  }

  /// The name by which a source knows the owner, even after a change of handle.
  ///
  /// The first import of lists without a name takes the handle, and stores it as an origin.
  func ownerName(in source: String) throws -> String {
    guard let owner else { throw ExchangeError.noOwner }
    if let ownerName, ownerName.source == source, ownerName.id == owner.id {
      return ownerName.name
    }
    let prefix = "\(source):owner:"
    let known = try details(of: owner.id).origins.first { origin in
      origin.source == source && origin.key.hasPrefix(prefix)
    }
    var name = known.map { String($0.key.dropFirst(prefix.count)) } ?? owner.handle.text
    if known == nil {
      var number = 1
      while try work.user(.origin(Origin(source, prefix + name))) != nil {
        number += 1
        name = "\(owner.handle.text)_\(number)"
      }
      try bind([Origin(source, prefix + name)], to: owner.id)
    }
    ownerName = (source, owner.id, name)
    return name
  }

  // MARK: Edges

  /// Takes a follow; nil is the owner.
  ///
  /// With `isRepeated` the source may have the follow twice, which `onResult` reports.
  func follow(
    from follower: PersonName?, to followee: PersonName?, since moment: Moment? = nil,
    isRepeated: Bool = false,
    onResult: @escaping (_ isKnown: Bool) -> Void = { _ in }
  ) throws {
    guard options.parts.contains(.follows) else { return }
    let weight = (follower?.weight ?? 0) + (followee?.weight ?? 0)
    try take(.follows, weighing: weight) { [self] in
      let (one, other) = (try person(follower), try person(followee))
      if one == other { return .skipped(.selfFollow, follower?.wish ?? followee?.wish ?? "") }
      let isNew = try work.stage(.follow(from: one, to: other, at: past(moment)))
      onResult(!isNew)
      if isNew { return .unchanged }
      return isRepeated
        ? .merged : .skipped(.duplicate, "\(follower?.wish ?? "") \(followee?.wish ?? "")")
    }
  }

  /// Takes a like of a post that is here or comes later in the same import, and skips others.
  func like(_ post: Origin, by name: PersonName?, since moment: Moment? = nil) throws {
    guard options.parts.contains(.likes) else { return }
    try take(.likes, weighing: post.key.utf8.count) { [self] in
      let like = LikeRecord(
        post: post, owner: name == nil ? try person(nil) : nil, person: name, moment: moment,
        place: position)
      if let id = try work.post(.origin(post))?.id { return try apply(like, to: id) }
      try earlyLikes.keep(like)
      return .merged
    }
  }

  /// Takes the likes that came before their posts.
  func takeEarlyLikes() throws {
    try earlyLikes.each { like in
      position = like.place
      try take(.likes, weighing: like.post.key.utf8.count) { [self] in
        guard let id = try work.post(.origin(like.post))?.id else {
          return .skipped(.likeOfUnknownPost, like.post.key)
        }
        return try apply(like, to: id)
      }
    }
  }

  private func apply(_ like: LikeRecord, to post: Post.ID) throws -> Result {
    let liker = try like.owner ?? person(like.person)
    return try work.stage(.like(post, by: liker, at: past(like.moment)))
      ? .unchanged : .skipped(.duplicate, like.post.key)
  }

  /// The time of an edge, which must not be later than now: it would hide later notices.
  private func past(_ moment: Moment?) -> Moment? { moment.map { min($0, options.now) } }

  // MARK: People

  /// The user of a name, or a new placeholder; nil is the owner.
  func person(_ name: PersonName?) throws -> User.ID {
    guard let name else {
      if let owner { return owner.id }
      throw ExchangeError.noOwner
    }
    if let id = try existing(name) { return id }
    report.placeholders += 1
    return try add(
      ImportedUser(handle: PersonName.handle(name.wish), createdAt: options.now), as: name
    ).id
  }

  func existing(_ name: PersonName) throws -> User.ID? {
    if let id = known[name] { return id }
    var id = try name.origin.flatMap { try work.user(.origin($0)) }
    if id == nil, name.origin == nil || (isOwnExport && name.domain == PersonName.exportedHost) {
      id = try work.user(.handle(PersonName.handle(name.wish)))
    }
    if let id { known[name] = id }
    return id
  }

  func details(of user: User.ID) throws -> KnownUser {
    guard let known = try work.details(of: user) else { throw StorageError.file(.damaged) }
    return known
  }

  /// Adds a user under a free handle.
  func add(_ user: ImportedUser, as name: PersonName) throws -> (id: User.ID, handle: Handle) {
    var user = user
    let wished = user.handle
    user.handle = try name.freeHandle { try work.user(.handle($0)) != nil }
    let id = try work.add(user)
    if let origin = name.origin { try bind([origin], to: id) }
    if user.handle != wished { try change(.renamed, "\(wished.text) is \(user.handle.text) here") }
    known[name] = id
    return (id, user.handle)
  }

  /// Fills an empty name, bio, avatar and banner; false if nothing changed.
  ///
  /// A placeholder also gets an earlier time of joining.
  func fill(_ known: KnownUser, with found: ImportedUser) throws -> Bool {
    var changes = UserChanges()
    if known.name.isEmpty, found.name?.isEmpty == false { changes.name = found.name }
    if known.bio.isEmpty, found.bio?.isEmpty == false { changes.bio = found.bio }
    if !known.hasAvatar { changes.avatar = found.avatar }
    if !known.hasBanner { changes.banner = found.banner }
    if known.isPlaceholder, found.createdAt < known.createdAt {
      changes.createdAt = found.createdAt
    }
    return try work.change(known.id, changes)
  }

  /// Binds origins to a user, except those that others have.
  func bind(_ origins: some Sequence<Origin>, to user: User.ID) throws {
    for origin in origins { try work.stage(.userOrigin(origin, of: user, insteadOf: nil)) }
  }

  /// Binds an origin to a user, even if a placeholder has it.
  private func give(_ origin: Origin, to user: User.ID) throws {
    let former = try work.user(.origin(origin)).map { try details(of: $0) }
    try work.stage(
      .userOrigin(origin, of: user, insteadOf: former?.isPlaceholder == true ? former?.id : nil))
  }

  /// The user that a record describes, who may be in the network already.
  private func imported(
    _ record: UserRecord, for known: KnownUser?
  ) throws -> (user: ImportedUser, changes: TextChanges) {
    var changes = TextChanges(isCleaned: record.isCleaned)
    var user = ImportedUser(
      handle: PersonName.handle(record.person.wish), createdAt: record.joined ?? options.now)
    // The owner of an archive is made even if only other parts are chosen.
    guard options.parts.contains(.profile) else { return (user, TextChanges(isCleaned: false)) }
    user.name = record.name.flatMap { changes.text($0, as: NameRule.self)?.readable }
    user.bio = record.bio.flatMap { changes.text($0, as: BioRule.self)?.readable }
    user.avatar = try picture(record.avatar, unless: known?.hasAvatar ?? false)
    user.banner = try picture(record.banner, unless: known?.hasBanner ?? false)
    return (user, changes)
  }

  /// Stores the picture of a profile, or only checks it if the profile already has one.
  private func picture(_ record: PictureRecord?, unless isThere: Bool) throws -> PictureHash? {
    guard let record else { return nil }
    if !isThere { return try picture(record)?.hash }
    if try isUsable(record) { report[.pictures].unchanged += 1 }
    return nil
  }

  func report(_ changes: TextChanges, _ name: String) throws {
    if changes.hasCleaned { try change(.cleaned, name) }
    if changes.hasShortened { try change(.shortened, name) }
  }
}

extension KnownUser {
  /// Whether the user has no name, no bio and no public post.
  fileprivate var isPlaceholder: Bool { name.isEmpty && bio.isEmpty && !hasPublicPosts }
}

// MARK: Weights

/// The bytes of text that a record holds while it is gathered, without those of small fields.
extension PersonName {
  fileprivate var weight: Int { wish.utf8.count + (origin?.key.utf8.count ?? 0) }
}

extension UserRecord {
  fileprivate var weight: Int { person.weight + (name?.utf8.count ?? 0) + (bio?.utf8.count ?? 0) }
}
