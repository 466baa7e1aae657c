internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// New posts and the rows derived from them, loaded by COPY.
struct PostBatch {
  private var posts: [NewPost]

  init(_ posts: [NewPost] = []) {
    self.posts = posts
  }

  mutating func add(_ post: NewPost) { posts.append(post) }

  var count: Int { posts.count }

  func hasPublicPost(of user: User.ID) -> Bool {
    posts.contains { $0.row.author == user && !$0.row.isPrivate }
  }

  /// The authors of public posts, each with the number of these and the time of the newest.
  var publicPosts: [(author: Int64, posts: Int64, last: Int64)] {
    var counted: [Int64: (posts: Int64, last: Int64)] = [:]
    for post in posts.map(\.row) where !post.isPrivate {
      let before = counted[post.author.number, default: (0, 0)]
      counted[post.author.number] = (before.posts + 1, max(before.last, post.at.microseconds))
    }
    return counted.map { ($0.key, $0.value.posts, $0.value.last) }.sorted { $0.author < $1.author }
  }

  /// The numbers of repeated posts, once for each repost.
  var reposted: [Int64] { posts.compactMap(\.row.reposts?.number) }

  /// An import passes false for `withMentions`: it knows the users only after all posts.
  func copy(into session: PostgresSession, withMentions: Bool = true) throws {
    try session.copy(rows: posts.map(\.row))
    if withMentions { try copyMentions(into: session) }
  }

  // MARK: Mentions

  func copyMentions(into session: PostgresSession) throws {
    let named = posts.map { $0.mentions == nil ? TextToken.handles(in: $0.row.text) : [] }
    let users = try session.users(named: Set(named.joined().map(\.text)))
    let concerned = Set(users.values.map(\.number)).union(
      posts.flatMap { ($0.mentions ?? []).map(\.number) + $0.reasons.keys.map(\.number) })
    let seen = try session.seenNotices(of: concerned)
    var (mentions, notices) = (CopyRows(), CopyRows())
    for (post, handles) in zip(posts, named) {
      let row = post.row
      let named = (post.mentions ?? handles.compactMap { users[$0.text] })
        .prefix(TextToken.mostMentions)
      for mention in row.place.mentions(of: Array(named), post.reasons) {
        let (user, kind) = (mention.user, mention.kind)
        // A notice must be newer than the user's read mark, or it would count as seen.
        let at = kind == .none ? row.at : row.at.after([seen[user.number] ?? 0])
        mentions.add(
          row.author.sqlValue, row.id.sqlValue, user.sqlValue, kind.rawValue.sqlValue,
          mention.place.sqlValue, at.sqlValue)
        if kind == .none { continue }
        notices.add(
          user.sqlValue, kind.rawValue.sqlValue, at.sqlValue, row.id.sqlValue,
          (row.reposts ?? row.id).sqlValue, row.author.sqlValue)
      }
    }
    try session.copy(
      "COPY profilectl.mentions (author, post, mentioned, kind, place, at) FROM STDIN", mentions)
    try session.copy(
      "COPY profilectl.notices (recipient, kind, at, post, subject, actor) FROM STDIN", notices)
  }
}

extension SQL {
  /// Rows of numbers, given by columns.
  static func unnest(_ columns: [Int64]...) -> SQL {
    "unnest(\(.joined(columns.map { "\(SQLValue.integers($0))" })))"
  }

  /// Increases a count of each row by the number of times that its number occurs.
  static func counting(_ numbers: [Int64], in table: Name, _ column: Name) -> SQL {
    let sums = Dictionary(numbers.map { ($0, Int64(1)) }, uniquingKeysWith: +)
      .sorted { $0.key < $1.key }
    return """
      UPDATE profilectl.\(table) AS t SET \(column) = t.\(column) + given.count
      FROM \(.unnest(sums.map(\.key), sums.map(\.value))) AS given (id, count)
      WHERE t.id = given.id
      """
  }
}

extension PostgresSession {
  /// Sends rows that are in memory.
  func copy(_ statement: SQL, _ rows: CopyRows) throws {
    if !rows.bytes.isEmpty { try copyIn(statement) { try $0(rows.bytes) } }
  }

  func users(named handles: some Collection<String>) throws -> [String: User.ID] {
    if handles.isEmpty { return [:] }
    return try dictionary {
      "SELECT \($0) FROM profilectl.handles WHERE username = ANY (\(SQLValue.texts(handles)))"
    } as: { row in
      (row["username"], row["id"])
    }
  }

  /// The times up to which users have seen their notices.
  func seenNotices(of users: some Sequence<Int64>) throws -> [Int64: Int64] {
    try dictionary {
      "SELECT \($0) FROM profilectl.read_marks WHERE reader = ANY (\(SQLValue.integers(users)))"
    } as: { row in
      (row["reader"], row["notices_at"])
    }
  }
}
