internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Adds the edges and references of an import when it settles.
struct PostgresStagedRows {
  private static let batch = 20_000

  private let work: PostgresImport
  private let marksSeen: Bool
  private let session: PostgresSession
  private var memory: ImportMemory { work.memory }

  init(_ work: PostgresImport, marksSeen: Bool) {
    self.work = work
    self.marksSeen = marksSeen
    session = work.session
  }

  func settle(isLast: Bool) throws -> SettledRows {
    var settled = SettledRows()
    settled.references = try settleReferences(isLast: isLast)
    try silenceMentions()
    (settled.follows, settled.likes) = try addEdges()
    if marksSeen { try NoticeMarks(session, memory.newUsers).markNewUsers() }
    return settled
  }

  // MARK: References

  /// Stores what posts answer and quote, and adds the mentions of all new posts.
  ///
  /// A reference to a missing post stays staged until the end. Returns the number of unchanged
  /// posts that got one.
  private func settleReferences(isLast: Bool) throws -> Int {
    var changed = 0
    let rows = try work.stored(memory.posts.keys.map { Post.ID($0) })
      .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    let origins = try resolvedOrigins()
    var marked = PostBatch()
    var open: [Int64: ImportMemory.StagedPost] = [:]
    for row in rows {
      guard var staged = memory.posts[row.id.number] else { continue }
      let (reasons, isOpen) = try settle(staged, of: row, origins, isLast: isLast)
      if staged.isUnchanged, !reasons.isEmpty {
        changed += 1
        staged.isUnchanged = false
      }
      if staged.hasMarks {
        for (user, kind) in reasons { try raise(user, kind, in: row.place) }
      } else {
        marked.add(NewPost(row: row, reasons: reasons, mentions: staged.mentions))
      }
      staged.hasMarks = true
      if isOpen, !isLast { open[row.id.number] = staged }
    }
    try marked.copyMentions(into: session)
    memory.posts = open
    return changed
  }

  /// The posts of all staged origins.
  private func resolvedOrigins() throws -> [Origin: Post.ID] {
    let given = Array(Set(memory.posts.values.flatMap(\.origins)))
    if given.isEmpty { return [:] }
    return try session.dictionary {
      """
      SELECT \($0)
      FROM unnest(\(SQLValue.texts(given.map(\.source))), \(SQLValue.texts(given.map(\.key))))
        AS given (source, key)
      JOIN profilectl.origins AS o ON o.source = given.source AND o.key = given.key
      WHERE o.post IS NOT NULL
      """
    } as: { row in
      (Origin(row["o.source"], row["o.key"]), row["o.post"])
    }
  }

  /// Stores the references of one post, and returns the users whom they concern.
  ///
  /// The post is open if another post that it answers or quotes may still be imported.
  private func settle(
    _ staged: ImportMemory.StagedPost, of row: StoredPost, _ origins: [Origin: Post.ID],
    isLast: Bool
  ) throws -> (reasons: [User.ID: MentionKind], isOpen: Bool) {
    var reasons: [User.ID: MentionKind] = [:]
    var (quotes, replyTo, conversation) = (row.quotes, row.replyTo, row.thread)
    if quotes == nil, let id = staged.quotes?.id(origins), id != row.id {
      let quoted = try above(id)
      if quoted != nil || isLast && staged.quotes?.isKept == true { quotes = id }
      if let quoted { reasons[quoted.author] = .quote }
    }
    if replyTo == nil, let id = staged.replyTo?.id(origins) {
      let parent = try above(id)
      let first = parent?.conversation ?? id
      if parent != nil || isLast && staged.replyTo?.isKept == true, first != row.id {
        (replyTo, conversation) = (id, first)
        try answer(id, in: first, with: row, counts: parent != nil)
        if let parent { reasons[parent.author] = .reply }
      }
    }
    if !staged.hasMarks, let reposts = row.reposts, let repeated = try above(reposts) {
      reasons[repeated.author] = .repost
    }
    if quotes != row.quotes || replyTo != row.replyTo {
      try seal(row, replyTo: replyTo, conversation: conversation, quotes: quotes)
    }
    let isOpen =
      staged.quotes != nil && quotes == nil || staged.replyTo != nil && replyTo == nil
    return (reasons, isOpen)
  }

  private typealias Above = (author: User.ID, conversation: Post.ID?)

  private func above(_ id: Post.ID) throws -> Above? {
    try session.first {
      "SELECT \($0) FROM profilectl.posts WHERE id = \(id)"
    } as: { row in
      (row["author"], row[optional: "thread"])
    }
  }

