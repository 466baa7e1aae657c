internal import Model
internal import Postgres
internal import SQLText

/// The rows derived from the words of a post: its hashtags, the users it concerns, and their
/// notices.
struct PostgresPostMarks {
  let writing: PostgresWriting

  private var session: PostgresSession { writing.session }

  /// Adds the marks of a new post; `kinds` are the users it concerns regardless of its words.
  func add(text: String, of post: PostKey, kinds: [User.ID: MentionKind], at now: Moment) throws {
    if !post.isPrivate { try add(Hashtag.all(in: text), of: post) }
    try insert(post.mentions(of: try mentioned(in: text), kinds), in: post, at: now)
  }

  /// Replaces the marks of old words by those of new ones.
  func replace(_ old: String, by new: String, of post: PostKey, at now: Moment) throws {
    if !post.isPrivate {
      try session.run(PostgresPostMarks.removal(ofTagsOf: old, of: post))
      try add(Hashtag.all(in: new), of: post)
    }
    try replaceMentions(by: mentioned(in: new), of: post, at: now)
  }

  /// Replaces the users whom the words of a post name.
  func replaceMentions(by users: [User.ID], of post: PostKey, at now: Moment) throws {
    let known = try session.all {
      "SELECT \($0) FROM profilectl.mentions WHERE author = \(post.author) AND post = \(post.id)"
    } as: { row in
      PostMention(
        row["mentioned"], MentionKind(rawValue: row["kind"]) ?? .none, place: row["place"])
    }
    let changes = post.changes(of: known, naming: users)
    for mention in changes.moved {
      try session.run(
        """
        UPDATE profilectl.mentions SET place = \(mention.place)
        WHERE author = \(post.author) AND post = \(post.id) AND mentioned = \(mention.user)
        """)
    }
    try insert(changes.added, in: post, at: now)
    for mention in changes.removed { try remove(mention, from: post) }
  }

  /// The users that a text names, in order.
  private func mentioned(in text: String) throws -> [User.ID] {
    let handles = TextToken.handles(in: text)
    let ids = try session.users(named: handles.map(\.text))
    return Array(handles.compactMap { ids[$0.text] }.prefix(TextToken.mostMentions))
  }

  /// Adds users whom a post concerns, and locks them against deletion.
  func insert(_ mentions: [PostMention], in post: PostKey, at now: Moment) throws {
    if mentions.isEmpty { return }
    try writing.keep(mentions.map(\.user))
    for mention in mentions {
      let (user, kind) = (mention.user, mention.kind)
      let at = kind == .none ? now : now.after([try writing.seen(by: user)])
      try session.run(
        """
        INSERT INTO profilectl.mentions (author, post, mentioned, kind, place, at)
        VALUES (\(post.author), \(post.id), \(user), \(kind.rawValue), \(mention.place), \(at))
        """)
      if kind == .none { continue }
      try session.run(
        """
        INSERT INTO profilectl.notices (recipient, kind, at, post, subject, actor)
        VALUES (\(user), \(kind.rawValue), \(at), \(post.id), \(post.reposts ?? post.id),
          \(post.author))
        """)
    }
  }

  private func remove(_ mention: PostMention, from post: PostKey) throws {
    let changed = try session.run([
      """
      DELETE FROM profilectl.mentions
      WHERE author = \(post.author) AND post = \(post.id) AND mentioned = \(mention.user)
      """,
      "DELETE FROM profilectl.notices WHERE recipient = \(mention.user) AND post = \(post.id)",
    ])
    if changed != [1, mention.kind == .none ? 0 : 1] { throw writing.conflict() }
  }

  // MARK: Hashtags

  private func add(_ tags: [Hashtag], of post: PostKey) throws {
    if tags.isEmpty { return }
    try session.run(
      tags.map { tag in
        """
        INSERT INTO profilectl.hashtags (tag, at, id, author, spelling)
        VALUES (\(tag.folded), \(post.at), \(post.id), \(post.author), \(tag.spelling))
        """
      })
  }

  /// The statements that remove the hashtags of a public post.
  static func removal(ofTagsOf text: String, of post: PostKey) -> [SQL] {
    Hashtag.all(in: text).map { tag in
      """
      DELETE FROM profilectl.hashtags
      WHERE tag = \(tag.folded) AND at = \(post.at) AND id = \(post.id)
      """
    }
  }
}
