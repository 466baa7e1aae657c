internal import Model
internal import Postgres
internal import SQLText

/// A column that names a row of another table.
struct OrphanRule: Sendable {
  /// The table of the row that is named.
  enum Parent: Sendable {
    case user, post, picture
  }

  let table: SQL
  /// The columns that a fault names.
  let identity: SQL
  let column: SQL
  let parent: Parent
  /// The object of a fault, whose identity begins in the second column.
  let object: @Sendable (borrowing PostgresRow) -> Fault.Object

  /// Selects the numbers in the column that no row has.
  var missing: SQL {
    let rows: SQL =
      switch parent {
      case .user: "profilectl.users"
      case .post: "profilectl.posts"
      case .picture: "profilectl.pictures"
      }
    return """
      SELECT DISTINCT \(column) FROM \(table) WHERE \(column) IS NOT NULL
      EXCEPT SELECT id FROM \(rows)
      """
  }

  func missing(_ number: Int64) -> Fault.Object {
    switch parent {
    case .user: .user(number, handle: nil)
    case .post: .post(number)
    case .picture: .picture(number)
    }
  }

  /// Halves of edges are looked at where they lie with the source.
  static let all: [OrphanRule] =
    [user("profilectl.posts", "id", "author") { .post($0.int64(1)) }] + marks + pictures
    + EdgeKind.allCases.flatMap { ends(of: $0, in: $0.halves.ofSource) }

  private static let pictures: [OrphanRule] = [
    picture("profilectl.posts", "id", "picture") { .post($0.int64(1)) },
    picture("profilectl.users", "id, username", "avatar") {
      .user($0.int64(1), handle: $0.text(2))
    },
    picture("profilectl.users", "id, username", "banner") {
      .user($0.int64(1), handle: $0.text(2))
    },
    picture("profilectl.thumbnails", "picture", "picture") { .thumbnail($0.int64(1)) },
  ]

  /// Rows that a repair removes if they name nothing.
  static let marks: [OrphanRule] = [
    user("profilectl.mentions", "post, mentioned", "mentioned") {
      .mention(post: $0.int64(1), user: $0.int64(2))
    },
    post("profilectl.mentions", "post, mentioned", "post") {
      .mention(post: $0.int64(1), user: $0.int64(2))
    },
    user("profilectl.read_marks", "reader", "reader") { .readMark(user: $0.int64(1)) },
  ]

  static func ends(of kind: EdgeKind, in half: EdgeHalves.Half) -> [OrphanRule] {
    let identity: SQL = "\(half.source), \(half.target)"
    let object = { @Sendable (row: borrowing PostgresRow) in
      Fault.Object.edge(kind, from: row.int64(1), to: row.int64(2))
    }
    return [
      user("\(half.table)", identity, "\(half.source)", object),
      OrphanRule(
        table: "\(half.table)", identity: identity, column: "\(half.target)",
        parent: kind.rules.target == .user ? .user : .post, object: object),
    ]
  }

  private static func user(
    _ table: SQL, _ identity: SQL, _ column: SQL,
    _ object: @escaping @Sendable (borrowing PostgresRow) -> Fault.Object
  ) -> OrphanRule {
    OrphanRule(table: table, identity: identity, column: column, parent: .user, object: object)
  }

  private static func post(
    _ table: SQL, _ identity: SQL, _ column: SQL,
    _ object: @escaping @Sendable (borrowing PostgresRow) -> Fault.Object
  ) -> OrphanRule {
    OrphanRule(table: table, identity: identity, column: column, parent: .post, object: object)
  }

  private static func picture(
    _ table: SQL, _ identity: SQL, _ column: SQL,
    _ object: @escaping @Sendable (borrowing PostgresRow) -> Fault.Object
  ) -> OrphanRule {
    OrphanRule(table: table, identity: identity, column: column, parent: .picture, object: object)
  }
}

/// A column whose value is derived from other rows.
struct PostgresCountRule: Sendable {
  let column: DerivedColumn
  let isOfUsers: Bool
  /// The stored value, if the column of the row `counted` has only a part of it.
  var parts: SQL?
  /// Selects the numbers `row` of rows, and the `value` of each that is not 0.
  let found: SQL
  /// The condition for a row of `found` that belongs to the row `counted`.
  var belongs: SQL = "found.row = counted.id"