  /// Adds an answer to its conversation, with the answers that it got before.
  private func answer(
    _ parent: Post.ID, in conversation: Post.ID, with row: StoredPost, counts: Bool
  ) throws {
    let place = row.place
    try session.run(
      """
      INSERT INTO profilectl.thread_posts (thread, at, id, reply_to, author, private)
      VALUES (\(conversation), \(place.at), \(place.id), \(parent), \(place.author),
        \(place.isPrivate))
      """)
    if counts, !place.isPrivate {
      try session.run(
        "UPDATE profilectl.posts SET reply_count = reply_count + 1 WHERE id = \(parent)")
    }
    // The key of a row can't be changed where tables are spread over machines.
    let below: [Post.ID] = try session.values(
      """
      INSERT INTO profilectl.thread_posts (thread, at, id, reply_to, author, private)
      SELECT \(conversation), at, id, reply_to, author, private FROM profilectl.thread_posts
      WHERE thread = \(place.id) RETURNING id
      """)
    try session.run("DELETE FROM profilectl.thread_posts WHERE thread = \(place.id)")
    for answer in try work.stored(below) {
      try seal(answer, replyTo: answer.replyTo, conversation: conversation, quotes: answer.quotes)
    }
  }

  private func seal(
    _ row: StoredPost, replyTo: Post.ID?, conversation: Post.ID?, quotes: Post.ID?
  ) throws {
    var row = row
    (row.replyTo, row.quotes) = (replyTo, quotes)
    row.thread = replyTo == nil ? nil : conversation
    try session.run(
      """
      UPDATE profilectl.posts SET reply_to = \(replyTo), thread = \(row.thread), quotes = \(quotes),
        checksum = \(row.contentChecksum)
      WHERE author = \(row.author) AND private = \(row.isPrivate) AND at = \(row.at)
      """)
  }

  private func raise(_ user: User.ID, _ kind: MentionKind, in post: PostKey) throws {
    if user == post.author || post.isPrivate { return }
    try session.run([
      """
      INSERT INTO profilectl.mentions AS m (author, post, mentioned, kind, place, at)
      VALUES (\(post.author), \(post.id), \(user), \(kind.rawValue), 0, \(post.at))
      ON CONFLICT (author, post, mentioned) DO UPDATE SET kind = greatest(m.kind, excluded.kind)
      """,
      """
      INSERT INTO profilectl.notices (recipient, kind, at, post, subject, actor)
      SELECT mentioned, kind, at, post, \(post.reposts ?? post.id), author
      FROM profilectl.mentions
      WHERE author = \(post.author) AND post = \(post.id) AND mentioned = \(user)
      ON CONFLICT (recipient, post) DO UPDATE SET kind = excluded.kind
      """,
    ])
  }

  /// Removes the notices of new mentions from older users, unless their mark covers the time.
  private func silenceMentions() throws {
    let posts = SQLValue.integers(memory.newPosts)
    let users: [Int64] = try session.values(
      """
      SELECT DISTINCT mentioned FROM profilectl.mentions
      WHERE post = ANY (\(posts)) AND kind > 0
      """
    ).filter { !memory.newUsers.contains($0) }
    if users.isEmpty { return }
    let seen = try session.seenNotices(of: users)
    let given: SQL = "\(.unnest(users, users.map { seen[$0] ?? 0 })) AS given (id, seen)"
    try session.run([
      """
      UPDATE profilectl.mentions AS m SET kind = 0 FROM \(given)
      WHERE m.mentioned = given.id AND m.post = ANY (\(posts)) AND m.kind > 0
        AND m.at > given.seen
      """,
      """
      DELETE FROM profilectl.notices AS n USING \(given)
      WHERE n.recipient = given.id AND n.post = ANY (\(posts)) AND n.at > given.seen
      """,
    ])
  }

  // MARK: Edges

  /// Adds the staged follows and likes that are not there yet, and moves their counts.
  private func addEdges() throws -> (follows: Int, likes: Int) {
    let newFollows = try unknown(memory.follows, .follow)
    let likes = try timedLikes()
    let marks = NoticeMarks(session, memory.newUsers)
    let unseen =
      marksOldUsers
      ? try marks.oldestUnseen(of: Set(newFollows.map(\.pair.target) + likes.map(\.author))) : [:]
    let follows = try timed(newFollows, before: unseen)
    try batches(of: follows) { try add(follows: $0) }
    try batches(of: likes) { try add(likes: $0) }
    if marksOldUsers {
      try marks.mark(
        follows.map { ($0.followee, $0.at) }
          + likes.lazy.filter { $0.author != $0.liker }.map { ($0.author, $0.at) },
        before: unseen)
    }
    (memory.follows, memory.likes) = ([:], [:])
    return (follows.count, likes.count)
  }

  /// Whether new edges count as seen by older users.
  private var marksOldUsers: Bool { marksSeen && !work.isNew }

