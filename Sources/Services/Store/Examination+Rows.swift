internal import Model
internal import SQLite

/// Whether rows are what was written, and whether both directions of an edge know it.
extension Examination {
  func changedRows() throws -> [Fault] {
    try look(at: "users") {
      try connection.all(
        "SELECT id, username FROM users WHERE checksum <> \(Checksum.user())"
      ) { .changed(.user($0.int64(0), handle: $0.text(1))) }
    }
      + look(at: "posts") {
        try connection.all(
          "SELECT id FROM posts WHERE checksum <> \(Checksum.post())"
        ) { .changed(.post($0.int64(0))) }
      }
      + look(at: "flags") {
        try connection.all(
          "SELECT post, reporter FROM flags WHERE checksum <> \(Checksum.flag())"
        ) { .changed(.flag(post: $0.int64(0), reporter: $0.int64(1))) }
      }
      + look(at: "pictures") {
        try connection.all(
          """
          SELECT id FROM pictures WHERE bytes <> length(content)
            OR checksum <> \(Checksum.picture())
          """
        ) { .changed(.picture($0.int64(0))) }
      }
  }

  /// The table holds each follow by its follower, the index by whom it leads to.
  func oneSidedFollows() throws -> [Fault] {
    try connection.all(
      """
      SELECT follower, followee FROM follows AS f INDEXED BY sqlite_autoindex_follows_1
      WHERE NOT EXISTS (
        SELECT 1 FROM follows AS g INDEXED BY follows_by_followee
        WHERE g.followee = f.followee AND g.follower = f.follower)
      """
    ) { .oneSided(.follow($0.int64(0), $0.int64(1)), isInTable: true) }
      + connection.all(
        """
        SELECT follower, followee FROM follows AS f INDEXED BY follows_by_followee
        WHERE NOT EXISTS (
          SELECT 1 FROM follows AS g INDEXED BY sqlite_autoindex_follows_1
          WHERE g.follower = f.follower AND g.followee = f.followee)
        """
      ) { .oneSided(.follow($0.int64(0), $0.int64(1)), isInTable: false) }
  }

  func oneSidedLikes() throws -> [Fault] {
    try connection.all(
      """
      SELECT post, user FROM likes AS f INDEXED BY sqlite_autoindex_likes_1
      WHERE NOT EXISTS (
        SELECT 1 FROM likes AS g INDEXED BY likes_by_user
        WHERE g.user = f.user AND g.at = f.at AND g.post = f.post)
      """
    ) { .oneSided(.like(post: $0.int64(0), user: $0.int64(1)), isInTable: true) }
      + connection.all(
        """
        SELECT post, user FROM likes AS f INDEXED BY likes_by_user
        WHERE NOT EXISTS (
          SELECT 1 FROM likes AS g INDEXED BY sqlite_autoindex_likes_1
          WHERE g.post = f.post AND g.user = f.user AND g.at = f.at)
        """
      ) { .oneSided(.like(post: $0.int64(0), user: $0.int64(1)), isInTable: false) }
  }
}
