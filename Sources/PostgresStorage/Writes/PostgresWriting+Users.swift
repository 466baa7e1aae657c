internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Insertions, changes and deletions of users, with the counts of other users.
extension PostgresWriting {
  func insert(_ draft: UserDraft) throws -> User.ID {
    let id = User.ID(try nextNumber("'profilectl.user_ids'"))
    let row = StoredUser(
      id: id, handle: draft.handle, name: draft.name, bio: draft.bio, createdAt: draft.createdAt)
    let changed = try session.run([
      row.insertionOfHandle,
      """
      INSERT INTO profilectl.users (id, username, name, bio, created_at, checksum, words)
      VALUES (\(id), \(row.handle), \(row.name), \(row.bio), \(row.createdAt), \(row.checksum),
        \(row.words)::tsvector)
      """,
    ])
    try expect(changed[0])
    outcome.proof = "SELECT 1 FROM profilectl.users WHERE id = \(id) AND username = \(row.handle)"
    return id
  }

  func update(_ id: User.ID, with changes: ProfileChanges) throws {
    var row = try lockedUser(id)
    let before = row
    row.handle = changes.handle ?? row.handle
    row.name = changes.name?.string ?? row.name
    row.bio = changes.bio?.string ?? row.bio
    row.avatar = try picture(changes.avatar, else: row.avatar)
    row.banner = try picture(changes.banner, else: row.banner)
    if row.handle != before.handle {
      let changed = try session.run([
        row.insertionOfHandle,
        "DELETE FROM profilectl.handles WHERE username = \(before.handle) AND id = \(id)",
      ])
      if changed != [1, 1] { throw conflict() }
    }
    try store(row)
    let left = [(before.avatar, row.avatar), (before.banner, row.banner)]
      .compactMap { old, new in old == new ? nil : old }
    try forgetUnused(left)
  }

  /// Replaces the content of a user's row.
  func store(_ row: StoredUser) throws {
    try session.run(
      """
      UPDATE profilectl.users SET username = \(row.handle), name = \(row.name), bio = \(row.bio),
        avatar = \(row.avatar), banner = \(row.banner), created_at = \(row.createdAt),
        checksum = \(row.contentChecksum), words = \(row.words)::tsvector
      WHERE id = \(row.id)
      """)
  }

  private func picture(
    _ change: ProfileChanges.AvatarChange, else old: PictureID?
  ) throws -> PictureID? {
    switch change {
    case .keep: old
    case .remove: nil
    case .set(let picture): try keep(picture)
    }
  }

  /// The content of a user's row, which no other transaction changes until the end of this one.
  func lockedUser(_ id: User.ID) throws -> StoredUser {
    let row = try session.first {
      "SELECT \($0) FROM profilectl.users WHERE id = \(id) FOR NO KEY UPDATE"
    } as: {
      StoredUser(&$0)
    }
    guard let row else { throw conflict() }
    return row
  }

  /// Deletes a user with all they posted, liked, followed and flagged.
  ///
  /// Changes that need the user wait for the lock on the row, and then find no user.
  func delete(_ id: User.ID) throws {
    // This may take longer than other statements.
    session.patience = nil
    let found = try session.first {
      "SELECT \($0) FROM profilectl.users WHERE id = \(id) FOR UPDATE"
    } as: {
      StoredUser(&$0)
    }
    guard let found else { throw conflict() }
    try deleteFollows(of: id)
    try deleteLikes(by: id)
    try deletePosts(try ownPosts(of: id))
    try session.run([
      "DELETE FROM profilectl.flags WHERE reporter = \(id)",
      "DELETE FROM profilectl.mutes WHERE muter = \(id) OR muted = \(id)",
      "DELETE FROM profilectl.bookmarks WHERE reader = \(id)",
      "DELETE FROM profilectl.mentions WHERE mentioned = \(id)",
      "DELETE FROM profilectl.notices WHERE recipient = \(id)",
      "DELETE FROM profilectl.read_marks WHERE reader = \(id)",
      "DELETE FROM profilectl.origins WHERE owner = \(id)",
    ])
    let changed = try session.run([
      "DELETE FROM profilectl.handles WHERE username = \(found.handle) AND id = \(id)",
      "DELETE FROM profilectl.users WHERE id = \(id)",
    ])
    if changed != [1, 1] { throw conflict() }
    try forgetUnused([found.avatar, found.banner].compactMap(\.self))
  }

  /// Numbers of posts: those of a user, and the reposts of these by others.
  private func ownPosts(of id: User.ID) throws -> [PostToDelete] {
    let own = try postsToDelete(where: "author = \(id)")
    let numbers = SQLValue.integers(own.map(\.place.id.number))
    let reposts = try postsToDelete(where: "reposts = ANY(\(numbers)) AND author <> \(id)")
    return own + reposts
  }

  /// Locks users until the end of the transaction; a conflict if one is gone that must exist.
  @discardableResult func lock(
    _ users: [User.ID], mustExist: Bool = false
  ) throws -> FollowerSlots {
    try lock(users, "FOR NO KEY UPDATE", mustExist: mustExist)
  }

  /// Keeps users from being deleted until the end of the transaction; a conflict if one is gone.
  @discardableResult func keep(_ users: [User.ID]) throws -> FollowerSlots {
    try lock(users, "FOR KEY SHARE", mustExist: true)
  }

  /// Locks users against deletion, and runs further queries in the same round trip.
  ///
  /// The results are the first number of each query; nil for one without rows.
  func keep(
    _ users: [User.ID], asking questions: [SQL]
  ) throws -> (slots: FollowerSlots, answers: [Int64?]) {
    let users = Set(users).sorted()
    let found: [Int64?] = try session.firstValues(
      locks(on: users, "FOR KEY SHARE") + questions)
    let slots = try slots(of: users, found.prefix(users.count), mustExist: true)
    return (slots, Array(found.dropFirst(users.count)))
  }

  private func lock(_ users: [User.ID], _ strength: SQL, mustExist: Bool) throws -> FollowerSlots {
    let users = Set(users).sorted()
    let found: [Int64?] = try session.firstValues(locks(on: users, strength))
    return try slots(of: users, found[...], mustExist: mustExist)
  }

  /// One statement for each row, in the given order, because rows may be on several machines.
  private func locks(on users: [User.ID], _ strength: SQL) -> [SQL] {
    users.map { "SELECT slots FROM profilectl.users WHERE id = \($0) \(strength)" }
  }

  private func slots(
    of users: [User.ID], _ found: ArraySlice<Int64?>, mustExist: Bool
  ) throws -> FollowerSlots {
    if mustExist, found.contains(nil) { throw conflict() }
    return FollowerSlots(
      uniqueKeysWithValues: zip(users, found).compactMap { user, slots in
        slots.flatMap { $0 > 0 ? (user, $0) : nil }
      })
  }
}

extension StoredUser {
  /// The words that the server should index.
  var words: String { WordIndex.user(handle: handle.text, name: name) }

  var insertionOfHandle: SQL {
    """
    INSERT INTO profilectl.handles (username, id) VALUES (\(handle), \(id))
    ON CONFLICT (username) DO NOTHING
    """
  }
}
