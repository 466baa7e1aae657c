internal import Model
internal import SQLite
internal import Seeding

/// The rows of a synthetic network on their way into the tables, one method for each.
struct SeedLoad {
  /// Rows between two reports.
  private static let stretch = 4_096

  let connection: Connection
  let network: SyntheticNetwork
  let report: SeedService.Report
  /// The numbers given out before.
  let lastUser: Int64
  let lastPost: Int64
  /// By their numbers in the plan.
  let paintings: [KeptPainting]

  /// With the counts and the newest post that the rows to come will give them.
  ///
  /// A row at a time: a statement of many rows keeps a copy of every page it changes, which costs
  /// more than it saves where an index is met in no order. Whoever is a parent to other tables also
  /// has these searched for each row of such a statement.
  func users() throws {
    try each(network.order.users, .users) { user in
      let (id, joined) = (id(user), network.schedule.joined[user])
      let handle = network.users.handle(user)
      let (name, bio) = (network.users.name(user), network.users.bio(user))
      let sum = Checksum.user(
        id: "\(id)", username: "\(handle)", name: "\(name)", bio: "\(bio)", avatar: "NULL",
        createdAt: "\(joined)")
      try connection.run(
        """
        INSERT INTO users (id, username, name, bio, created_at, checksum, last_post_at, post_count,
          follower_count, following_count, like_count)
        VALUES (\(id), \(handle), \(name), \(bio), \(joined), \(sum),
          \(network.lastPost(of: user)), \(network.schedule.byAuthor.degree(of: user)),
          \(network.followers.degree(of: user)), \(network.follows.degree(of: user)),
          \(network.likes.received[user]))
        """)
    }
  }

  /// A row at a time, as for posts.
  func userWords() throws {
    try each(network.order.users, .names) { user in
      let (handle, name) = (network.users.handle(user), network.users.name(user))
      try connection.run(
        "INSERT INTO user_words (rowid, username, name) VALUES (\(id(user)), \(handle), \(name))")
    }
  }

  func follows() throws {
    var batch = RowBatch(
      on: connection, "INSERT INTO follows (follower, followee)", columns: 2)
    var next = 0
    try each(network.order.follows, .follows) { edge in
      while network.follows.range(of: next).upperBound <= edge { next += 1 }
      try batch.add(id(next), id(Int(network.follows.targets[edge])))
    }
    try batch.flush()
  }

  /// A row at a time, as for users, and also so that no index need be there: `posts_by_id` is what
  /// the foreign keys of likes refer to, and a statement of many rows would ask for it.
  func posts() throws {
    try each(network.order.posts, .posts) { place in
      let post = Int(network.schedule.byAuthor.targets[place])
      let author = id(Int(network.schedule.authors[post]))
      let (at, id) = (network.schedule.times[post], id(ofPost: post))
      let text = network.text(of: post)
      let (picture, alt) = (painting(of: post)?.id, painting(of: post)?.alt)
      let sum = Checksum.post(
        author: "\(author)", private: "0", at: "\(at)", id: "\(id)", text: "\(text)",
        picture: "\(picture)", alt: "\(alt)")
      try connection.run(
        """
        INSERT INTO posts (author, private, at, id, text, picture, alt, like_count, checksum)
        VALUES (\(author), 0, \(at), \(id), \(text), \(picture), \(alt),
          \(Int(network.likes.counts[post])), \(sum))
        """)
    }
  }

  /// In the order of time, and a row at a time: an FTS5 table writes a part of itself, and merges
  /// it with others, whenever a row number is lower than the one before, and whenever a statement
  /// of many rows begins.
  func postWords() throws {
    try each(network.order.posts, .searchIndex) { post in
      let (at, alt) = (network.schedule.times[post], painting(of: post)?.alt ?? "")
      try connection.run(
        """
        INSERT INTO post_words (rowid, text, alt) VALUES (\(at), \(network.text(of: post)), \(alt))
        """)
    }
  }

  func likes() throws {
    var batch = RowBatch(on: connection, "INSERT INTO likes (post, user, at)", columns: 3)
    var done = 0
    try network.likes.forEach(of: network.schedule) { post, user, at in
      if done % SeedLoad.stretch == 0 {
        report(SeedProgress(.likes, done: done, of: network.order.likes))
      }
      done += 1
      try batch.add(id(ofPost: post), id(user), at)
    }
    try batch.flush()
  }

  private func painting(of post: Int) -> KeptPainting? {
    network.pictures.painting(of: post).map { paintings[$0] }
  }

  private func id(_ user: Int) -> Int64 { lastUser + 1 + Int64(user) }

  private func id(ofPost post: Int) -> Int64 { lastPost + 1 + Int64(post) }

  private func each(
    _ count: Int, _ stage: SeedProgress.Stage, _ body: (Int) throws -> Void
  ) throws {
    for index in 0..<count {
      if index % SeedLoad.stretch == 0 {
        report(SeedProgress(stage, done: index, of: count))
      }
      try body(index)
    }
  }
}
