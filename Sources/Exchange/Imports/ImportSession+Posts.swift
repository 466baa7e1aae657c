internal import Model
internal import Storage

/// Posts and pictures.
extension ImportSession {
  func post(_ record: PostRecord) throws {
    try post(weighing: record.weight) { record }
  }

  /// Takes a post whose origin depends on the network.
  func post(weighing bytes: Int, _ record: @escaping () throws -> PostRecord) throws {
    guard options.parts.contains(.posts) else { return }
    try take(.posts, weighing: bytes) { [self] in try apply(record()) }
  }

  private func apply(_ record: PostRecord) throws -> Result {
    guard let at = record.at else { throw refusal(.badTime, record.origin.key) }
    var changes = TextChanges(isCleaned: record.isCleaned)
    guard let text = changes.text(record.text, before: record.ending, as: PostTextRule.self) else {
      throw refusal(.badRecord, record.origin.key)
    }
    let alts = record.pictures.map { picture in
      picture.alt.flatMap { changes.text($0, as: AltRule.self)?.readable }
    }
    let origin = PostOrigin(
      record.origin, digest: ImportSession.digest([text.readable.string] + alts.map { $0?.string }))
    if let found = try work.post(.origin(record.origin)) {
      if try !work.stage(.met(found.id)) { return .skipped(.duplicate, record.origin.key) }
      let alt = try addParts(of: record, at, alts)
      let isChanged = found.digest != origin.digest
      if isChanged {
        try replaceWords(of: details(of: found.id), by: text, alt)
        try bind([origin], to: found.id)
        try report(changes, record.origin.key)
      }
      try stageReferences(of: found.id, record, isUnchanged: !isChanged)
      return isChanged ? .updated : .unchanged
    }
    if let same = try samePost(record, at) {
      try bind([origin], to: same)
      // The words stay, because they may be newer here.
      _ = try addParts(of: record, at, alts)
      return .unchanged
    }
    return try addNew(record, at, text, alts, origin, changes)
  }

  private func addNew(
    _ record: PostRecord, _ at: Moment, _ text: PostText, _ alts: [AltText?],
    _ origin: PostOrigin, _ changes: TextChanges
  ) throws -> Result {
    var shown: [(picture: PictureHash, alt: AltText?)] = []
    for (picture, alt) in zip(record.pictures, alts) {
      if let found = try self.picture(picture) { shown.append((found.hash, alt)) }
    }
    if text.isBlank, shown.isEmpty { return .skipped(.emptyPost, record.origin.key) }
    try report(changes, record.origin.key)
    let author = try person(record.author)
    var post = ImportedPost(author: author, at: at, text: text.readable)
    post.isPrivate = record.isPrivate
    (post.picture, post.alt) = (shown.first?.picture, shown.first?.alt ?? nil)
    let first = try add(post, [origin], named: record.origin.key)
    try stageReferences(of: first.id, record, isUnchanged: false)
    for (index, picture) in shown.enumerated().dropFirst() {
      let part = record.origin.part(index)
      if try work.post(.origin(part)) != nil {
        report[.posts].unchanged += 1
      } else {
        try split(picture, of: record, after: first.at, by: index, as: part)
      }
    }
    return .added
  }

  /// The post of a note that was exported from this network: the author's post of that time.
  private func samePost(_ record: PostRecord, _ moment: Moment) throws -> Post.ID? {
    guard isOwnExport, record.origin.key.hasPrefix("https://\(PersonName.exportedHost)/"),
      let author = try record.author == nil ? owner?.id : record.author.flatMap(existing),
      let found = try work.post(.author(author, at: moment)), try work.stage(.met(found.id))
    else { return nil }
    return found.id
  }

  /// Adds a post for a picture after the first, `distance` microseconds after a moment.
  private func split(
    _ shown: (picture: PictureHash, alt: AltText?), of record: PostRecord, after moment: Moment,
    by distance: Int, as part: Origin
  ) throws {
    var post = ImportedPost(
      author: try person(record.author),
      at: Moment(microseconds: moment.microseconds + Int64(distance)), text: try PostText(""))
    post.isPrivate = record.isPrivate
    (post.picture, post.alt) = shown
    let origin = PostOrigin(part, digest: ImportSession.digest([shown.alt?.string]))
    _ = try add(post, [origin], named: part.key)
    report[.posts].added += 1
    try change(.split, part.key)
  }

