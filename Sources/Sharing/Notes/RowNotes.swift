internal import Model
internal import Storage

/// Notes new rows, after an import, a seed, or `share start`.
struct RowNotes {
  private let notes: DeedNotes
  private let tables: SharedTables
  private let isNew: (Post.ID) -> Bool

  /// Only posts for which `isNew` is true are noted with a post that answers or quotes them.
  init(_ notes: DeedNotes, isNew: @escaping (Post.ID) -> Bool) {
    (self.notes, tables, self.isNew) = (notes, notes.tables, isNew)
  }

  // MARK: Whole networks

  /// Notes the users and posts whose numbers were given out in between, and the edges of the users.
  static func noteAll(
    _ notes: DeedNotes, after first: LastNumbers, upTo last: LastNumbers
  ) throws {
    let isNewUser = { (id: User.ID) in id.number > first.user && id.number <= last.user }
    let isNewPost = { (id: Post.ID) in id.number > first.post && id.number <= last.post }
    let (rows, tables) = (RowNotes(notes, isNew: isNewPost), notes.tables)
    for user in try tables.profiles() where isNewUser(user.id) { try rows.note(user) }
    try tables.eachPublicPost { if isNewPost($0.id) { try rows.note($0) } }
    try tables.eachFollow { if isNewUser($0.follower) { try rows.note($0) } }
    try tables.eachLike { if isNewUser($0.liker) { try rows.note($0) } }
    try tables.eachFlag { if isNewUser($0.reporter) { try rows.note($0) } }
    try tables.eachRepost { if isNewPost($0.id) { try rows.note($0) } }
  }

  // MARK: Rows

  /// Notes a user, unless they have a name already, and their pictures.
  func note(_ user: StoredUser) throws {
    if try tables.user(user.id) == nil { try notes.add(user.id) }
    var change = ProfileChange()
    if user.avatar != nil { change.avatar = try notes.pictureChange(user.avatar) }
    if user.banner != nil { change.banner = try notes.pictureChange(user.banner) }
    if change != ProfileChange() { try notes.change(user.id, change) }
  }

  /// Notes a repost, or a post after those above it and those it quotes, whose names it needs.
  func note(_ post: StoredPost) throws {
    if let repeated = post.reposts {
      return try notes.changeRepost(of: repeated, by: post.author, at: post.at)
    }
    var chain = [post]
    while let last = chain.last {
      let needed = try [last.replyTo, last.quotes].compactMap(\.self).first { id in
        try isNew(id) && notes.name(of: id) == nil
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

  func note(_ follow: StoredFollow) throws {
    let followee = try notes.name(of: follow.followee)
    try notes.change(.follow, by: follow.follower, to: followee, at: follow.at)
  }

  func note(_ like: StoredLike) throws {
    try notes.change(.like, by: like.liker, to: notes.name(of: like.post), at: like.at)
  }

  func note(_ flag: StoredFlag) throws {
    let post = try notes.name(of: flag.post)
    try notes.change(.flag, by: flag.reporter, to: post, at: flag.at, reason: flag.reason)
  }
}
