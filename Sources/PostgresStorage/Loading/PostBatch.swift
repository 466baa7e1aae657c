internal import Model
internal import Postgres
internal import SQLText

/// A post that is not stored yet, with its counts.
struct NewPost {
  let place: PostKey
  let text: String
  let picture: PictureID?
  let alt: String?
  var editedAt: Moment?
  var counts: (likes: Int, replies: Int, reposts: Int) = (0, 0, 0)
  /// The users whom the post answers, quotes or reposts.
  var reasons: [User.ID: MentionKind] = [:]
  /// The users whom the words mention; nil to find their handles in the words.
  var mentions: [User.ID]?
}

/// New posts and the rows derived from them, loaded by COPY.
struct PostBatch {
  /// The most posts that its users hold in memory.
  static let capacity = 20_000

  private var posts: [NewPost] = []

  mutating func add(_ post: NewPost) { posts.append(post) }

  var count: Int { posts.count }

  func hasPublicPost(of user: User.ID) -> Bool {
    posts.contains { $0.place.author == user && !$0.place.isPrivate }
  }

  /// The authors of public posts, each with the number of these and the time of the newest.
  var publicPosts: [(author: Int64, posts: Int64, last: Int64)] {
    var counted: [Int64: (posts: Int64, last: Int64)] = [:]
    for post in posts where !post.place.isPrivate {
      let before = counted[post.place.author.number, default: (0, 0)]
      counted[post.place.author.number] = (
        before.posts + 1, max(before.last, post.place.at.microseconds)
      )
    }
    return counted.map { ($0.key, $0.value.posts, $0.value.last) }.sorted { $0.author < $1.author }
  }

  /// The numbers of repeated posts, once for each repost.
  var reposted: [Int64] { posts.compactMap(\.place.reposts?.number) }

  /// An import passes false for `withMentions`: it knows the users only after all posts.
  func copy(into session: PostgresSession, withMentions: Bool = true) throws {
    var (rows, places, threads, tags) = (CopyRows(), CopyRows(), CopyRows(), CopyRows())
    for post in posts {
      rows.add(row: row(of: post))
      let place = post.place
      let key: [SQLValue] = [
        place.id.sqlValue, place.author.sqlValue, place.isPrivate.sqlValue, place.at.sqlValue,
      ]
      places.add(row: key)
      if let parent = place.replyTo {
        threads.add(row: [place.conversation.sqlValue, parent.sqlValue] + key)
      }
      if place.isPrivate { continue }
      for tag in Hashtag.all(in: post.text) {
        tags.add(
          .text(tag.folded), place.at.sqlValue, place.id.sqlValue, place.author.sqlValue,
          .text(tag.spelling))
      }
    }
    try session.copy(
      """
      COPY profilectl.posts (author, private, at, id, text, picture, alt, checksum, like_count,
        reply_to, thread, quotes, reposts, edited_at, reply_count, repost_count, words) FROM STDIN
      """, rows)
    try session.copy("COPY profilectl.post_places (id, author, private, at) FROM STDIN", places)
    try session.copy(
      """
      COPY profilectl.thread_posts (thread, reply_to, id, author, private, at) FROM STDIN
      """, threads)
    try session.copy(
      "COPY profilectl.hashtags (tag, at, id, author, spelling) FROM STDIN", tags)
    if withMentions { try copyMentions(into: session) }
  }

  private func row(of post: NewPost) -> [SQLValue] {
    let place = post.place
    let content = PostContent(
      place: place, text: post.text, picture: post.picture, alt: post.alt,
      editedAt: post.editedAt)
    let thread = place.replyTo == nil ? nil : place.conversation
    return [
      place.author.sqlValue, place.isPrivate.sqlValue, place.at.sqlValue, place.id.sqlValue,
      .text(post.text), post.picture.sqlValue, post.alt.sqlValue, .integer(content.checksum),
      post.counts.likes.sqlValue, place.replyTo.sqlValue, thread.sqlValue, place.quotes.sqlValue,
      place.reposts.sqlValue, post.editedAt.sqlValue, post.counts.replies.sqlValue,
      post.counts.reposts.sqlValue, .text(content.words),
    ]
  }

  // MARK: Mentions

  func copyMentions(into session: PostgresSession) throws {
    let named = posts.map { $0.mentions == nil ? TextToken.handles(in: $0.text) : [] }
    let users = try session.users(named: Set(named.joined().map(\.text)))
    let concerned = Set(users.values.map(\.number)).union(
      posts.flatMap { ($0.mentions ?? []).map(\.number) + $0.reasons.keys.map(\.number) })
    let seen = try session.seenNotices(of: concerned)
    var (mentions, notices) = (CopyRows(), CopyRows())
    for (post, handles) in zip(posts, named) {
      let place = post.place
      func add(_ user: User.ID, _ reason: MentionKind, place index: Int) {
        let kind = user == place.author || place.isPrivate ? .none : reason
        // A notice must be newer than the user's read mark, or it would count as seen.
        let at = kind == .none ? place.at : place.at.after([seen[user.number] ?? 0])
        mentions.add(
          place.author.sqlValue, place.id.sqlValue, user.sqlValue, kind.rawValue.sqlValue,
          index.sqlValue, at.sqlValue)
        if kind == .none { return }
        notices.add(
          user.sqlValue, kind.rawValue.sqlValue, at.sqlValue, place.id.sqlValue,
          (place.reposts ?? place.id).sqlValue, place.author.sqlValue)
      }
      var reasons = post.reasons
      let named = post.mentions ?? handles.compactMap { users[$0.text] }
      for (index, user) in named.prefix(TextToken.mostMentions).enumerated() {
        add(user, reasons.removeValue(forKey: user) ?? .mention, place: index + 1)
      }
      for (user, reason) in reasons where user != place.author && !place.isPrivate {
        add(user, reason, place: 0)
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

  /// Adds to a count of each row how often its number occurs.
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
