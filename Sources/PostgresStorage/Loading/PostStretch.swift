internal import Model
internal import Postgres
internal import SQLText

/// A post that is not stored yet, with its counts.
struct NewPost {
  let place: PostPlace
  let text: String
  let picture: PictureID?
  let alt: String?
  var editedAt: Moment?
  var counts: (likes: Int, replies: Int, reposts: Int) = (0, 0, 0)
  /// The users whom the post concerns regardless of its words.
  var kinds: [User.ID: MentionKind] = [:]
  /// The users whom the words name; nil if the words themselves decide.
  var mentions: [User.ID]?
}

/// New posts and the rows derived from them, loaded by COPY.
struct PostStretch {
  /// The posts that are held in memory.
  static let count = 20_000

  private var posts: [NewPost] = []

  mutating func add(_ post: NewPost) { posts.append(post) }

  var size: Int { posts.count }

  func hasPost(of user: User.ID) -> Bool { posts.contains { $0.place.author == user } }

  /// The authors of public posts, each with the number of these and the time of the newest.
  var publicPosts: [(author: Int64, posts: Int64, last: Int64)] {
    var counted: [Int64: (posts: Int64, last: Int64)] = [:]
    for post in posts where !post.place.isPrivate {
      let (author, before) = (post.place.author.number, counted[post.place.author.number] ?? (0, 0))
      counted[author] = (before.posts + 1, max(before.last, post.place.at.microseconds))
    }
    return counted.map { ($0.key, $0.value.posts, $0.value.last) }.sorted { $0.author < $1.author }
  }

  /// The numbers of repeated posts, with the number of their reposts.
  var repeated: [Int64: Int64] {
    Dictionary(
      posts.compactMap { $0.place.reposts.map { ($0.number, 1) } }, uniquingKeysWith: +)
  }

  func copy(into session: PostgresSession, withMentions: Bool = true) throws {
    var (rows, places, answers, tags) = (CopyRows(), CopyRows(), CopyRows(), CopyRows())
    for post in posts {
      rows.add(row(of: post))
      let place = post.place
      let key: [SQLValue] = [
        place.id.sqlValue, place.author.sqlValue, place.isPrivate.sqlValue, place.at.sqlValue,
      ]
      places.add(key)
      if let above = place.replyTo {
        answers.add([place.conversation.sqlValue, above.sqlValue] + key)
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
      """, answers)
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
    let concerned = Set(users.values).union(
      posts.flatMap { ($0.mentions ?? []).map(\.number) + $0.kinds.keys.map(\.number) })
    let seen = try session.seenNotices(of: concerned)
    var (mentions, notices) = (CopyRows(), CopyRows())
    for (post, handles) in zip(posts, named) {
      let place = post.place
      var kinds = post.kinds
      var found: [PostgresPostMarks.Mention] = []
      let named =
        post.mentions ?? handles.compactMap { users[$0.text].map { User.ID($0) } }
      for (index, user) in named.prefix(TextToken.mostMentions).enumerated() {
        found.append((user, kinds.removeValue(forKey: user) ?? .mention, index + 1))
      }
      for (user, kind) in kinds where user != place.author && !place.isPrivate {
        found.append((user, kind, 0))
      }
      for (user, kind, index) in found {
        let isTold = user != place.author && !place.isPrivate
        let kind = isTold ? kind : .none
        let at = isTold ? place.at.after([seen[user.number] ?? 0]) : place.at
        mentions.add(
          place.author.sqlValue, place.id.sqlValue, user.sqlValue, kind.rawValue.sqlValue,
          index.sqlValue, at.sqlValue)
        if kind == .none { continue }
        notices.add(
          user.sqlValue, kind.rawValue.sqlValue, at.sqlValue, place.id.sqlValue,
          (place.reposts ?? place.id).sqlValue, place.author.sqlValue)
      }
    }
    try session.copy(
      "COPY profilectl.mentions (author, post, mentioned, kind, place, at) FROM STDIN", mentions)
    try session.copy(
      "COPY profilectl.notices (recipient, kind, at, post, subject, actor) FROM STDIN", notices)
  }
}

extension PostgresSession {
  /// Sends rows that are in memory.
  func copy(_ statement: SQL, _ rows: CopyRows) throws {
    if !rows.bytes.isEmpty { try copyIn(statement) { try $0(rows.bytes) } }
  }

  func users(named handles: Set<String>) throws -> [String: Int64] {
    if handles.isEmpty { return [:] }
    let found = try all(
      """
      SELECT username, id FROM profilectl.handles
      WHERE username = ANY (\(SQLValue.texts(handles)))
      """
    ) { ($0.text(0), $0.int64(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// The times up to which users have seen their notices.
  func seenNotices(of users: some Sequence<Int64>) throws -> [Int64: Int64] {
    let found = try all(
      """
      SELECT reader, notices_at FROM profilectl.read_marks
      WHERE reader = ANY (\(SQLValue.integers(users)))
      """
    ) { ($0.int64(0), $0.int64(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }
}
