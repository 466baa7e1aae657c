internal import Model
internal import SQLite

/// Whether each count is the number of what it counts.
extension Examination {
  func counts() throws -> [Fault] {
    try userCounts.flatMap { tally, actual in
      try look(at: "users") { try miscounted(tally, actual) }
    } + look(at: "posts", postLikes)
  }

  private func miscounted(_ tally: DerivedColumn, _ actual: SQL) throws -> [Fault] {
    try listed(
      """
      SELECT id, username, stored, actual FROM (
        SELECT u.id, u.username, u.\(column(tally)) AS stored, (\(actual)) AS actual FROM users AS u
      ) WHERE stored <> actual
      """
    ) { row in
      .count(
        .user(row.int64(0), handle: row.text(1)), tally, stored: row.int64(2),
        actual: row.int64(3))
    }
  }

  private func postLikes() throws -> [Fault] {
    try listed(
      """
      SELECT id, stored, actual FROM (
        SELECT id, like_count AS stored, (SELECT count(*) FROM likes WHERE post = p.id) AS actual
        FROM posts AS p
      ) WHERE stored <> actual
      """
    ) { .count(.post($0.int64(0)), .likes, stored: $0.int64(1), actual: $0.int64(2)) }
  }

  func column(_ tally: DerivedColumn) -> SQL {
    switch tally {
    case .posts: "post_count"
    case .followers: "follower_count"
    case .following: "following_count"
    case .likes: "like_count"
    case .newestPost: "last_post_at"
    }
  }

  /// What each count of the user `u` has to be; nobody counts as their own follower.
  var userCounts: [(DerivedColumn, SQL)] {
    [
      (.posts, "SELECT count(*) FROM posts WHERE author = u.id AND private = 0"),
      (.followers, "SELECT count(*) FROM follows WHERE followee = u.id AND follower <> u.id"),
      (.following, "SELECT count(*) FROM follows WHERE follower = u.id AND followee <> u.id"),
      (
        .likes,
        """
        SELECT count(*) FROM posts AS p JOIN likes AS l ON l.post = p.id
        WHERE p.author = u.id AND p.private = 0
        """
      ),
      (
        .newestPost,
        "SELECT coalesce(max(at), 0) FROM posts WHERE author = u.id AND private = 0"
      ),
    ]
  }
}
