internal import Model
internal import Storage

/// Posts and pictures.
extension ImportSession {
  func post(_ record: PostRecord, at place: Place) throws {
    try post(at: place, weighing: record.weight) { record }
  }

  /// Takes a post whose origin depends on the network.
  func post(
    at place: Place, weighing bytes: Int, _ record: @escaping () throws -> PostRecord
  ) throws {
    guard options.parts.contains(.posts) else { return }
    try take(.posts, at: place, weighing: bytes) { [self] in try apply(record(), at: place) }
  }

  private func apply(_ record: PostRecord, at place: Place) throws -> Result {
    guard let at = record.at else { throw RecordRefusal(place, .badTime, record.origin.key) }
    var changes = TextChanges(isCleaned: record.isCleaned)
    guard let text = changes.text(record.text, before: record.ending, as: PostTextRule.self) else {
      throw RecordRefusal(place, .badRecord, record.origin.key)
    }
    let alts = record.pictures.map { picture in
      picture.alt.flatMap { changes.text($0, as: AltRule.self)?.readable }
    }
    let words = [text.readable.string] + alts.map { $0?.string ?? "" }
    let digest = Int64(bitPattern: StableHash(words.joined(separator: "\0")).value)
    if let found = try work.post(record.origin) {
      if try !work.isFirst(of: found.id) { return .skipped(.duplicate, record.origin.key) }
      let isChanged = try update(found, record, at, text, alts, digest, at: place)
      if isChanged { try tell(changes, record.origin.key, at: place) }
      try tie(found.id, record, isUnchanged: !isChanged)
      return isChanged ? .updated : .unchanged
    }
    if let same = try samePost(record, at) {
      try work.bind(record.origin, to: same, digest: digest)
      // Adds the posts of further pictures, and keeps the words, which may be newer here.
      _ = try update((same, digest), record, at, text, alts, digest, at: place)
      return .unchanged
    }
    return try addNew(record, at, text, alts, digest, changes, at: place)
  }

  private func addNew(
    _ record: PostRecord, _ at: Moment, _ text: PostText, _ alts: [AltText?], _ digest: Int64,
    _ changes: TextChanges, at place: Place
  ) throws -> Result {
    var shown: [(picture: PictureHash, alt: AltText?)] = []
    for (picture, alt) in zip(record.pictures, alts) {
      if let found = try self.picture(picture, at: place) { shown.append((found.hash, alt)) }
    }
    if text.isBlank, shown.isEmpty { return .skipped(.emptyPost, record.origin.key) }
    try tell(changes, record.origin.key, at: place)
    let author = try person(record.author, at: place)
    var post = ImportedPost(author: author, at: at, text: text.readable)
    post.isPrivate = record.isPrivate
    (post.picture, post.alt) = (shown.first?.picture, shown.first?.alt ?? nil)
    let first = try add(post, as: record.origin, digest, at: place)
    try tie(first.id, record, isUnchanged: false)
    for (index, picture) in shown.enumerated().dropFirst() {
      let part = record.origin.part(index)
      if try work.post(part) != nil {
        report[.posts].unchanged += 1
      } else {
        try split(picture, of: record, after: first.at, by: index, as: part, at: place)
      }
    }
    return .added
  }

  /// The post of a note that was exported from this network: that of the author at the same time.
  private func samePost(_ record: PostRecord, _ moment: Moment) throws -> Post.ID? {
    guard isOwnExport, record.origin.key.hasPrefix("https://\(PersonName.exportedHost)/"),
      let author = try record.author == nil ? owner?.id : record.author.flatMap(existing),
      let found = try work.post(by: author, at: moment), try work.isFirst(of: found)
    else { return nil }
    return found
  }

  /// Gives a picture after the first a post of its own, `distance` microseconds after a moment.
  private func split(
    _ shown: (picture: PictureHash, alt: AltText?), of record: PostRecord, after moment: Moment,
    by distance: Int, as part: Origin, at place: Place
  ) throws {
    var post = ImportedPost(
      author: try person(record.author, at: place),
      at: Moment(microseconds: moment.microseconds + Int64(distance)), text: try PostText(""))
    post.isPrivate = record.isPrivate
    (post.picture, post.alt) = shown
    let digest = Int64(bitPattern: StableHash(shown.alt?.string ?? "").value)
    _ = try add(post, as: part, digest, at: place)
    report[.posts].added += 1
    try change(.split, part.key, at: place)
  }

  private func add(
    _ post: ImportedPost, as origin: Origin, _ digest: Int64, at place: Place
  ) throws -> (id: Post.ID, at: Moment) {
    let added = try work.add(post)
    try work.bind(origin, to: added.id, digest: digest)
    if added.at != post.at { try change(.timeMoved, origin.key, at: place) }
    return added
  }

  private func tie(_ post: Post.ID, _ record: PostRecord, isUnchanged: Bool) throws {
    if record.replyTo == nil, record.quotes == nil { return }
    try work.tie(
      post, replyTo: record.replyTo.map { .origin($0) },
      quotes: record.quotes.map { .origin($0) }, isUnchanged: isUnchanged)
  }

  /// Updates a known post: replaces its words if those of the source have changed, and adds the
  /// posts of further pictures that are not here any more.
  ///
  /// Returns whether the words were replaced.
  private func update(
    _ found: (id: Post.ID, digest: Int64), _ record: PostRecord, _ moment: Moment,
    _ text: PostText, _ alts: [AltText?], _ digest: Int64, at place: Place
  ) throws -> Bool {
    var index = 0
    for (picture, alt) in zip(record.pictures, alts) {
      let part = record.origin.part(index)
      if index > 0, try work.post(part) == nil {
        guard let kept = try self.picture(picture, at: place) else { continue }
        try split((kept.hash, alt), of: record, after: moment, by: index, as: part, at: place)
      } else {
        guard try isUsable(picture, at: place) else { continue }
        report[.pictures].unchanged += 1
        if index > 0 { report[.posts].unchanged += 1 }
      }
      index += 1
    }
    if found.digest == digest { return false }
    try work.replaceWords(
      of: found.id, text: text, alt: alts.first ?? nil, mentions: nil, editedAt: nil)
    try work.bind(record.origin, to: found.id, digest: digest)
    return true
  }

  // MARK: Pictures

  /// Keeps a picture, or reports why it can't be kept.
  func picture(_ record: PictureRecord, at place: Place) throws -> ImportedPicture? {
    guard let source = try record.open() else {
      try skip(.pictureMissing, record.name, at: place)
      return nil
    }
    guard let picture = try picture(source) else {
      try skip(.unsupportedMedia, record.name, at: place)
      return nil
    }
    if try work.keep(picture) {
      report[.pictures].added += 1
    } else {
      report[.pictures].unchanged += 1
    }
    return picture
  }

  private func picture(_ source: any ByteSource) throws -> ImportedPicture? {
    let spool = SpooledPicture(in: options.temporaryFolder)
    try spool.add(source)
    return spool.picture(pictureSize)
  }

  /// Whether a picture of a known post would be kept; counts one that would not.
  func isUsable(_ record: PictureRecord, at place: Place) throws -> Bool {
    if try canKeep(record) { return true }
    let isThere = try record.open() != nil
    try skip(isThere ? .unsupportedMedia : .pictureMissing, record.name, at: place)
    return false
  }

  /// Whether the source has a picture that can be kept.
  ///
  /// Reads the whole picture only if its first bytes don't give the size.
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