  /// Adds a post; if its time is taken, at a free moment shortly after it.
  func add(
    _ post: ImportedPost, _ origins: [PostOrigin], named name: String
  ) throws -> (id: Post.ID, at: Moment) {
    var timed = post
    timed.at = max(post.at, Moment(microseconds: 1))
    let added = try work.add(timed)
    try bind(origins, to: added.id)
    if added.at != post.at { try change(.timeMoved, name) }
    return added
  }

  /// Binds origins to a post, except those that others have.
  func bind(_ origins: [PostOrigin], to post: Post.ID) throws {
    for origin in origins { try work.stage(.postOrigin(origin, of: post)) }
  }

  private func stageReferences(of post: Post.ID, _ record: PostRecord, isUnchanged: Bool) throws {
    if record.replyTo == nil, record.quotes == nil { return }
    try work.stage(
      .references(
        of: post, replyTo: record.replyTo.map { PostReference($0) },
        quotes: record.quotes.map { PostReference($0) }, isUnchanged: isUnchanged))
  }

  /// Adds the posts of further pictures of a known post that are not here any more.
  ///
  /// Returns the description of its own picture, the first one that can be used.
  private func addParts(
    of record: PostRecord, _ moment: Moment, _ alts: [AltText?]
  ) throws -> AltText? {
    var (index, first) = (0, nil as AltText?)
    for (picture, alt) in zip(record.pictures, alts) {
      let part = record.origin.part(index)
      if index > 0, try work.post(.origin(part)) == nil {
        guard let kept = try self.picture(picture) else { continue }
        try split((kept.hash, alt), of: record, after: moment, by: index, as: part)
      } else {
        guard try isUsable(picture) else { continue }
        report[.pictures].unchanged += 1
        if index > 0 { report[.posts].unchanged += 1 } else { first = alt }
      }
      index += 1
    }
    return first
  }

  func details(of post: Post.ID) throws -> KnownPost {
    guard let known = try work.details(of: post) else { throw StorageError.file(.damaged) }
    return known
  }

  /// Replaces the words of a post; without `editedAt` the time of its last edit stays.
  func replaceWords(
    of post: KnownPost, by text: PostText, _ alt: AltText?, mentions: [User.ID]? = nil,
    editedAt: Moment? = nil
  ) throws {
    try work.change(
      post, text: text, alt: alt, mentions: mentions,
      at: editedAt ?? max(post.editedAt ?? post.key.at, post.key.at))
  }

  /// The digest of the words of a post, by which a later import knows whether they changed.
  static func digest(_ words: [String?]) -> Int64 {
    Int64(bitPattern: StableHash(words.map { $0 ?? "" }.joined(separator: "\0")).value)
  }

  // MARK: Pictures

  /// Keeps a picture, or reports why it can't be kept.
  func picture(_ record: PictureRecord) throws -> StreamedPicture? {
    guard let source = try record.open() else {
      try skip(.pictureMissing, record.name)
      return nil
    }
    guard let picture = try picture(source) else {
      try skip(.unsupportedMedia, record.name)
      return nil
    }
    if try work.stage(.picture(picture)) {
      report[.pictures].added += 1
    } else {
      report[.pictures].unchanged += 1
    }
    return picture
  }

  private func picture(_ source: any ByteSource) throws -> StreamedPicture? {
    let spool = SpooledPicture(in: options.temporaryFolder)
    try spool.add(source)
    return spool.picture(pictureSize)
  }

  /// Whether a picture of a known post would be kept; counts one that would not.
  func isUsable(_ record: PictureRecord) throws -> Bool {
    if try canKeep(record) { return true }
    let isThere = try record.open() != nil
    try skip(isThere ? .unsupportedMedia : .pictureMissing, record.name)
    return false
  }

  /// Whether the source has a picture that can be kept.
  ///
  /// Reads the whole picture only if its first bytes don't have the size.
  func canKeep(_ record: PictureRecord) throws -> Bool {
    guard let source = try record.open() else { return false }
    let head = try source.head(chunkSize)
    if pictureSize(head, head.count) != nil { return true }
    guard head.count >= chunkSize, let source = try record.open() else { return false }
    return try picture(source) != nil
  }
}

extension Origin {
  /// The origin of the post of a further picture; `index` is 0 for the first one.
  fileprivate func part(_ index: Int) -> Origin { Origin(source, "\(key)#\(index + 1)") }
}

/// The bytes of text that a record holds while it is gathered, without those of small fields.
extension PostRecord {
  fileprivate var weight: Int {
    origin.key.utf8.count + text.utf8.count + ending.utf8.count
      + pictures.reduce(0) { $0 + $1.name.utf8.count + ($1.alt?.utf8.count ?? 0) }
  }
}
