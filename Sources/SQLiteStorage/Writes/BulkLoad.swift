internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteWriting {
  func load(_ planned: any PlannedNetwork, _ report: @escaping LoadReport) throws {
    try connection.keep(.large)
    defer { try? connection.keep(.small) }
    try BulkLoad(of: planned, into: self, report).run()
  }
}

/// Loads a whole network at once.
///
/// Rows are inserted in the order of their keys, with counts computed beforehand. Indexes are made
/// after their rows if most rows are new.
private struct BulkLoad {
  /// Rows between two reports.
  private static let stretch = 4_096

  private let writing: SQLiteWriting
  private let connection: Connection
  private let network: any PlannedNetwork
  private let report: LoadReport
  /// The last numbers given out before.
  private let lastUser: Int64
  private let lastPost: Int64
  /// The stored pictures, by their numbers in the plan.
  private let pictures: [(id: PictureID, alt: String)]

  init(
    of planned: any PlannedNetwork, into writing: SQLiteWriting, _ report: @escaping LoadReport
  ) throws {
    var network = planned
    let isEmpty =
      try !writing.connection.hasRow("SELECT 1 FROM users LIMIT 1")
    try network.avoid(times: writing.takenTimes) { handle in
      try !isEmpty && writing.isTaken(handle)
    }
    if let last = network.lastTime, last > Moment.storable.upperBound.microseconds {
      throw StorageError.noMomentLeft
    }
    self.writing = writing
    connection = writing.connection
    self.network = network
    self.report = report
    lastUser = try writing.reserve(network.userCount, of: .users)
    lastPost = try writing.reserve(network.postCount, of: .posts)
    // One at a time, so that only one is in memory.
    pictures = try (0..<network.pictureCount).map { [network] number in
      report(WorkProgress(.pictures, done: number, of: network.pictureCount))
      let picture = network.picture(number)
      return (try writing.keep(picture.draft), picture.alt)
    }
  }

  func run() throws {
    try users()
    try userWords()
    let tellIndexes = { report(WorkProgress(.indexes)) }
    try writing.without(
      ["follows_by_followee", "follows_by_follower"], of: EdgeKind.follow.table,
      network.followCount, tellIndexes
    ) { try follows() }
    // Posts may refer to later ones, and `posts_by_id` is not there yet.
    try connection.withoutReferences {
      try writing.without(
        [
          "posts_by_time", "posts_by_id", "posts_by_thread", "posts_by_reply_to",
          "posts_by_answerer", "posts_by_repost",
        ], of: .posts, network.postCount, tellIndexes
      ) { try posts() }
    }
    try postWords()
    try writing.without(
      ["likes_by_user", "likes_by_post", "likes_by_author"], of: EdgeKind.like.table,
      network.likeCount, tellIndexes
    ) { try likes() }
    report(WorkProgress(.saving))
  }

  /// Inserts users with the counts and the time of the newest post that the later rows give them.
  ///
  /// Inserts a row at a time, because a statement of many rows keeps a copy of every page it
  /// changes. With an index in random order this costs more than it saves. SQLite also searches the
  /// referring tables for each row.
  private func users() throws {
    try each(network.userCount, .users) { number in
      let (id, user) = (id(number), network.user(number))
      try connection.run(
        """
        INSERT INTO users (id, username, name, bio, created_at, checksum, last_post_at, post_count,
          follower_count, following_count, like_count)
        VALUES (\(id), \(user.handle), \(user.name), \(user.bio), \(user.joined),
          row_checksum(\(id), \(user.handle), \(user.name), \(user.bio), NULL, \(user.joined)),
          \(user.lastPost), \(user.counts.posts), \(user.counts.followers),
          \(user.counts.following), \(user.counts.likes))
        """)
    }
  }

  /// Inserts a row at a time, for the reason of `postWords`.
  private func userWords() throws {
    try each(network.userCount, .names) { user in
      let (handle, name) = network.name(of: user)
      try connection.run(
        "INSERT INTO user_words (rowid, username, name) VALUES (\(id(user)), \(handle), \(name))")
    }
  }

  private func follows() throws {
    var batch = RowBatch(
      on: connection, "INSERT INTO follows (follower, followee, at)", columns: 3)
    var done = 0
    try network.forEachFollow { follower, followee, at in
      tell(.follows, done, of: network.followCount)
      done += 1
      try batch.add(id(follower), id(followee), at)
    }
    try batch.flush()
  }

