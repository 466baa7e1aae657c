internal import Model
internal import Postgres
internal import SQLText
internal import Storage

extension PostgresWriting {
  func load(_ planned: any PlannedNetwork, _ report: @escaping LoadReport) throws {
    session.patience = nil
    try lockBulkLoads()
    try BulkLoad(of: planned, into: self, report).run()
  }
}

/// Loads a whole network at once by COPY, with counts computed beforehand.
private struct BulkLoad {
  /// Rows between two reports.
  private static let stretch = 4_096

  private let session: PostgresSession
  private let network: any PlannedNetwork
  private let report: LoadReport
  /// The last numbers given out before.
  private let lastUser: Int64
  private let lastPost: Int64
  /// The stored pictures, by their numbers in the plan.
  private let pictures: [(id: PictureID, alt: String)]

  /// Moments are unique for one author only, and all authors are new.
  init(
    of planned: any PlannedNetwork, into writing: PostgresWriting, _ report: @escaping LoadReport
  ) throws {
    var network = planned
    try network.avoid(times: { _ in [] }) { handle in
      try writing.session.hasRow("SELECT 1 FROM profilectl.handles WHERE username = \(handle)")
    }
    if let last = network.lastTime, last > Moment.storable.upperBound.microseconds {
      throw StorageError.noMomentLeft
    }
    session = writing.session
    self.network = network
    self.report = report
    lastUser = try writing.reserve(network.userCount, "'profilectl.user_ids'")
    lastPost = try writing.reserve(network.postCount, "'profilectl.post_ids'")
    // One at a time, so that memory holds one.
    pictures = try (0..<network.pictureCount).map { [network] number in
      report(WorkProgress(.pictures, done: number, of: network.pictureCount))
      let picture = network.picture(number)
      return (try writing.keep(picture.draft), picture.alt)
    }
  }

  func run() throws {
    try users()
    try follows()
    for start in stride(from: 0, to: network.postCount, by: PostBatch.capacity) {
      try posts(start..<min(start + PostBatch.capacity, network.postCount))
    }
    try likes()
    report(WorkProgress(.saving))
  }

  private func users() throws {
    try copy(
      """
      COPY profilectl.users (id, username, name, bio, created_at, checksum, last_post_at,
        post_count, follower_count, following_count, like_count, words) FROM STDIN
      """, network.userCount, .users
    ) { number in
      let (id, user) = (SQLValue.integer(id(number)), network.user(number))
      let content: [SQLValue] = [id, .text(user.handle), .text(user.name), .text(user.bio)]
      let checksum = RowChecksum.of(content + [.null, .integer(user.joined)], added: [.null])
      let numbers = [
        user.joined, checksum, user.lastPost, Int64(user.counts.posts),
        Int64(user.counts.followers), Int64(user.counts.following), Int64(user.counts.likes),
      ]
      let words = WordIndex.user(handle: user.handle, name: user.name)
      return content + numbers.map { .integer($0) } + [.text(words)]
    }
    try copy("COPY profilectl.handles (username, id) FROM STDIN", network.userCount, .names) {
      [.text(network.name(of: $0).handle), .integer(id($0))]
    }
  }

  private func follows() throws {
    try session.copy("COPY profilectl.follows (follower, followee, at) FROM STDIN") { rows in
      var done = 0
      try network.forEachFollow { follower, followee, at in
        tell(.follows, done, of: network.followCount)
        done += 1
        try rows.send([.integer(id(follower)), .integer(id(followee)), .integer(at)])
      }
    }
    try session.copy("COPY profilectl.followers (followee, follower, at) FROM STDIN") { rows in
      try network.forEachFollow { follower, followee, at in
        try rows.send([.integer(id(followee)), .integer(id(follower)), .integer(at)])
      }
    }
  }

