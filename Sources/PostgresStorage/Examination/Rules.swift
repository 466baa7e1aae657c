internal import Model
internal import SQLText

/// A column that names a row of another table.
struct OrphanRule: Sendable {
  let table: SQL
  /// Two columns that a fault names.
  let identity: SQL
  let column: SQL
  let isOfUser: Bool
  let object: @Sendable (Int64, Int64) -> Fault.Object

  var isOrphan: SQL {
    isOfUser
      ? "NOT EXISTS (SELECT 1 FROM profilectl.users AS u WHERE u.id = e.\(column))"
      : "NOT EXISTS (SELECT 1 FROM profilectl.post_places AS p WHERE p.id = e.\(column))"
  }

  func missing(_ number: Int64) -> Fault.Object {
    isOfUser ? .user(number, handle: nil) : .post(number)
  }

  /// Halves of edges are looked at where they lie with the source.
  static let all: [OrphanRule] =
    [
      user("profilectl.posts", "id, id", "author") { id, _ in .post(id) },
      user("profilectl.mentions", "post, mentioned", "mentioned") { .mention(post: $0, user: $1) },
      post("profilectl.mentions", "post, mentioned", "post") { .mention(post: $0, user: $1) },
      user("profilectl.read_marks", "reader, reader", "reader") { id, _ in .readMark(user: id) },
    ]
    + EdgeKind.allCases.flatMap { kind -> [OrphanRule] in
      let half = kind.halves.ofSource
      let identity: SQL = "\(half.source), \(half.target)"
      let object = { @Sendable (source: Int64, target: Int64) in
        Fault.Object.edge(kind, from: source, to: target)
      }
      return [
        user("\(half.table)", identity, "\(half.source)", object),
        OrphanRule(
          table: "\(half.table)", identity: identity, column: "\(half.target)",
          isOfUser: kind.rules.target == .user, object: object),
      ]
    }

  private static func user(
    _ table: SQL, _ identity: SQL, _ column: SQL,
    _ object: @escaping @Sendable (Int64, Int64) -> Fault.Object
  ) -> OrphanRule {
    OrphanRule(table: table, identity: identity, column: column, isOfUser: true, object: object)
  }

  private static func post(
    _ table: SQL, _ identity: SQL, _ column: SQL,
    _ object: @escaping @Sendable (Int64, Int64) -> Fault.Object
  ) -> OrphanRule {
    OrphanRule(table: table, identity: identity, column: column, isOfUser: false, object: object)
  }
}

/// A column whose value is derived from other rows.
struct CountRule: Sendable {
  let column: DerivedColumn
  let isOfUsers: Bool
  /// The stored value, if the column of the row `counted` has only a part of it.
  var parts: SQL?
  /// The value for the row `counted`.
  let actual: SQL

  var stored: SQL { parts ?? "counted.\(column.name)" }

  var table: SQL { isOfUsers ? "profilectl.users" : "profilectl.posts" }
  var handle: SQL { isOfUsers ? "username" : "NULL::text AS username" }

  static let all: [CountRule] = [
    CountRule(
      column: .posts, isOfUsers: true,
      actual: "SELECT count(*) FROM profilectl.posts WHERE author = counted.id AND private = 0"),
    CountRule(
      column: .followers, isOfUsers: true,
      parts: """
        (counted.follower_count + coalesce((
          SELECT sum(followers) FROM profilectl.count_slots WHERE owner = counted.id), 0))::bigint
        """,
      actual: "SELECT count(*) FROM profilectl.followers WHERE followee = counted.id"),
    CountRule(
      column: .following, isOfUsers: true,
      actual: "SELECT count(*) FROM profilectl.follows WHERE follower = counted.id"),
    CountRule(
      column: .likes, isOfUsers: true,
      actual: """
        SELECT count(*) FROM profilectl.likes AS l
        JOIN profilectl.posts AS p ON p.author = l.author AND p.id = l.post
        WHERE l.author = counted.id AND p.private = 0
        """),
    CountRule(
      column: .newestPost, isOfUsers: true,
      actual: """
        SELECT coalesce(max(at), 0) FROM profilectl.posts
        WHERE author = counted.id AND private = 0
        """),
    CountRule(
      column: .likes, isOfUsers: false,
      actual: """
        SELECT count(*) FROM profilectl.likes
        WHERE author = counted.author AND post = counted.id
        """),
    CountRule(
      column: .replies, isOfUsers: false,
      actual: """
        SELECT count(*) FROM profilectl.thread_posts
        WHERE thread = coalesce(counted.thread, counted.id) AND reply_to = counted.id
          AND private = 0 AND author IS NOT NULL
        """),
    CountRule(
      column: .reposts, isOfUsers: false,
      actual: "SELECT count(*) FROM profilectl.posts WHERE reposts = counted.id"),
  ]
}

