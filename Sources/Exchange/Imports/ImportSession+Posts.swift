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
    var changes = TextChanges()
    guard let text = changes.text(record.text, as: PostTextRule.self) else {
      throw RecordRefusal(place, .badRecord, record.origin.key)
    }
    let alts = record.pictures.map { picture in
      picture.alt.flatMap { changes.text($0, as: AltRule.self)?.readable }
    }
    let words = [text.readable.string] + alts.map { $0?.string ?? "" }
    let digest = Int64(bitPattern: StableHash(words.joined(separator: "\0")).value)
    if let found = try work.post(record.origin) {
      if try !work.isFirst(of: found.id) { return .skipped(.duplicate, record.origin.key) }
      let isTied = try getsTie(found.id, record)
      try tie(found.id, record)
      let result = try update(found, record, text, alts.first ?? nil, digest, at: place)
      return isTied ? .updated : result
    }
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
    try tie(first.id, record)
    try split(shown.dropFirst(), after: post, at: first.at, record.origin, at: place)
    return .added
  }

  /// Gives each picture after the first a post of its own, a microsecond later.
  private func split(
    _ pictures: ArraySlice<(picture: PictureHash, alt: AltText?)>, after first: ImportedPost,
    at moment: Moment, _ origin: Origin, at place: Place
  ) throws {
    var post = first
    post.text = try PostText("")
    post.at = moment
    for (index, shown) in pictures.enumerated() {
      (post.picture, post.alt) = (shown.picture, shown.alt)
      post.at = Moment(microseconds: post.at.microseconds + 1)
      let part = Origin(origin.source, "\(origin.key)#\(index + 2)")
      let digest = Int64(bitPattern: StableHash(shown.alt?.string ?? "").value)
      post.at = try add(post, as: part, digest, at: place).at
      report[.posts].added += 1
      try change(.split, part.key, at: place)
    }
  }

  private func add(
    _ post: ImportedPost, as origin: Origin, _ digest: Int64, at place: Place
  ) throws -> (id: Post.ID, at: Moment) {
    let added = try work.add(post)
    try work.bind(origin, to: added.id, digest: digest)
    if added.at != post.at { try change(.timeMoved, origin.key, at: place) }
    return added
  }

  private func tie(_ post: Post.ID, _ record: PostRecord) throws {
    if record.replyTo == nil, record.quotes == nil { return }
    try work.tie(
      post, replyTo: record.replyTo.map { .origin($0) }, quotes: record.quotes.map { .origin($0) })
  }

  /// Whether a known post lacks a tie that the source has, to a post that is here.
  private func getsTie(_ post: Post.ID, _ record: PostRecord) throws -> Bool {
    let ties = try work.ties(of: post)
    return try !ties.isAnswer && record.replyTo.map { try work.post($0) != nil } == true
      || !ties.isQuote && record.quotes.map { try work.post($0) != nil } == true
  }

  /// Updates a known post: replaces its words if those of the source have changed.
  private func update(
    _ found: (id: Post.ID, digest: Int64), _ record: PostRecord, _ text: PostText, _ alt: AltText?,
    _ digest: Int64, at place: Place
  ) throws -> Result {
    var parts = 0
    for picture in record.pictures where try isUsable(picture, at: place) {
      report[.pictures].unchanged += 1
      parts += 1
    }
    report[.posts].unchanged += max(0, parts - 1)
    if found.digest == digest { return .unchanged }
    try work.replaceWords(of: found.id, text: text, alt: alt, mentions: nil, editedAt: nil)
    try work.bind(record.origin, to: found.id, digest: digest)
    return .updated
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

/// The bytes of text that a record holds while it is gathered, without those of small fields.
extension PostRecord {
  fileprivate var weight: Int {
    origin.key.utf8.count + text.utf8.count
      + pictures.reduce(0) { $0 + $1.name.utf8.count + ($1.alt?.utf8.count ?? 0) }
  }
}
