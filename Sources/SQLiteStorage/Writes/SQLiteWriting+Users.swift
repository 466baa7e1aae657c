internal import Model
internal import SQLText
internal import SQLite

/// Creates, changes and deletes users, and updates the counts of all users they have edges with.
extension SQLiteWriting {
  func insert(_ draft: UserDraft) throws -> User.ID {
    let id = User.ID(try nextNumber(of: .users))
    let name = draft.name?.string ?? ""
    let bio = draft.bio?.string ?? ""
    try connection.run(
      """
      INSERT INTO users (id, username, name, bio, created_at, checksum)
      VALUES (\(id), \(draft.handle), \(name), \(bio), \(draft.createdAt),
        row_checksum(\(id), \(draft.handle), \(name), \(bio), NULL, \(draft.createdAt)))
      """)
    try index(id)
    return id
  }

  func update(_ id: User.ID, with changes: ProfileChanges) throws {
    try unindex(id)
    try connection.run(
      """
      UPDATE users SET username = coalesce(\(changes.handle), username),
      name = coalesce(\(changes.name), name), bio = coalesce(\(changes.bio), bio)
      WHERE id = \(id)
      """)
    try index(id)
    var left: [PictureID] = []
    left += try change("avatar", changes.avatar, of: id)
    left += try change("banner", changes.banner, of: id)
    try sealUser(id)
    try forgetUnused(left)
  }

  /// Returns the picture that the column held before, unless it is the same.
  private func change(
    _ column: Name, _ change: ProfileChanges.AvatarChange, of id: User.ID
  ) throws -> [PictureID] {
    let new: PictureID?
    switch change {
    case .keep: return []
    case .remove: new = nil
    case .set(let picture): new = try keep(picture)
    }
    let old = try read.pictures.picture(column, of: id)
    try connection.run("UPDATE users SET \(column) = \(new) WHERE id = \(id)")
    return old == new ? [] : [old].compactMap(\.self)
  }

  /// Stores the checksum of the row's content.
  func sealUser(_ id: User.ID) throws {
    try connection.run("UPDATE users SET checksum = \(Table.users.checksum) WHERE id = \(id)")
  }

  /// Deletes a user with all they posted, liked, followed and flagged.
  func delete(_ id: User.ID) throws {
    let pictures = try [
      read.pictures.picture("avatar", of: id), read.pictures.picture("banner", of: id),
    ].compactMap(\.self)
    try deleteEdges(of: id)
    try deletePosts(
      where: """
        author = \(id) OR reposts IN (SELECT id FROM posts WHERE author = \(id))
        """)
    try connection.run("DELETE FROM mentions WHERE mentioned = \(id)")
    try connection.run("DELETE FROM read_marks WHERE reader = \(id)")
    try connection.run("DELETE FROM origins WHERE owner = \(id)")
    try unindex(id)
    try connection.run("DELETE FROM users WHERE id = \(id)")
    try forgetUnused(pictures)
  }

  func index(_ id: User.ID) throws {
    try connection.runAtEnd(
      """
      INSERT INTO user_words (rowid, username, name)
      SELECT id, username, name FROM users WHERE id = \(id)
      """)
  }

  /// Must run while the row still has the indexed words.
  func unindex(_ id: User.ID) throws {
    try connection.runDeferred()
    try connection.run(
      """
      INSERT INTO user_words (user_words, rowid, username, name)
      SELECT 'delete', id, username, name FROM users WHERE id = \(id)
      """)
  }
}
