internal import Model
internal import Storage

/// Posts, their words and their pictures.
extension Merge {
  func lookAtPost(_ name: LastingName) throws {
    let thing = Thing.post(name)
    let known = try tables.post(named: name)
    let row = try known.flatMap { try tables.content(of: $0.post) }
    guard let post = try evaluation.post(named: name),
      let author = try author(of: post, thing)
    else {
      deletedPosts.insert(name)
      // `dropWords` needs the picture of a deleted post; one that is taken back may come again.
      if try !evaluation.isDeleted(name) {
        try tables.removePicture(of: thing.bytes, .post, from: target)
      }
      if let row { try target.delete(row.postKey) }
      return
    }
    let mentions = try users(post.words.mentions, thing)
    var shared = StoredSharedPost()
    shared.post = try known?.post ?? target.nextPost()
    (shared.name, shared.at, shared.isVouched) = (name, post.at, post.isVouched)
    if let row {
      try change(row, to: post, mentioning: mentions)
    } else {
      var arrived = ArrivedPost(id: shared.post, author: author, at: post.at, arrivedAt: now)
      (arrived.text, arrived.alt) = (post.words.text, post.words.alt)
      (arrived.mentions, arrived.editedAt) = (mentions, post.editedAt)
      arrived.replyTo = try post.replyTo.map { try number(of: $0) }
      arrived.quotes = try post.quotes.map { try number(of: $0) }
      try target.add(arrived)
    }
    try target.put(shared)
    try show(post.picture, as: .post, by: thing, of: shared.post.number)
    if row == nil { try wake(name) }
  }

  private func author(of post: SharedPost, _ thing: Thing) throws -> User.ID? {
    if let author = try user(named: post.author) { return author }
    try wait(thing, for: post.author)
    return nil
  }

  private func change(
    _ row: StoredPost, to post: SharedPost, mentioning users: [User.ID]
  ) throws {
    let isSame =
      haveSameBytes([row.text, row.alt], [post.words.text, post.words.alt])
      && row.editedAt == post.editedAt
    if try isSame && tables.mentions(in: row.id) == users { return }
    try target.change(
      row.id, text: post.words.text, alt: post.words.alt, mentions: users,
      editedAt: post.editedAt, arrivedAt: now)
  }

  /// The users who are there; the thing is looked at again when another appears.
  private func users(_ names: [LastingName], _ thing: Thing) throws -> [User.ID] {
    try names.compactMap { name in
      if let user = try user(named: name) { return user }
      try wait(thing, for: name)
      return nil
    }
  }

  /// The user of a name, if they are there and not removed.
  func user(named name: LastingName) throws -> User.ID? {
    guard let known = try tables.user(named: name), !known.wanted.isEmpty else { return nil }
    return known.user
  }

  /// The number of a post, which may not have arrived yet.
  private func number(of name: LastingName) throws -> Post.ID {
    if let known = try tables.post(named: name) { return known.post }
    var reserved = StoredSharedPost()
    (reserved.post, reserved.name) = (try target.nextPost(), name)
    try target.put(reserved)
    return reserved.post
  }

  // MARK: Pictures

  /// Shows a picture that a deed describes, now or when it arrives.
  func show(
    _ picture: SignedPicture?, as use: StoredSignedPicture.Use, by thing: Thing, of number: Int64
  ) throws {
    let before = try tables.pictures(of: thing.bytes).first { $0.use == use.rawValue }
    if let before, before.hash != picture?.hash { leftPictures.insert(before.hash) }
    guard let picture else {
      if before == nil { return }
      try tables.removePicture(of: thing.bytes, use, from: target)
      try target.show(nil, as: use, of: number)
      return
    }
    try target.put(StoredSignedPicture(thing, use, picture))
    let stored = try tables.picture(picture.hash)
    let isThere =
      stored.map { ($0.byteCount, $0.width, $0.height) }
      .map { $0 == (picture.bytes, picture.width, picture.height) } ?? false
    if try isThere && tables.isShown(picture.hash, as: use, of: number) { return }
    let hash = isThere ? PictureHash(bytes: picture.hash.array) : nil
    try target.show(hash, as: use, of: number)
  }
}

extension StoredSignedPicture {
  init(_ thing: Thing, _ use: Use, _ picture: SignedPicture) {
    self.init()
    (self.thing, self.use, hash) = (thing.bytes, use.rawValue, picture.hash)
    (byteCount, width, height) = (picture.bytes, picture.width, picture.height)
  }
}

extension SignedDeed {
  /// Whether the deed deletes a post of an author.
  func deletes(postOf author: LastingName) -> Bool {
    deed.act.kind == .delete && (role == .keeper || signer == author)
  }
}

/// A post as the deeds on it say.
struct SharedPost {
  let author: LastingName
  let at: Moment
  let replyTo: LastingName?
  let quotes: LastingName?
  let picture: SignedPicture?
  /// Those of the newest edit whose words have arrived, or of the post itself.
  let words: EditedWords
  let editedAt: Moment?
  /// Whether a keeper signed for the author.
  let isVouched: Bool

  /// The words that an edit replaces.
  struct EditedWords {
    let text: String
    let alt: String?
    let mentions: [LastingName]

    init(_ words: Words) {
      (text, alt, mentions) = (words.text, words.alt, words.mentions)
    }
  }

  /// Nil if no deed makes the post, one deletes it, or its words have not arrived.
  init?(_ deeds: [SignedDeed]) {
    let makers = deeds.filter { $0.deed.act.kind == .post }
    guard
      let first = makers.min(by: { $0.rank.position.lexicographicallyPrecedes($1.rank.position) }),
      case .post(let made) = first.deed.act, let author = first.actor
    else { return nil }
    guard !deeds.contains(where: { $0.deletes(postOf: author) }), let words = made.words.words
    else { return nil }
    self.author = author
    at = made.at
    (replyTo, quotes, picture) = (made.replyTo, made.quotes, words.picture)
    isVouched = first.deed.vouchedFor != nil
    var newest = (rank: first.rank, words: words, editedAt: made.editedAt)
    for deed in deeds where deed.actor == author && deed.rank > newest.rank {
      guard case .edit(let edit) = deed.deed.act, let words = edit.words.words,
        picture != nil || !words.text.isEmpty && words.alt == nil
      else { continue }
      newest = (deed.rank, words, edit.editedAt)
    }
    self.words = EditedWords(newest.words)
    editedAt = newest.editedAt
  }
}