  /// Inserts a row at a time, as `users` does.
  ///
  /// A statement of many rows would also require `posts_by_id`, to which the foreign keys of likes
  /// refer.
  private func posts() throws {
    try each(network.postCount, .posts) { place in
      let number = network.postInOrderOfAuthors(place)
      let post = network.post(number)
      let picture = post.picture.map { pictures[$0] }
      let content: SQL = """
        \(id(post.author)), 0, \(post.at), \(id(ofPost: number)), \(post.text), \(picture?.id),
        \(picture?.alt)
        """
      let counts: SQL = "\(post.likeCount), \(post.replyCount), \(post.repostCount)"
      let columns: SQL = """
        author, private, at, id, text, picture, alt, like_count, reply_count, repost_count
        """
      if post.reply == nil, post.quotes == nil, post.reposts == nil {
        return try connection.run(
          """
          INSERT INTO posts (\(columns), checksum)
          VALUES (\(content), \(counts), row_checksum(\(content)))
          """)
      }
      let ties: SQL = """
        \(post.reply.map { id(ofPost: $0.to) }), \(post.reply.map { id(ofPost: $0.conversation) }),
        \(post.quotes.map(id(ofPost:))), \(post.reposts.map(id(ofPost:)))
        """
      try connection.run(
        """
        INSERT INTO posts (\(columns), reply_to, thread, quotes, reposts, checksum)
        VALUES (\(content), \(counts), \(ties), row_checksum(\(content), \(ties), NULL))
        """)
    }
  }

  /// Inserts the words in the order of time, a row at a time.
  ///
  /// FTS5 begins a segment at each lower row number and at each statement of many rows.
  private func postWords() throws {
    try each(network.postCount, .searchIndex) { number in
      let post = network.post(number)
      let alt = post.picture.map { pictures[$0].alt } ?? ""
      try connection.run(
        "INSERT INTO post_words (rowid, text, alt) VALUES (\(post.at), \(post.text), \(alt))")
      try mark(number, post)
    }
  }

  /// Adds the hashtags of a post, and the mentions of the users it concerns.
  private func mark(_ number: Int, _ post: PlannedPost) throws {
    let marks = PostMarks(connection: connection)
    let author = User.ID(id(post.author))
    let place = PostKey(
      id: Post.ID(id(ofPost: number)), author: author, isPrivate: false,
      at: Moment(microseconds: post.at))
    func owner(of other: Int) -> User.ID { User.ID(id(network.author(of: other))) }
    var kinds: [User.ID: MentionKind] = [:]
    if let reposts = post.reposts { kinds[owner(of: reposts)] = .repost }
    if let quotes = post.quotes { kinds[owner(of: quotes)] = .quote }
    if let reply = post.reply { kinds[owner(of: reply.to)] = .reply }
    try marks.add(text: post.text, of: place, kinds: kinds, at: place.at)
  }

  private func likes() throws {
    var batch = RowBatch(on: connection, "INSERT INTO likes (post, liker, at, author)", columns: 4)
    var done = 0
    var last = (post: -1, author: 0)
    try network.forEachLike { post, user, at in
      tell(.likes, done, of: network.likeCount)
      done += 1
      if post != last.post { last = (post, network.author(of: post)) }
      try batch.add(id(ofPost: post), id(user), at, id(last.author))
    }
    try batch.flush()
  }

  private func id(_ user: Int) -> Int64 { lastUser + 1 + Int64(user) }

  private func id(ofPost post: Int) -> Int64 { lastPost + 1 + Int64(post) }

  private func each(
    _ count: Int, _ stage: WorkProgress.Stage, _ body: (Int) throws -> Void
  ) throws {
    for index in 0..<count {
      tell(stage, index, of: count)
      try body(index)
    }
  }

  private func tell(_ stage: WorkProgress.Stage, _ done: Int, of count: Int) {
    if done % BulkLoad.stretch == 0 { report(WorkProgress(stage, done: done, of: count)) }
  }
}

extension SQLiteWriting {
  /// Runs `body`, which adds `count` rows, without some indexes, and then creates them again.
  ///
  /// This is faster than maintaining the indexes if `body` adds more rows than the table has.
  /// Otherwise the indexes stay.
  func without(
    _ names: [Name], of table: Table, _ count: Int, _ report: () -> Void = {},
    _ body: () throws -> Void
  ) throws {
    let present: Int? = try connection.value(
      "SELECT count(*) FROM (SELECT 1 FROM \(table.name) LIMIT \(count))")
    guard (present ?? 0) < count else { return try body() }
    for name in names { try connection.run("DROP INDEX \(name)") }
    try body()
    report()
    for index in Schema.definitions where names.contains(index.name) {
      if let statement = index.statement { try connection.run(statement) }
    }
  }
}

extension SQLiteWriting {
  fileprivate func isTaken(_ handle: String) throws -> Bool {
    try connection.hasRow("SELECT 1 FROM users WHERE username = \(handle)")
  }

  /// The next times of posts from a moment on, at most 4,096.
  fileprivate func takenTimes(from moment: Int64) throws -> [Int64] {
    let times: [Int64] = try connection.values(
      "SELECT at FROM posts WHERE at >= \(moment) ORDER BY at LIMIT 4096")
    // A value of another type sorts after all numbers, so it would be found for every moment.
    guard times.allSatisfy({ $0 >= moment }) else { throw StorageError.file(.damaged) }
    return times
  }

  /// Reserves numbers, and returns the last one before them.
  fileprivate func reserve(_ count: Int, of counter: Counter) throws -> Int64 {
    let last: Int64? = try connection.value(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)")
    guard let last, last <= Counter.exhausted - Int64(count) else {
      throw StorageError.file(.damaged)
    }
    try connection.run(
      "UPDATE counters SET value = value + \(count) WHERE name = \(counter.rawValue)")
    return last
  }
}
