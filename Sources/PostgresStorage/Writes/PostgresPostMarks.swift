internal import Model
internal import Postgres
internal import SQLText

/// The rows derived from the words of a post: its hashtags, the users it concerns, and their
/// notices.
struct PostgresPostMarks {
  let writing: PostgresWriting

  private var session: PostgresSession { writing.session }

  /// A user whom a post concerns; one with the place 0 is not named in its text.
  typealias Mention = (user: User.ID, kind: MentionKind, place: Int)

  /// Adds the marks of a new post; `kinds` are the users it concerns regardless of its words.
  func add(text: String, of post: PostKey, kinds: [User.ID: MentionKind], at now: Moment) throws {
    if !post.isPrivate { try add(Hashtag.all(in: text), of: post) }
    var kinds = kinds
    var mentions: [Mention] = []
    for (index, user) in try mentioned(in: text).enumerated() {
      mentions.append((user, kinds.removeValue(forKey: user) ?? .mention, index + 1))
    }
    for (user, kind) in kinds where user != post.author && !post.isPrivate {
      mentions.append((user, kind, 0))
    }
    try insert(mentions, in: post, at: now)
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
    var known = try session.dictionary {
      "SELECT \($0) FROM profilectl.mentions WHERE author = \(post.author) AND post = \(post.id)"
    } as: { row in
      (row["mentioned"] as User.ID, (kind: row["kind"] as Int, place: row["place"] as Int))
    }
    var added: [Mention] = []
    for (index, user) in users.enumerated() {
      guard let row = known.removeValue(forKey: user) else {
        added.append((user, .mention, index + 1))
        continue
      }
      if row.place != index + 1 { try move(user, to: index + 1, in: post) }
    }
    try insert(added, in: post, at: now)
    for (user, row) in known where row.place > 0 {
      if row.kind > MentionKind.mention.rawValue {
        try move(user, to: 0, in: post)
      } else {
        try remove(user, from: post, hasNotice: row.kind > 0)
      }
    }
  }

  /// The users that a text names, in order.
  private func mentioned(in text: String) throws -> [User.ID] {
    let handles = TextToken.handles(in: text)
    let ids = try session.users(named: handles.map(\.text))
    return Array(handles.compactMap { ids[$0.text] }.prefix(TextToken.mostMentions))
  }

  /// Adds users whom a post concerns, and locks them against deletion.
  func insert(_ mentions: [Mention], in post: PostKey, at now: Moment) throws {
    if mentions.isEmpty { return }
    try writing.keep(mentions.map(\.user))
    for (user, kind, place) in mentions {
      let isTold = user != post.author && !post.isPrivate
      let kind = isTold ? kind : .none
      let at = isTold ? now.after([try writing.seen(by: user)]) : now
      try session.run(
        """
        INSERT INTO profilectl.mentions (author, post, mentioned, kind, place, at)
        VALUES (\(post.author), \(post.id), \(user), \(kind.rawValue), \(place), \(at))
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

  private func move(_ user: User.ID, to place: Int, in post: PostKey) throws {
    try session.run(
      """
      UPDATE profilectl.mentions SET place = \(place)
      WHERE author = \(post.author) AND post = \(post.id) AND mentioned = \(user)
      """)
  }

  private func remove(_ user: User.ID, from post: PostKey, hasNotice: Bool) throws {
    let changed = try session.run([
      """
      DELETE FROM profilectl.mentions
      WHERE author = \(post.author) AND post = \(post.id) AND mentioned = \(user)
      """,
      "DELETE FROM profilectl.notices WHERE recipient = \(user) AND post = \(post.id)",
    ])
    if changed != [1, hasNotice ? 1 : 0] { throw writing.conflict() }
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