extension EdgeHalves {
  /// Selects source, target and time of the edges that only one of the halves has.
  func edges(onlyOfSource isOfSource: Bool) -> SQL {
    let (one, other) = isOfSource ? (ofSource, ofTarget) : (ofTarget, ofSource)
    return """
      SELECT e.\(one.source), e.\(one.target), e.at FROM \(one.table) AS e
      WHERE NOT EXISTS (
        SELECT 1 FROM \(other.table) AS o
        WHERE o.\(other.source) = e.\(one.source) AND o.\(other.target) = e.\(one.target)
          AND o.at = e.at)
      ORDER BY 1, 2
      """
  }
}

/// A table whose rows are derived from another.
struct DerivedTable: Sendable {
  let name: String
  /// Statements that select a row for each difference.
  let differences: [SQL]
  /// Statements that repair the table.
  let repair: [SQL]

  static let all: [DerivedTable] = [
    DerivedTable(
      name: "handles",
      rows: "SELECT username, id FROM profilectl.handles",
      source: "SELECT username, id FROM profilectl.users",
      repair: [
        "DELETE FROM profilectl.handles",
        "INSERT INTO profilectl.handles (username, id) SELECT username, id FROM profilectl.users",
      ]),
    DerivedTable(
      name: "post_places",
      rows: "SELECT id, author, private, at FROM profilectl.post_places",
      source: "SELECT id, author, private, at FROM profilectl.posts",
      repair: [
        "DELETE FROM profilectl.post_places",
        """
        INSERT INTO profilectl.post_places (id, author, private, at)
        SELECT id, author, private, at FROM profilectl.posts
        """,
      ]),
    DerivedTable(
      name: "thread_posts",
      rows: """
        SELECT thread, at, id, reply_to, author, private FROM profilectl.thread_posts
        WHERE author IS NOT NULL
        """,
      source: """
        SELECT thread, at, id, reply_to, author, private FROM profilectl.posts
        WHERE reply_to IS NOT NULL
        """,
      repair: [
        "DELETE FROM profilectl.thread_posts WHERE author IS NOT NULL",
        """
        INSERT INTO profilectl.thread_posts (thread, at, id, reply_to, author, private)
        SELECT thread, at, id, reply_to, author, private FROM profilectl.posts
        WHERE reply_to IS NOT NULL ON CONFLICT DO NOTHING
        """,
      ]),
    DerivedTable(
      name: "notices",
      rows: "SELECT recipient, kind, at, post, subject, actor FROM profilectl.notices",
      source: """
        SELECT m.mentioned, m.kind, m.at, m.post, coalesce(p.reposts, p.id), m.author
        FROM profilectl.mentions AS m
        JOIN profilectl.posts AS p ON p.author = m.author AND p.id = m.post WHERE m.kind > 0
        """,
      repair: [
        "DELETE FROM profilectl.notices",
        """
        INSERT INTO profilectl.notices (recipient, kind, at, post, subject, actor)
        SELECT m.mentioned, m.kind, m.at, m.post, coalesce(p.reposts, p.id), m.author
        FROM profilectl.mentions AS m
        JOIN profilectl.posts AS p ON p.author = m.author AND p.id = m.post WHERE m.kind > 0
        """,
      ]),
    DerivedTable(
      name: "count_slots",
      differences: [
        """
        SELECT 1 FROM profilectl.count_slots AS s
        WHERE NOT EXISTS (SELECT 1 FROM profilectl.users WHERE id = s.owner AND slots > 0)
        """
      ],
      repair: [
        """
        DELETE FROM profilectl.count_slots AS s
        WHERE NOT EXISTS (SELECT 1 FROM profilectl.users WHERE id = s.owner AND slots > 0)
        """
      ]),
  ]

  private init(name: String, differences: [SQL], repair: [SQL]) {
    (self.name, self.differences, self.repair) = (name, differences, repair)
  }

  private init(name: String, rows: SQL, source: SQL, repair: [SQL]) {
    self.name = name
    self.repair = repair
    differences = ["\(rows) EXCEPT \(source)", "\(source) EXCEPT \(rows)"]
  }
}
