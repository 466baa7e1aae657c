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

  private init(
    _ table: SQL, _ identity: SQL, _ column: SQL, names parent: Parent,
    object: @escaping @Sendable (borrowing PostgresRow) -> Fault.Object
  ) {
    self.table = table
    self.identity = identity
    self.column = column
    self.parent = parent
    self.object = object
  }

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
  static let all =
    [OrphanRule("profilectl.posts", "id", "author", names: .user) { .post($0.int64(1)) }]
    + marks + pictures + EdgeKind.allCases.flatMap { ends(of: $0, in: $0.halves.ofSource) }

  private static let pictures = [
    OrphanRule("profilectl.posts", "id", "picture", names: .picture) { .post($0.int64(1)) },
    OrphanRule("profilectl.users", "id, username", "avatar", names: .picture) {
      .user($0.int64(1), handle: $0.text(2))
    },
    OrphanRule("profilectl.users", "id, username", "banner", names: .picture) {
      .user($0.int64(1), handle: $0.text(2))
    },
    OrphanRule("profilectl.thumbnails", "picture", "picture", names: .picture) {
      .thumbnail($0.int64(1))
    },
  ]

  /// Rows that a repair removes if they name nothing.
  static let marks = [
    OrphanRule("profilectl.mentions", "post, mentioned", "mentioned", names: .user) {
      .mention(post: $0.int64(1), user: $0.int64(2))
    },
    OrphanRule("profilectl.mentions", "post, mentioned", "post", names: .post) {
      .mention(post: $0.int64(1), user: $0.int64(2))
    },
    OrphanRule("profilectl.read_marks", "reader", "reader", names: .user) {
      .readMark(user: $0.int64(1))
    },
  ]

  static func ends(of kind: EdgeKind, in half: EdgeHalves.Half) -> [OrphanRule] {
    [(half.source, .user), (half.target, kind.rules.target == .user ? .user : .post)].map {
      OrphanRule("\(half.table)", "\(half.source), \(half.target)", "\($0)", names: $1) {
        .edge(kind, from: $0.int64(1), to: $0.int64(2))
      }
    }
  }
}
