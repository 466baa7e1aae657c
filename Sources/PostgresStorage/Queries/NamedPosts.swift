internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// A list whose order is that of other rows than posts: likes, bookmarks, or uses of a hashtag.
struct NamedPosts {
  /// A post that a row names, with the position of the row.
  typealias Found = (post: Int64, cursor: Cursor)

  let order: Cursor.Order
  /// Whether the viewer may see each post.
  let areAllVisible: Bool
  private let session: PostgresSession
  /// The `FROM` clause with the rows `e`, and their condition.
  private let rows: SQL
  private let post: SQL

  static func hashtag(_ tag: Hashtag, session: PostgresSession) -> NamedPosts {
    NamedPosts(
      order: .placedPost, areAllVisible: true, session: session,
      rows: "profilectl.hashtags AS e WHERE e.tag = \(tag.folded)", post: "e.id")
  }

  /// Only the author may like a private post.
  static func likes(
    of user: User.ID, for viewer: User.ID?, session: PostgresSession
  ) -> NamedPosts {
    NamedPosts(
      order: .like, areAllVisible: user == viewer, session: session,
      rows: "profilectl.liked AS e WHERE e.liker = \(user)", post: "e.post")
  }

  static func bookmarks(of user: User.ID, session: PostgresSession) -> NamedPosts {
    NamedPosts(
      order: .like, areAllVisible: true, session: session,
      rows: "profilectl.bookmarks AS e WHERE e.reader = \(user)", post: "e.post")
  }

  func batch(_ keyset: Keyset) throws -> [Found] {
    try session.all {
      """
      SELECT \($0) FROM \(rows)
        AND (e.at, \(post)) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
      ORDER BY e.at \(keyset.direction), \(post) \(keyset.direction) LIMIT \(keyset.rowLimit)
      """
    } as: { row in
      let id: Int64 = row["\(post)"]
      return (post: id, cursor: Cursor(order, row["e.at"], id))
    }
  }

  func count(_ most: Int) throws -> Int {
    try session.value(
      "SELECT count(*) FROM (SELECT 1 FROM \(rows) LIMIT \(most)) AS found") ?? 0
  }
}
