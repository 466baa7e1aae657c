internal import Model
internal import SQLite

/// The name of a table, column or index.
///
/// Names are literals of the program, so that statements made of them keep a constant text.
struct Name: ExpressibleByStringLiteral, Sendable {
  let literal: StaticString

  init(stringLiteral literal: StaticString) {
    self.literal = literal
  }

  var text: String { literal.description }
}

extension Name: Equatable {
  static func == (one: Name, other: Name) -> Bool { one.text == other.text }
}

extension SQL.StringInterpolation {
  /// Inserts the name itself; it is not bound.
  mutating func appendInterpolation(_ name: Name) { appendLiteral(name.literal) }
}

/// The table that stores the edges of one kind, and its columns.
struct EdgeTable: Sendable {
  let name: Name
  /// The column of the user an edge starts from.
  let source: Name
  /// The column of the user or post an edge leads to.
  let target: Name
}

extension EdgeKind {
  var stored: EdgeTable {
    switch self {
    case .follow: EdgeTable(name: "follows", source: "follower", target: "followee")
    case .like: EdgeTable(name: "likes", source: "user", target: "post")
    case .flag: EdgeTable(name: "flags", source: "reporter", target: "post")
    }
  }
}

extension DerivedColumn {
  var name: Name {
    switch self {
    case .posts: "post_count"
    case .followers: "follower_count"
    case .following: "following_count"
    case .likes: "like_count"
    case .newestPost: "last_post_at"
    }
  }
}
