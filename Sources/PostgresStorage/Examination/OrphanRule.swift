internal import Model
internal import SQLText

/// A column that names a row of another table.
struct OrphanRule: Sendable {
  /// The table of the row that is named.
  enum Parent: Sendable {
    case user, post, picture
  }

  let table: SQL
  let column: SQL
  let parent: Parent
  /// The object of a fault, whose identity is read from the row.
  let object: @Sendable (inout ResultRow) -> Fault.Object

  private init(
    _ table: SQL, _ column: SQL, names parent: Parent,
    object: @escaping @Sendable (inout ResultRow) -> Fault.Object
  ) {
    self.table = table
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

  /// Of the halves of edges, those with the source are examined.
  static let all =
    [OrphanRule("profilectl.posts", "author", names: .user) { .post($0["id"]) }]
    + marks + pictures + EdgeKind.allCases.flatMap { ends(of: $0, in: $0.halves.ofSource) }

  private static let pictures = [
    OrphanRule("profilectl.posts", "picture", names: .picture) { .post($0["id"]) },
    OrphanRule("profilectl.users", "avatar", names: .picture) {
      .user($0["id"], handle: $0["username"])
    },
    OrphanRule("profilectl.users", "banner", names: .picture) {
      .user($0["id"], handle: $0["username"])
    },
    OrphanRule("profilectl.thumbnails", "picture", names: .picture) { .thumbnail($0["picture"]) },
  ]

  /// Rows that a repair removes if they name nothing.
  static let marks = [
    OrphanRule("profilectl.mentions", "mentioned", names: .user) {
      .mention(post: $0["post"], user: $0["mentioned"])
    },
    OrphanRule("profilectl.mentions", "post", names: .post) {
      .mention(post: $0["post"], user: $0["mentioned"])
    },
    OrphanRule("profilectl.read_marks", "reader", names: .user) { .readMark(user: $0["reader"]) },
  ]

  static func ends(of kind: EdgeKind, in half: EdgeHalves.Half) -> [OrphanRule] {
    [(half.source, .user), (half.target, kind.rules.target == .user ? .user : .post)].map {
      OrphanRule("\(half.table)", "\($0)", names: $1) {
        .edge(kind, from: $0["\(half.source)"], to: $0["\(half.target)"])
      }
    }
  }
}
