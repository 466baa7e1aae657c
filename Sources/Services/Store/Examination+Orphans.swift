internal import Model
internal import SQLite

/// Whether everything that is referred to is there.
///
/// Nothing, too, is not in an empty table: what refers to nothing is left out first.
extension Examination {
  func orphans() throws -> [Fault] {
    try followOrphans() + likeOrphans() + flagOrphans() + postOrphans() + pictureOrphans()
      + look(at: "read_marks") {
        try connection.all(
          "SELECT user FROM read_marks WHERE user NOT IN (SELECT id FROM users)"
        ) { .orphan(.readMark($0.int64(0)), missing: .user($0.int64(0), handle: nil)) }
      }
  }

  private func followOrphans() throws -> [Fault] {
    try look(at: "follows") {
      try connection.all(
        """
        SELECT follower, followee, follower IN (SELECT id FROM users) FROM follows
        WHERE follower NOT IN (SELECT id FROM users) OR followee NOT IN (SELECT id FROM users)
        """
      ) { row in
        let missing = row.bool(2) ? row.int64(1) : row.int64(0)
        return .orphan(
          .follow(row.int64(0), row.int64(1)), missing: .user(missing, handle: nil))
      }
    }
  }

  private func likeOrphans() throws -> [Fault] {
    try look(at: "likes") {
      try connection.all(
        """
        SELECT post, user, user IN (SELECT id FROM users) FROM likes
        WHERE user NOT IN (SELECT id FROM users) OR post NOT IN (SELECT id FROM posts)
        """
      ) { row in
        .orphan(
          .like(post: row.int64(0), user: row.int64(1)),
          missing: row.bool(2) ? .post(row.int64(0)) : .user(row.int64(1), handle: nil))
      }
    }
  }

  private func flagOrphans() throws -> [Fault] {
    try look(at: "flags") {
      try connection.all(
        """
        SELECT post, reporter, reporter IN (SELECT id FROM users) FROM flags
        WHERE reporter NOT IN (SELECT id FROM users) OR post NOT IN (SELECT id FROM posts)
        """
      ) { row in
        .orphan(
          .flag(post: row.int64(0), reporter: row.int64(1)),
          missing: row.bool(2) ? .post(row.int64(0)) : .user(row.int64(1), handle: nil))
      }
    }
  }

  private func postOrphans() throws -> [Fault] {
    try look(at: "posts") {
      try connection.all(
        "SELECT id, author FROM posts WHERE author NOT IN (SELECT id FROM users)"
      ) { .orphan(.post($0.int64(0)), missing: .user($0.int64(1), handle: nil)) }
    }
  }

  private func pictureOrphans() throws -> [Fault] {
    try look(at: "posts") {
      try connection.all(
        """
        SELECT id, picture FROM posts
        WHERE picture IS NOT NULL AND picture NOT IN (SELECT id FROM pictures)
        """
      ) { .orphan(.post($0.int64(0)), missing: .picture($0.int64(1))) }
    }
      + look(at: "users") {
        try connection.all(
          """
          SELECT id, username, avatar FROM users
          WHERE avatar IS NOT NULL AND avatar NOT IN (SELECT id FROM pictures)
          """
        ) {
          .orphan(
            .user($0.int64(0), handle: $0.text(1)), missing: .picture($0.int64(2)))
        }
      }
      + look(at: "thumbnails") {
        try connection.all(
          "SELECT picture FROM thumbnails WHERE picture NOT IN (SELECT id FROM pictures)"
        ) { .orphan(.thumbnail($0.int64(0)), missing: .picture($0.int64(0))) }
      }
  }
}
