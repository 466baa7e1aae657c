internal import Model
internal import SQLText

/// A column whose value is derived from other rows.
struct PostgresCountRule: Sendable {
  let column: DerivedColumn
  let isOfUsers: Bool
  /// The stored value, if the column of the row `counted` has only a part of it.
  var parts: SQL?
  /// Selects the numbers `row` of rows, and the `value` of each that is not 0.
  let found: SQL
  /// The condition for a row of `found` that belongs to the row `counted`.
  var belongs: SQL = "found.row = counted.id"

  var table: SQL { isOfUsers ? "profilectl.users" : "profilectl.posts" }

  /// The value of the row `counted`.
  var stored: SQL { parts ?? "counted.\(column.name)" }

  /// The value that the row `counted` must have.
  static let actual: SQL = "coalesce(found.value, 0)"

  /// The rows `counted` with a wrong value, each with its row of `found`.
  var differences: SQL {
    """
    \(table) AS counted LEFT JOIN (\(found)) AS found ON \(belongs)
    WHERE \(stored) <> \(PostgresCountRule.actual) ORDER BY counted.id
    """
  }

  static let all: [PostgresCountRule] = [
    PostgresCountRule(
      column: .posts, isOfUsers: true,
      found: """
        SELECT author AS row, count(*) AS value FROM profilectl.posts WHERE private = 0
        GROUP BY author
        """),
    PostgresCountRule(
      column: .followers, isOfUsers: true,
      parts: """
        (counted.follower_count + coalesce((
          SELECT sum(followers) FROM profilectl.count_slots WHERE owner = counted.id), 0))::bigint
        """,
      found: """
        SELECT followee AS row, count(*) AS value FROM profilectl.followers GROUP BY followee
        """),
    PostgresCountRule(
      column: .following, isOfUsers: true,
      found: """
        SELECT follower AS row, count(*) AS value FROM profilectl.follows GROUP BY follower
        """),
    PostgresCountRule(
      column: .likes, isOfUsers: true,
      found: """
        SELECT l.author AS row, count(*) AS value FROM profilectl.likes AS l
        JOIN profilectl.posts AS p ON p.author = l.author AND p.id = l.post
        WHERE p.private = 0 GROUP BY l.author
        """),
    PostgresCountRule(
      column: .newestPost, isOfUsers: true,
      found: """
        SELECT author AS row, max(at) AS value FROM profilectl.posts WHERE private = 0
        GROUP BY author
        """),
    PostgresCountRule(
      column: .likes, isOfUsers: false,
      found: """
        SELECT author, post AS row, count(*) AS value FROM profilectl.likes GROUP BY author, post
        """,
      belongs: "found.author = counted.author AND found.row = counted.id"),
    // On several machines, answers are not stored with the post; `OFFSET` makes the server count
    // them first.
    PostgresCountRule(
      column: .replies, isOfUsers: false,
      found: """
        SELECT thread, reply_to AS row, count(*) AS value FROM profilectl.thread_posts
        WHERE private = 0 AND author IS NOT NULL GROUP BY thread, reply_to OFFSET 0
        """,
      belongs: """
        found.thread = coalesce(counted.thread, counted.id) AND found.row = counted.id
        """),
    PostgresCountRule(
      column: .reposts, isOfUsers: false,
      found: """
        SELECT reposts AS row, count(*) AS value FROM profilectl.posts WHERE reposts IS NOT NULL
        GROUP BY reposts
        """),
  ]
}
