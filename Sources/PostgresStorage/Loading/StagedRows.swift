internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Adds the edges and ties of an import at its end.
struct NotedRows {
  private static let stretch = 20_000

  private let work: PostgresImport
  private let session: PostgresSession
  private var notes: ImportNotes { work.notes }

  init(_ work: PostgresImport) {
    self.work = work
    session = work.session
  }

  // MARK: Ties

  /// Ties posts to those they answer and quote, and adds the mentions of all new posts.
  ///
  /// A tie to a post that is not there yet stays noted until the end. Returns how many unchanged
  /// posts got a tie.
  func settleTies(isLast: Bool) throws -> Int {
    var tied = 0
    let rows = try work.stored(notes.posts.keys.map { Post.ID($0) })
      .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    let origins = try resolvedOrigins()
    var marked = PostBatch()
    for row in rows {
      guard let noted = notes.posts[row.id.number] else { continue }
      let ties = try settle(noted, of: row, origins)
      if noted.isUnchanged, !ties.isEmpty {
        tied += 1
        notes.posts[row.id.number]?.isUnchanged = false
      }
      if noted.hasMarks {
        for (user, kind) in ties { try raise(user, kind, in: row.place) }
      } else {
        marked.add(
          NewPost(row: row, reasons: ties, mentions: noted.mentions))
      }
    }
    try marked.copyMentions(into: session)
    for (id, noted) in notes.posts {
      if isLast || !noted.isOpen {
        notes.posts[id] = nil
      } else {
        notes.posts[id]?.hasMarks = true
      }
    }
    return tied
  }

