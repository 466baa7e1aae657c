internal import Model
internal import SQLite
internal import Storage

/// Users come, change and go; the counts of everyone they touched stay right.
extension SQLiteWriting {
  func insert(_ draft: UserDraft) throws -> User.ID {
    let id = User.ID(try nextNumber(of: .users))
    let name = draft.name?.string ?? ""
    let bio = draft.bio?.string ?? ""
    let sum = Checksum.user(
      id: "\(id)", username: "\(draft.handle)", name: "\(name)", bio: "\(bio)", avatar: "NULL",
      createdAt: "\(draft.createdAt)")
    try connection.run(
      """
      INSERT INTO users (id, username, name, bio, created_at, checksum)
      VALUES (\(id), \(draft.handle), \(name), \(bio), \(draft.createdAt), \(sum))
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
    let left = try change(changes.avatar, of: id)
    try sealUser(id)
    try forgetUnused(left)
  }

  /// Gives back the picture that was the avatar before, if there was another.
  private func change(
    _ avatar: ProfileChanges.AvatarChange, of id: User.ID
  ) throws -> [PictureID] {
    let new: PictureID?
    switch avatar {
    case .keep: return []
    case .remove: new = nil
    case .set(let picture): new = try keep(picture)
    }
    let old = try read.pictures.avatar(of: id)
    try connection.run("UPDATE users SET avatar = \(new) WHERE id = \(id)")
    return old == new ? [] : [old].compactMap(\.self)
  }

  /// Writes down what the row's content should be, for `doctor` to compare.
  private func sealUser(_ id: User.ID) throws {
    try connection.run("UPDATE users SET checksum = \(Checksum.user()) WHERE id = \(id)")
  }

  /// Removes a user with all they posted, liked, followed and flagged.
  func delete(_ id: User.ID) throws {
    var pictures = try read.pictures.pictures(by: id)
    if let avatar = try read.pictures.avatar(of: id) { pictures.insert(avatar) }
    try deleteEdges(of: id)
    try deletePosts(by: id)
    try connection.run("DELETE FROM read_marks WHERE user = \(id)")
    try unindex(id)
    try connection.run("DELETE FROM users WHERE id = \(id)")
    try forgetUnused(pictures)
  }

  private func deletePosts(by id: User.ID) throws {
    try connection.runDeferred()
    try connection.run(
      """
      INSERT INTO post_words (post_words, rowid, text, alt)
      SELECT 'delete', at, text, alt FROM posts WHERE author = \(id)
      """)
    try deleteEdges(toPosts: "SELECT id FROM posts WHERE author = \(id)")
    try connection.run("DELETE FROM posts WHERE author = \(id)")
  }

  private func index(_ id: User.ID) throws {
    try connection.runAtEnd(
      """
      INSERT INTO user_words (rowid, username, name)
      SELECT id, username, name FROM users WHERE id = \(id)
      """)
  }

  /// Must run while the row still holds the words that were indexed.
  private func unindex(_ id: User.ID) throws {
    try connection.runDeferred()
    try connection.run(
      """
      INSERT INTO user_words (user_words, rowid, username, name)
      SELECT 'delete', id, username, name FROM users WHERE id = \(id)
      """)
  }
}
