internal import Model
internal import SQLite
internal import Storage

/// Posts, as one viewer sees them: the public ones, and their own private ones.
extension SQLiteReading {
  /// Nil when there is no such post, or it is private and somebody else's.
  func post(_ id: Post.ID, for viewer: User.ID?) throws -> Entry<Post>? {
    let found = try connection.first(
      """
      SELECT \(PostRow.columns(for: viewer)), \(PostRow.isItself) \(PostRow.source)
      WHERE p.id = \(id) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
      """
    ) { (entry: PostRow.entry($0), isItself: $0.bool(PostRow.count)) }
    guard let found else { return nil }
    guard found.isItself else { throw StorageError.file(.damaged) }
    return found.entry
  }

  func place(ifAny id: Post.ID, for viewer: User.ID?) throws -> PostPlace? {
    let found = try connection.first(
      """
      SELECT p.author, p.private, p.at, \(PostRow.isItself) FROM posts AS p
      WHERE p.id = \(id) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
      """
    ) { row in
      let place = PostPlace(
        id: id, author: User.ID(row.int64(0)), isPrivate: row.bool(1),
        at: Moment(microseconds: row.int64(2)))
      return (place: place, isItself: row.bool(3))
    }
    guard let found else { return nil }
    guard found.isItself else { throw StorageError.file(.damaged) }
    return found.place
  }

  /// Posts by time, newest first, where many rows are passed by that don't hold the condition: the
  /// index of times tells whose they are and whether they are private, and the posts themselves are
  /// read behind it.
  private func posts(
    amid rows: SQL, where condition: SQL, by key: SQL, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post> {
    let keyset = try Keyset(request, by: .post, .descending)
    return try keyset.page(
      try connection.all(
        """
        SELECT \(PostRow.columns(for: viewer)) FROM (
          SELECT x.author, x.private, x.at \(rows)
          WHERE \(condition) AND \(key) \(keyset.isBeyond) \(keyset.key())
          ORDER BY \(key) \(keyset.direction) LIMIT \(keyset.rowLimit)
        ) AS found
        CROSS JOIN posts AS p ON p.author = found.author AND p.private = found.private
          AND p.at = found.at
        \(PostRow.joins)
        ORDER BY p.at \(keyset.direction)
        """
      ) { PostRow.entry($0) })
  }

  /// One author's public posts, or their private ones, newest first.
  func posts(
    by author: User.ID, isPrivate: Bool, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post> {
    let keyset = try Keyset(request, by: .post, .descending)
    return try keyset.page(
      try connection.all(
        """
        SELECT \(PostRow.columns(for: viewer)) \(PostRow.source)
        WHERE p.author = \(author) AND p.private = \(isPrivate)
        AND p.at \(keyset.isBeyond) \(keyset.key())
        ORDER BY p.at \(keyset.direction) LIMIT \(keyset.rowLimit)
        """
      ) { PostRow.entry($0) })
  }

  /// Everyone's public posts, newest first.
  func publicPosts(for viewer: User.ID?, _ request: PageRequest) throws -> Page<Post> {
    try posts(
      amid: "FROM posts AS x", where: "x.private = 0", by: "x.at", for: viewer, request)
  }

  /// Posts that hold all the words, newest first.
  func posts(
    matching words: SearchWords, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post> {
    try posts(
      amid: "FROM post_words AS w JOIN posts AS x ON x.at = w.rowid",
      where: """
        post_words MATCH \(words.matchingPosts) AND (x.private = 0 OR x.author = \(viewer?.number ?? 0))
        """,
      by: "w.rowid", for: viewer, request)
  }

  func publicPostCount() throws -> Int {
    try connection.first("SELECT coalesce(sum(post_count), 0) FROM users") { $0.int(0) } ?? 0
  }

  func postCount(matching words: SearchWords, for viewer: User.ID?) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM post_words AS w JOIN posts AS p ON p.at = w.rowid
      WHERE post_words MATCH \(words.matchingPosts)
      AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
      """
    ) { $0.int(0) } ?? 0
  }
}