  private func likes() throws {
    var last = (post: -1, author: 0)
    try session.copy("COPY profilectl.likes (author, post, liker, at) FROM STDIN") { rows in
      var done = 0
      try network.forEachLike { post, user, at in
        tell(.likes, done, of: network.likeCount)
        done += 1
        if post != last.post { last = (post, network.author(of: post)) }
        try rows.send([
          .integer(id(last.author)), .integer(id(ofPost: post)), .integer(id(user)), .integer(at),
        ])
      }
    }
    try session.copy("COPY profilectl.liked (liker, post, author, at) FROM STDIN") { rows in
      try network.forEachLike { post, user, at in
        if post != last.post { last = (post, network.author(of: post)) }
        try rows.send([
          .integer(id(user)), .integer(id(ofPost: post)), .integer(id(last.author)), .integer(at),
        ])
      }
    }
  }

  // MARK: Posts

  /// Loads posts in the order of their authors, with the rows that follow from their words.
  private func posts(_ places: Range<Int>) throws {
    var batch = PostBatch()
    for place in places {
      tell(.posts, place, of: network.postCount)
      let number = network.postInOrderOfAuthors(place)
      let post = network.post(number)
      let picture = post.picture.map { pictures[$0] }
      batch.add(
        NewPost(
          place: PostKey(
            id: Post.ID(id(ofPost: number)), author: User.ID(id(post.author)), isPrivate: false,
            at: Moment(microseconds: post.at),
            conversation: post.reply.map { Post.ID(id(ofPost: $0.conversation)) },
            replyTo: post.reply.map { Post.ID(id(ofPost: $0.to)) },
            quotes: post.quotes.map { Post.ID(id(ofPost: $0)) },
            reposts: post.reposts.map { Post.ID(id(ofPost: $0)) }),
          text: post.text, picture: picture?.id, alt: picture?.alt,
          counts: (post.likeCount, post.replyCount, post.repostCount), reasons: reasons(of: post)))
    }
    try batch.copy(into: session)
  }

  /// The users whom a post concerns regardless of its words.
  private func reasons(of post: PlannedPost) -> [User.ID: MentionKind] {
    func owner(of other: Int) -> User.ID { User.ID(id(network.author(of: other))) }
    var reasons: [User.ID: MentionKind] = [:]
    if let reposts = post.reposts { reasons[owner(of: reposts)] = .repost }
    if let quotes = post.quotes { reasons[owner(of: quotes)] = .quote }
    if let reply = post.reply { reasons[owner(of: reply.to)] = .reply }
    return reasons
  }

  // MARK: Rows

  private func copy(
    _ statement: SQL, _ count: Int, _ stage: WorkProgress.Stage, _ row: (Int) -> [SQLValue]
  ) throws {
    try session.copy(statement) { rows in
      for number in 0..<count {
        tell(stage, number, of: count)
        try rows.send(row(number))
      }
    }
  }

  private func id(_ user: Int) -> Int64 { lastUser + 1 + Int64(user) }

  private func id(ofPost post: Int) -> Int64 { lastPost + 1 + Int64(post) }

  private func tell(_ stage: WorkProgress.Stage, _ done: Int, of count: Int) {
    if done % BulkLoad.stretch == 0 { report(WorkProgress(stage, done: done, of: count)) }
  }
}

extension PostgresWriting {
  /// Takes so many numbers that follow each other, and returns the one before the first of them.
  ///
  /// Other transactions may draw numbers meanwhile; those stay unused.
  fileprivate func reserve(_ count: Int, _ sequence: SQL) throws -> Int64 {
    if count == 0 { return 0 }
    for _ in 0..<20 {
      let drawn = try session.first {
        """
        SELECT \($0) FROM (
          SELECT nextval(\(sequence)) AS number FROM generate_series(1, \(count))) AS drawn
        """
      } as: { row in
        (first: row["min(number)"] as Int64, last: row["max(number)"] as Int64)
      }
      if let drawn, drawn.last - drawn.first == Int64(count) - 1 { return drawn.first - 1 }
    }
    throw StorageError.busy(seconds: 0)
  }
}
