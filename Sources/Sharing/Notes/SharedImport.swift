internal import Model
internal import Storage

/// An import into a shared network, which notes what it adds and changes.
///
/// It notes no other rows, because other programs may have changed those.
final class SharedImport: NetworkImport {
  private let base: any NetworkImport
  private let notes: DeedNotes
  private var added = Added()

  /// What this import added since it last settled.
  private struct Added {
    var users: [User.ID] = []
    var posts: [Post.ID] = []
    var follows: [(follower: User.ID, followee: User.ID)] = []
    var likes: [(post: Post.ID, liker: User.ID)] = []
    var flags: [(post: Post.ID, reporter: User.ID)] = []
  }

  init(_ base: any NetworkImport, _ notes: DeedNotes) {
    (self.base, self.notes) = (base, notes)
  }

  // MARK: Users

  func user(_ key: UserLookup) throws -> User.ID? { try base.user(key) }
  func details(of user: User.ID) throws -> KnownUser? { try base.details(of: user) }

  func add(_ user: ImportedUser) throws -> User.ID {
    let id = try base.add(user)
    added.users.append(id)
    return id
  }

  func change(_ user: User.ID, _ changes: UserChanges) throws -> Bool {
    let before = try notes.tables.profile(user)
    guard try base.change(user, changes) else { return false }
    // A user without a name is new, and noted when the import settles.
    guard try notes.tables.user(user) != nil, let before, let after = try notes.tables.profile(user)
    else { return true }
    var change = ProfileChange()
    if after.name != before.name { change.name = after.name }
    if after.bio != before.bio { change.bio = after.bio }
    if after.avatar != before.avatar { change.avatar = try notes.pictureChange(after.avatar) }
    if after.banner != before.banner { change.banner = try notes.pictureChange(after.banner) }
    if change != ProfileChange() { try notes.change(user, change) }
    return true
  }

  // MARK: Posts

  func post(_ key: PostLookup) throws -> (id: Post.ID, digest: Int64?)? { try base.post(key) }
  func details(of post: Post.ID) throws -> KnownPost? { try base.details(of: post) }

  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment) {
    if post.isPrivate, try notes.tables.user(post.author) != nil {
      try notes.requireActor(post.author)
    }
    let new = try base.add(post)
    if !post.isPrivate { added.posts.append(new.id) }
    return new
  }

  func change(
    _ post: KnownPost, text: PostText, alt: AltText?, mentions: [User.ID]?, at moment: Moment
  ) throws {
    try base.change(post, text: text, alt: alt, mentions: mentions, at: moment)
    let after = try notes.tables.content(of: post.key.id)
    if after?.text != post.text || after?.alt != post.alt { try notes.edit(post.key.id) }
  }

  // MARK: Edges

  /// Does not note an edge that exists already.
  func stage(_ row: StagedRow) throws -> Bool {
    let tables = notes.tables
    switch row {
    case .follow(let follower, let followee, _):
      let isKnown = try tables.follow(from: follower, to: followee) != nil
      guard try base.stage(row) else { return false }
      if !isKnown { added.follows.append((follower, followee)) }
      return true
    case .like(let post, let liker, _):
      let isKnown = try tables.like(of: post, by: liker) != nil
      guard try base.stage(row) else { return false }
      if !isKnown { added.likes.append((post, liker)) }
      return true
    case .mark(.flag(let reporter, let post, _, _)):
      guard try base.stage(row) else { return false }
      added.flags.append((post, reporter))
      return true
    default: return try base.stage(row)
    }
  }

  // MARK: The end

  /// Each settled batch is noted, because a later one may be cut off.
  func settle(isLast: Bool, marksSeen: Bool) throws -> SettledRows {
    let settled = try base.settle(isLast: isLast, marksSeen: marksSeen)
    let (new, tables) = (added, notes.tables)
    added = Added()
    let posts = Set(new.posts)
    let rows = RowNotes(notes) { posts.contains($0) }
    for user in new.users { try tables.profile(user).map { try rows.note($0) } }
    for post in new.posts { try tables.content(of: post).map { try rows.note($0) } }
    for (follower, followee) in new.follows {
      try tables.follow(from: follower, to: followee).map { try rows.note($0) }
    }
    for (post, liker) in new.likes {
      try tables.like(of: post, by: liker).map { try rows.note($0) }
    }
    for (post, reporter) in new.flags {
      try tables.flag(of: post, by: reporter).map { try rows.note($0) }
    }
    return settled
  }
}
