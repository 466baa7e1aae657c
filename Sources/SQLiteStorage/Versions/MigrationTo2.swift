internal import Model
internal import SQLText
internal import SQLite

/// The migration from version 1: conversations, hashtags, notices, mutes and bookmarks.
///
/// `docs/decisions/0052-conversation-in-the-file.md` has the reasons. Posts and users get columns;
/// checksums stay valid while those columns are NULL. Follows and likes are copied.
enum MigrationTo2 {
  static let statements: [SQL] =
    [
      "ALTER TABLE users ADD COLUMN banner INTEGER REFERENCES pictures (id)",
      "ALTER TABLE posts ADD COLUMN reply_to INTEGER",
      "ALTER TABLE posts ADD COLUMN thread INTEGER",
      "ALTER TABLE posts ADD COLUMN quotes INTEGER",
      "ALTER TABLE posts ADD COLUMN reposts INTEGER REFERENCES posts (id)",
      "ALTER TABLE posts ADD COLUMN edited_at INTEGER",
      """
      ALTER TABLE posts ADD COLUMN reply_count INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0)
      """,
      """
      ALTER TABLE posts ADD COLUMN repost_count INTEGER NOT NULL DEFAULT 0 CHECK (repost_count >= 0)
      """,
      "ALTER TABLE thumbnails ADD COLUMN whole BLOB",
      "ALTER TABLE read_marks ADD COLUMN notices_at INTEGER NOT NULL DEFAULT 0",
      "DROP INDEX follows_by_followee",
      "ALTER TABLE follows RENAME TO old_follows",
      SQL(stringLiteral: SchemaVersion2.follows),
      """
      INSERT INTO follows (follower, followee, at)
      SELECT f.follower, f.followee, max(a.created_at, b.created_at)
      FROM old_follows AS f CROSS JOIN users AS a ON a.id = f.follower
      CROSS JOIN users AS b ON b.id = f.followee
      """,
      "DROP TABLE old_follows",
      "DROP INDEX likes_by_user",
      "ALTER TABLE likes RENAME TO old_likes",
      SQL(stringLiteral: SchemaVersion2.likes),
      """
      INSERT INTO likes (post, user, at, author)
      SELECT l.post, l.user, l.at, p.author
      FROM old_likes AS l CROSS JOIN posts AS p ON p.id = l.post
      """,
      "DROP TABLE old_likes",
    ] + (SchemaVersion2.newTables + SchemaVersion2.indexes).compactMap(\.statement)

  /// Finds the mentions and hashtags of old posts, and marks all old notices as seen.
  ///
  /// Runs after the statements of all versions. One post is in memory at a time.
  static func fill(_ connection: Connection) throws {
    let marks = PostMarks(connection: connection)
    try connection.each {
      "SELECT \($0) FROM posts WHERE instr(text, '@') > 0 OR instr(text, '#') > 0"
    } as: { row in
      let place = PostKey(
        id: row["id"], author: row["author"], isPrivate: row["private"],
        at: Moment(microseconds: row["at"]))
      return (place, row["text"] as String)
    } take: { (place: PostKey, text: String) in
      try marks.add(text: text, of: place, kinds: [:], at: place.at)
    }
    try connection.run(
      """
      INSERT INTO read_marks (reader, at, notices_at)
      SELECT id, 0, newest FROM (
        SELECT id, \(StagedRows.newestNotice) AS newest FROM users AS u
      ) WHERE newest > 0
      ON CONFLICT (reader) DO UPDATE SET notices_at = excluded.notices_at
      """)
  }
}
