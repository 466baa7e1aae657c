internal import Model
internal import Storage

/// Notes all rows that differ from the deeds on them, after an import, a seed, or `share start`.
struct RowNotes {
  private let notes: DeedNotes
  private let evaluation: Evaluation
  private let tables: SharedTables

  /// Sign all notes first: rows are compared with signed deeds.
  init(_ notes: DeedNotes) throws {
    self.notes = notes
    tables = notes.tables
    evaluation = try Evaluation(tables)
  }

  func noteAll() throws {
    try noteUsers()
    try notePosts()
    try noteEdges()
  }

  // MARK: Users

  private func noteUsers() throws {
    for user in try tables.profiles() {
      guard let shared = try tables.user(user.id) else {
        try notes.add(user.id)
        try notePictures(of: user, instead: nil)
        continue
      }
      guard let profile = try evaluation.profile(of: shared.name) else { continue }
      var change = ProfileChange()
      if user.name != profile.name.value { change.name = user.name }
      if user.bio != profile.bio.value { change.bio = user.bio }
      if change != ProfileChange() { try notes.change(user.id, change) }
      try notePictures(of: user, instead: profile)
    }
  }

  private func notePictures(of user: StoredUser, instead profile: SharedProfile?) throws {
    var change = ProfileChange()
    let (avatar, banner) = try (notes.pictureChange(user.avatar), notes.pictureChange(user.banner))
    if avatar.picture?.hash != profile?.avatar.value?.hash, user.avatar != nil {
      change.avatar = avatar
    }
    if banner.picture?.hash != profile?.banner.value?.hash, user.banner != nil {
      change.banner = banner
    }
    if change != ProfileChange() { try notes.change(user.id, change) }
  }

  // MARK: Posts

  private func notePosts() throws {
    try tables.eachPublicPost { post in
      guard let name = try notes.name(of: post.id) else { return try noteChain(to: post) }
      guard let signed = try evaluation.post(named: name) else { return }
      if (post.text, post.alt) != (signed.words.text, signed.words.alt) { try notes.edit(post.id) }
    }
  }

  /// Notes a post after those above it and those it quotes, whose names it needs.
  private func noteChain(to post: StoredPost) throws {
    var chain = [post]
    while let last = chain.last {
      let needed = try [last.replyTo, last.quotes].compactMap(\.self).first { id in
        try notes.name(of: id) == nil
      }
      let missing = try needed.flatMap { try tables.content(of: $0) }
      if let missing, !missing.isPrivate, !chain.contains(where: { $0.id == missing.id }) {
        chain.append(missing)
      } else {
        if try notes.name(of: last.id) == nil { try notes.add(last.id) }
        chain.removeLast()
      }
    }
  }

  // MARK: Edges

  private func noteEdges() throws {
    try tables.eachFollow { follow in
      let edge = Edge(.follow, from: follow.follower, to: .user(follow.followee))
      if try isNew(.follow, follow.follower, notes.name(of: follow.followee), follow.at) {
        try notes.change(edge, at: follow.at)
      }
    }
    try tables.eachLike { like in
      guard let post = try tables.content(of: like.post)?.postKey else { return }
      if try isNew(.like, like.liker, notes.name(of: like.post), like.at) {
        try notes.change(Edge(.like, from: like.liker, to: .post(post)), at: like.at)
      }
    }
    try tables.eachFlag { flag in
      guard let post = try tables.content(of: flag.post)?.postKey else { return }
      if try isNew(.flag, flag.reporter, notes.name(of: flag.post), flag.at) {
        let edge = Edge(.flag, from: flag.reporter, to: .post(post))
        try notes.change(edge, at: flag.at, reason: flag.reason)
      }
    }
    try tables.eachRepost { repost in
      guard let repeated = repost.reposts else { return }
      if try isNew(.repost, repost.author, notes.name(of: repeated), repost.at) {
        try notes.changeRepost(of: repeated, by: repost.author, at: repost.at)
      }
    }
  }

  /// Whether no deed draws an edge to a target that travels.
  private func isNew(
    _ kind: EdgeChange.Kind, _ source: User.ID, _ target: LastingName?, _ at: Moment
  ) throws -> Bool {
    guard let target else { return false }
    let edge = SharedEdge(kind, from: try notes.name(of: source), to: target)
    return try evaluation.edge(edge)?.isOn != true
  }
}
