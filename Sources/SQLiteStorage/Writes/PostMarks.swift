internal import Model
internal import SQLText
internal import SQLite

/// The rows that follow from the words of a post: its hashtags, and the users it concerns.
struct PostMarks {
  let connection: Connection

  /// Adds the marks of a new post.
  ///
  /// `kinds` are the users whom the post concerns regardless of its words.
  func add(text: String, of post: PostKey, kinds: [User.ID: MentionKind], at now: Moment) throws {
    if !post.isPrivate { try add(Hashtag.all(in: text), at: post.at) }
    try addMentions(text: text, of: post, kinds: kinds, at: now)
  }

  func addMentions(
    text: String, of post: PostKey, kinds: [User.ID: MentionKind], at now: Moment
  ) throws {
    try addMentions(of: mentioned(in: text), in: post, kinds: kinds, at: now)
  }

  func addMentions(
    of users: [User.ID], in post: PostKey, kinds: [User.ID: MentionKind], at now: Moment
  ) throws {
    for mention in post.mentions(of: users, kinds) { try insert(mention, in: post, at: now) }
  }

  /// Replaces the users whom the words of a post name.
  func replaceMentions(by users: [User.ID], of post: PostKey, at now: Moment) throws {
    let known = try connection.all {
      "SELECT \($0) FROM mentions WHERE post = \(post.id)"
    } as: { row in
      PostMention(
        row["mentioned"], MentionKind(rawValue: row["kind"]) ?? .none, place: row["place"])
    }
    let changes = post.changes(of: known, naming: users)
    for mention in changes.added { try insert(mention, in: post, at: now) }
    for mention in changes.moved {
      try connection.run(
        """
        UPDATE mentions SET place = \(mention.place)
        WHERE post = \(post.id) AND mentioned = \(mention.user)
        """)
    }
    for mention in changes.removed {
      try connection.run(
        "DELETE FROM mentions WHERE post = \(post.id) AND mentioned = \(mention.user)")
    }
  }

  /// Removes the hashtags of a public post.
  func removeTags(of text: String, at moment: Moment) throws {
    for tag in Hashtag.all(in: text) {
      try connection.run("DELETE FROM hashtags WHERE tag = \(tag.folded) AND at = \(moment)")
    }
  }

  func add(_ tags: [Hashtag], at moment: Moment) throws {
    for tag in tags {
      try connection.run(
        """
        INSERT INTO hashtags (tag, at, spelling) VALUES (\(tag.folded), \(moment), \(tag.spelling))
        """)
    }
  }

  /// The users that a text names, in order.
  func mentioned(in text: String) throws -> [User.ID] {
    var users: [User.ID] = []
    for handle in TextToken.handles(in: text) where users.count < TextToken.mostMentions {
      let user: User.ID? = try connection.value("SELECT id FROM users WHERE username = \(handle)")
      if let user { users.append(user) }
    }
    return users
  }

  func insert(
    _ user: User.ID, _ kind: MentionKind, place: Int, in post: PostKey, at now: Moment
  ) throws {
    try insert(post.mention(of: user, kind, place: place), in: post, at: now)
  }

  private func insert(_ mention: PostMention, in post: PostKey, at now: Moment) throws {
    let at =
      try mention.kind == .none
      ? now : NoticeTime(connection: connection).next(for: mention.user, at: now)
    try connection.run(
      """
      INSERT INTO mentions (post, mentioned, kind, place, at)
      VALUES (\(post.id), \(mention.user), \(mention.kind.rawValue), \(mention.place), \(at))
      """)
  }
}

/// Gives notices distinct times even if the clock stops.
struct NoticeTime {
  let connection: Connection

  /// The time of a new notice: later than every notice that the user has marked as seen.
  func next(for user: User.ID, at now: Moment) throws -> Moment {
    let seen: Int64? = try connection.value(
      "SELECT notices_at FROM read_marks WHERE reader = \(user)")
    return now.after([seen ?? 0])
  }
}

extension Connection {
  /// Calls `body` with the time and the hashtags of each public post that may have some.
  func eachTaggedPost(_ body: (_ at: Int64, _ tags: [Hashtag]) throws -> Void) throws {
    try each {
      "SELECT \($0) FROM posts WHERE private = 0 AND instr(text, '#') > 0"
    } as: { row in
      (row["at"] as Int64, row["text"] as String)
    } take: { at, text in
      try body(at, Hashtag.all(in: text))
    }
  }
}