  /// The posts of all noted origins.
  private func resolvedOrigins() throws -> [Origin: Post.ID] {
    var origins: Set<Origin> = []
    for noted in notes.posts.values {
      for case .origin(let origin) in [noted.replyTo, noted.quotes] { origins.insert(origin) }
    }
    if origins.isEmpty { return [:] }
    let given = Array(origins)
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

  /// Stores the ties of one post, and returns the users whom they concern.
  private func settle(
    _ noted: ImportNotes.NotedPost, of row: StoredPost, _ origins: [Origin: Post.ID]
  ) throws -> [User.ID: MentionKind] {
    var reasons: [User.ID: MentionKind] = [:]
    var (quotes, replyTo, conversation) = (row.quotes, row.replyTo, row.thread)
    if quotes == nil, let tie = StoredTie(noted.quotes, origins), tie.post != row.id {
      let quoted = try above(tie.post)
      if quoted != nil || tie.isKept { quotes = tie.post }
      if let quoted { reasons[quoted.author] = .quote }
    }
    if replyTo == nil, let tie = StoredTie(noted.replyTo, origins) {
      let parent = try above(tie.post)
      let first = parent?.conversation ?? tie.post
      if parent != nil || tie.isKept, first != row.id {
        (replyTo, conversation) = (tie.post, first)
        try answer(tie.post, in: first, with: row, counts: parent != nil)
        if let parent { reasons[parent.author] = .reply }
      }
    }
    if !noted.hasMarks, let reposts = row.reposts, let repeated = try above(reposts) {
      reasons[repeated.author] = .repost
    }
    if quotes != row.quotes || replyTo != row.replyTo {
      try seal(row, replyTo: replyTo, conversation: conversation, quotes: quotes)
    }
    return reasons
  }

  private typealias Above = (author: User.ID, conversation: Post.ID?)

  private func above(_ id: Post.ID) throws -> Above? {
    try session.first {
      "SELECT \($0) FROM profilectl.posts WHERE id = \(id)"
    } as: { row in
      (row["author"], row[optional: "thread"])
    }
  }

  /// Adds an answer to its conversation, with the answers that were tied to it before.
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
      try seal(
        answer, replyTo: answer.replyTo, conversation: conversation, quotes: answer.quotes)
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
  func silenceMentions() throws {
    let posts = SQLValue.integers(notes.newPosts)
    let users: [Int64] = try session.values(
      """
      SELECT DISTINCT mentioned FROM profilectl.mentions
      WHERE post = ANY (\(posts)) AND kind > 0
      """
    ).filter { !notes.newUsers.contains($0) }
    if users.isEmpty { return }
    let seen = try session.seenNotices(of: users)
    let given: SQL = """
      unnest(\(SQLValue.integers(users)), \(SQLValue.integers(users.map { seen[$0] ?? 0 })))
        AS given (id, seen)
      """
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

  /// Adds the noted follows and likes that are not there yet, and moves their counts.
  func addEdges() throws -> ImportedEdges {
    let newFollows = try unknown(notes.follows, .follow)
    let likes = try timedLikes()
    let marks = NoticeMarks(session, notes.newUsers)
    let unseen =
      marksOldUsers
      ? try marks.oldestUnseen(of: Set(newFollows.map(\.pair.target) + likes.map(\.author))) : [:]
    let follows = try timed(newFollows, before: unseen)
    for start in stride(from: 0, to: follows.count, by: NotedRows.stretch) {
      try add(follows: follows[start..<min(start + NotedRows.stretch, follows.count)])
    }
    for start in stride(from: 0, to: likes.count, by: NotedRows.stretch) {
      try add(likes: likes[start..<min(start + NotedRows.stretch, likes.count)])
    }
    if marksOldUsers {
      try marks.mark(
        follows.map { ($0.followee, $0.at) }
          + likes.lazy.filter { $0.author != $0.liker }.map { ($0.author, $0.at) },
        before: unseen)
    }
    (notes.follows, notes.likes) = (ImportNotes.Edges(), ImportNotes.Edges())
    var added = ImportedEdges()
    (added.follows, added.likes) = (follows.count, likes.count)
    return added
  }

  /// Whether older users are to see no new edge as new.
  private var marksOldUsers: Bool { work.marksUsersSeen && !work.isNew }

  private typealias Follow = (follower: Int64, followee: Int64, at: Int64)
  private typealias Like = (author: Int64, post: Int64, liker: Int64, at: Int64, isPublic: Bool)

  /// The pairs of ends that are not stored yet.
  private func unknown(
    _ edges: ImportNotes.Edges, _ kind: EdgeKind
  ) throws -> [(pair: ImportNotes.Edges.Pair, at: Int64?)] {
    let half = kind.halves.ofSource
    let all = edges.times.map { (pair: $0.key, at: $0.value) }
    var known: Set<ImportNotes.Edges.Pair> = []
    for start in stride(from: 0, to: all.count, by: NotedRows.stretch) {
      let part = all[start..<min(start + NotedRows.stretch, all.count)]
      known.formUnion(
        try session.all {
          """
          SELECT \($0)
          FROM unnest(\(SQLValue.integers(part.map(\.pair.source))),
            \(SQLValue.integers(part.map(\.pair.target)))) AS given (source, target)
          JOIN \(half.table) AS e
            ON e.\(half.source) = given.source AND e.\(half.target) = given.target
          """
        } as: { row in
          ImportNotes.Edges.Pair(target: row["e.\(half.target)"], source: row["e.\(half.source)"])
        })
    }
    return all.filter { !known.contains($0.pair) }
      .sorted { ($0.pair.source, $0.pair.target) < ($1.pair.source, $1.pair.target) }
  }

  /// Without a time a follow begins with the later of the two users, but before `unseen`.
  private func timed(
    _ edges: [(pair: ImportNotes.Edges.Pair, at: Int64?)], before unseen: [Int64: Int64]
  ) throws -> [Follow] {
    let untimed = edges.filter { $0.at == nil }
    let joined = try joiningTimes(
      of: Set(untimed.flatMap { [$0.pair.source, $0.pair.target] }))
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

  /// Without a time a like is as old as its post.
  private func timedLikes() throws -> [Like] {
    let edges = try unknown(notes.likes, .like)
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
    let given: SQL = """
      SELECT * FROM unnest(\(SQLValue.integers(followers)), \(SQLValue.integers(followees)),
        \(SQLValue.integers(follows.map(\.at))))
      """
    try session.run([
      "INSERT INTO profilectl.follows (follower, followee, at) \(given)",
      "INSERT INTO profilectl.followers (follower, followee, at) \(given)",
      count("profilectl.users", "following_count", followers),
      count("profilectl.users", "follower_count", followees),
    ])
  }

  private func add(likes: ArraySlice<Like>) throws {
    let given: SQL = """
      SELECT * FROM unnest(\(SQLValue.integers(likes.map(\.author))),
        \(SQLValue.integers(likes.map(\.post))), \(SQLValue.integers(likes.map(\.liker))),
        \(SQLValue.integers(likes.map(\.at))))
      """
    try session.run([
      "INSERT INTO profilectl.likes (author, post, liker, at) \(given)",
      "INSERT INTO profilectl.liked (author, post, liker, at) \(given)",
      count("profilectl.posts", "like_count", likes.map(\.post)),
      count("profilectl.users", "like_count", likes.filter(\.isPublic).map(\.author)),
    ])
  }

  /// Adds to a count of each row how often its number occurs.
  private func count(_ table: Name, _ column: Name, _ ids: [Int64]) -> SQL {
    let sums = Dictionary(ids.map { ($0, Int64(1)) }, uniquingKeysWith: +).sorted {
      $0.key < $1.key
    }
    return """
      UPDATE \(table) AS t SET \(column) = t.\(column) + given.count
      FROM unnest(\(SQLValue.integers(sums.map(\.key))), \(SQLValue.integers(sums.map(\.value))))
        AS given (id, count)
      WHERE t.id = given.id
      """
  }
}
