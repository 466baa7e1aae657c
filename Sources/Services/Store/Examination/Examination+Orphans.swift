internal import Model
internal import SQLite

/// Whether everything that is referred to is there, and is another.
extension Examination {
  func orphans() throws -> [Fault] {
    try followOrphans() + selfFollows() + likeOrphans() + flagOrphans() + postOrphans()
      + pictureOrphans()
      + look(at: "read_marks") {
        try listed(
          "SELECT user FROM read_marks WHERE \(Orphans.readMarks)"
        ) { .orphan(.readMark(user: $0.int64(0)), missing: .user($0.int64(0), handle: nil)) }
      }
  }

  private func followOrphans() throws -> [Fault] {
    try look(at: "follows") {
      try listed(
        """
        SELECT follower, followee, follower IN (SELECT id FROM users) FROM follows
        WHERE \(Orphans.follows)
        """
      ) { row in
        let missing = row.bool(2) ? row.int64(1) : row.int64(0)
        return .orphan(
          .edge(.follow, from: row.int64(0), to: row.int64(1)), missing: .user(missing, handle: nil)
        )
      }
    }
  }

  private func selfFollows() throws -> [Fault] {
    try look(at: "follows") {
      try listed(
        "SELECT follower FROM follows WHERE \(Orphans.selfFollows)"
      ) { .ownEdge(.edge(.follow, from: $0.int64(0), to: $0.int64(0))) }
    }
  }

  private func likeOrphans() throws -> [Fault] {
    try look(at: "likes") {
      try orphanedTies(in: "likes", of: "user", where: Orphans.likes) {
        .edge(.like, from: $1, to: $0)
      }
    }
  }

  private func flagOrphans() throws -> [Fault] {
    try look(at: "flags") {
      try orphanedTies(in: "flags", of: "reporter", where: Orphans.flags) {
        .edge(.flag, from: $1, to: $0)
      }
    }
  }

  /// Ties of users to posts that lack one of the two.
  private func orphanedTies(
    in table: SQL, of user: SQL, where condition: SQL,
    _ subject: (_ post: Int64, _ user: Int64) -> Fault.Object
  ) throws -> [Fault] {
    try listed(
      "SELECT post, \(user), \(user) IN (SELECT id FROM users) FROM \(table) WHERE \(condition)"
    ) { row in
      .orphan(
        subject(row.int64(0), row.int64(1)),
        missing: row.bool(2) ? .post(row.int64(0)) : .user(row.int64(1), handle: nil))
    }
  }

  private func postOrphans() throws -> [Fault] {
    try look(at: "posts") {
      try listed(
        "SELECT id, author FROM posts WHERE \(Orphans.posts)"
      ) { .orphan(.post($0.int64(0)), missing: .user($0.int64(1), handle: nil)) }
    }
  }

  private func pictureOrphans() throws -> [Fault] {
    try look(at: "posts") {
      try listed(
        "SELECT id, picture FROM posts WHERE \(Orphans.picturesOfPosts)"
      ) { .orphan(.post($0.int64(0)), missing: .picture($0.int64(1))) }
    }
      + look(at: "users") {
        try listed(
          "SELECT id, username, avatar FROM users WHERE \(Orphans.avatars)"
        ) {
          .orphan(
            .user($0.int64(0), handle: $0.text(1)), missing: .picture($0.int64(2)))
        }
      }
      + look(at: "thumbnails") {
        try listed(
          "SELECT picture FROM thumbnails WHERE \(Orphans.thumbnails)"
        ) { .orphan(.thumbnail($0.int64(0)), missing: .picture($0.int64(0))) }
      }
  }
}