  var table: SQL { isOfUsers ? "profilectl.users" : "profilectl.posts" }

  /// Selects the rows with a wrong value: number, stored and right value, and name.
  var differences: SQL {
    let stored: SQL = parts ?? "counted.\(column.name)"
    let name: SQL = isOfUsers ? "username" : "NULL::text"
    return """
      SELECT id, \(stored), coalesce(found.value, 0), \(name) FROM \(table) AS counted
      LEFT JOIN (\(found)) AS found ON \(belongs)
      WHERE \(stored) <> coalesce(found.value, 0) ORDER BY id
      """
  }

  static let all: [PostgresCountRule] = [
    PostgresCountRule(
      column: .posts, isOfUsers: true,
      found: """
        SELECT author AS row, count(*) AS value FROM profilectl.posts WHERE private = 0
        GROUP BY author
        """),
    PostgresCountRule(
      column: .followers, isOfUsers: true,
      parts: """
        (counted.follower_count + coalesce((
          SELECT sum(followers) FROM profilectl.count_slots WHERE owner = counted.id), 0))::bigint
        """,
      found: """
        SELECT followee AS row, count(*) AS value FROM profilectl.followers GROUP BY followee
        """),
    PostgresCountRule(
      column: .following, isOfUsers: true,
      found: """
        SELECT follower AS row, count(*) AS value FROM profilectl.follows GROUP BY follower
        """),
    PostgresCountRule(
      column: .likes, isOfUsers: true,
      found: """
        SELECT l.author AS row, count(*) AS value FROM profilectl.likes AS l
        JOIN profilectl.posts AS p ON p.author = l.author AND p.id = l.post
        WHERE p.private = 0 GROUP BY l.author
        """),
    PostgresCountRule(
      column: .newestPost, isOfUsers: true,
      found: """
        SELECT author AS row, max(at) AS value FROM profilectl.posts WHERE private = 0
        GROUP BY author
        """),
    PostgresCountRule(
      column: .likes, isOfUsers: false,
      found: """
        SELECT author, post AS row, count(*) AS value FROM profilectl.likes GROUP BY author, post
        """,
      belongs: "found.author = counted.author AND found.row = counted.id"),
    // Over several machines the answers are not with the post: `OFFSET` has them counted first.
    PostgresCountRule(
      column: .replies, isOfUsers: false,
      found: """
        SELECT thread, reply_to AS row, count(*) AS value FROM profilectl.thread_posts
        WHERE private = 0 AND author IS NOT NULL GROUP BY thread, reply_to OFFSET 0
        """,
      belongs: """
        found.thread = coalesce(counted.thread, counted.id) AND found.row = counted.id
        """),
    PostgresCountRule(
      column: .reposts, isOfUsers: false,
      found: """
        SELECT reposts AS row, count(*) AS value FROM profilectl.posts WHERE reposts IS NOT NULL
        GROUP BY reposts
        """),
  ]
}

extension EdgeHalves {
  /// Selects source, target and time of the edges that only one of the halves has.
  func edges(onlyOfSource isOfSource: Bool) -> SQL {
    let (one, other) = isOfSource ? (ofSource, ofTarget) : (ofTarget, ofSource)
    return "\(one.edges) EXCEPT \(other.edges) ORDER BY 1, 2"
  }
}

extension EdgeHalves.Half {
  /// Selects source, target and time of all edges.
  var edges: SQL { "SELECT \(source), \(target), at FROM \(table)" }
}

/// A table whose rows are derived from another.
struct DerivedTable: Sendable {
  let name: String
  /// Selects the rows of the table.
  let rows: SQL
  /// Selects the rows that the table must have.
  let source: SQL
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
      rows: "SELECT owner, slot FROM profilectl.count_slots",
      source: """
        SELECT s.owner, s.slot FROM profilectl.count_slots AS s
        JOIN profilectl.users AS u ON u.id = s.owner WHERE u.slots > 0
        """,
      repair: [
        """
        DELETE FROM profilectl.count_slots AS s
        WHERE NOT EXISTS (SELECT 1 FROM profilectl.users WHERE id = s.owner AND slots > 0)
        """
      ]),
  ]
}