  private typealias Follow = (follower: Int64, followee: Int64, at: Int64)
  private typealias Like = (author: Int64, post: Int64, liker: Int64, at: Int64, isPublic: Bool)

  /// The pairs of ends that are not stored yet.
  private func unknown(
    _ edges: [ImportMemory.Pair: Int64?], _ kind: EdgeKind
  ) throws -> [(pair: ImportMemory.Pair, at: Int64?)] {
    let half = kind.halves.ofSource
    let all = edges.map { (pair: $0.key, at: $0.value) }
    var known: Set<ImportMemory.Pair> = []
    try batches(of: all.map(\.pair)) { pairs in
      known.formUnion(
        try session.all {
          """
          SELECT \($0)
          FROM \(.unnest(pairs.map(\.source), pairs.map(\.target))) AS given (source, target)
          JOIN \(half.table) AS e
            ON e.\(half.source) = given.source AND e.\(half.target) = given.target
          """
        } as: { row in
          ImportMemory.Pair(target: row["e.\(half.target)"], source: row["e.\(half.source)"])
        })
    }
    return all.filter { !known.contains($0.pair) }
      .sorted { ($0.pair.source, $0.pair.target) < ($1.pair.source, $1.pair.target) }
  }

  /// A follow without a time gets the time when the later of both users joined, but one before
  /// `unseen`.
  private func timed(
    _ edges: [(pair: ImportMemory.Pair, at: Int64?)], before unseen: [Int64: Int64]
  ) throws -> [Follow] {
    let untimed = edges.filter { $0.at == nil }
    let joined = try joiningTimes(of: Set(untimed.flatMap { [$0.pair.source, $0.pair.target] }))
    return edges.map { edge in
      let start = max(joined[edge.pair.source] ?? 0, joined[edge.pair.target] ?? 0)
      let latest = (unseen[edge.pair.target] ?? .max) - 1
      return (edge.pair.source, edge.pair.target, edge.at ?? min(start, latest))
    }
  }

  private func joiningTimes(of users: Set<Int64>) throws -> [Int64: Int64] {
    if users.isEmpty { return [:] }
    return try session.dictionary {
      "SELECT \($0) FROM profilectl.users WHERE id = ANY (\(SQLValue.integers(users)))"
    } as: { row in
      (row["id"], row["created_at"])
    }
  }

  /// A like without a time gets that of its post.
  private func timedLikes() throws -> [Like] {
    let edges = try unknown(memory.likes, .like)
    if edges.isEmpty { return [] }
    let posts = SQLValue.integers(Set(edges.map(\.pair.target)))
    let places = try session.dictionary {
      "SELECT \($0) FROM profilectl.post_places WHERE id = ANY (\(posts))"
    } as: { row -> (Int64, (author: Int64, at: Int64, isPublic: Bool)) in
      (row["id"], (row["author"], row["at"], row["private = 0"]))
    }
    return edges.compactMap { edge in
      places[edge.pair.target].map { place in
        (place.author, edge.pair.target, edge.pair.source, edge.at ?? place.at, place.isPublic)
      }
    }
  }

  private func add(follows: ArraySlice<Follow>) throws {
    let (followers, followees) = (follows.map(\.follower), follows.map(\.followee))
    let given: SQL = "SELECT * FROM \(.unnest(followers, followees, follows.map(\.at)))"
    try session.run([
      "INSERT INTO profilectl.follows (follower, followee, at) \(given)",
      "INSERT INTO profilectl.followers (follower, followee, at) \(given)",
      .counting(followers, in: "users", "following_count"),
      .counting(followees, in: "users", "follower_count"),
    ])
  }

  private func add(likes: ArraySlice<Like>) throws {
    let (authors, posts) = (likes.map(\.author), likes.map(\.post))
    let given: SQL = """
      SELECT * FROM \(.unnest(authors, posts, likes.map(\.liker), likes.map(\.at)))
      """
    try session.run([
      "INSERT INTO profilectl.likes (author, post, liker, at) \(given)",
      "INSERT INTO profilectl.liked (author, post, liker, at) \(given)",
      .counting(posts, in: "posts", "like_count"),
      .counting(likes.filter(\.isPublic).map(\.author), in: "users", "like_count"),
    ])
  }

  /// Calls `body` with parts of some rows, which one statement takes.
  private func batches<Row>(of rows: [Row], _ body: (ArraySlice<Row>) throws -> Void) rethrows {
    for start in stride(from: 0, to: rows.count, by: PostgresStagedRows.batch) {
      try body(rows[start...].prefix(PostgresStagedRows.batch))
    }
  }
}

extension PostReference {
  /// The number of the post; nil for one that is not imported.
  fileprivate func id(_ origins: [Origin: Post.ID]) -> Post.ID? {
    id ?? origin.flatMap { origins[$0] }
  }
}
