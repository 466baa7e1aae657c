internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// How a server stores the rows of a migrated table.
struct MigratedColumns: Sendable {
  /// How the value of a column is read.
  enum Kind: Sendable {
    case integer, text, bytes
  }

  /// In the order of a file.
  let columns: [(name: Name, kind: Kind)]
  /// The table, and the condition for its rows.
  let rows: SQL
  let order: [Name]
  /// The number by which rows are compared: a checksum, or one made of the ends of an edge.
  let number: SQL

  var names: [Name] { columns.map(\.name) }

  func row(_ row: inout ResultRow) -> MigratedRow {
    columns.map { name, kind in
      switch kind {
      case .integer: return row[optional: "\(name)"].map { .integer($0) } ?? .null
      case .text: return row[optional: "\(name)"].map { .text($0) } ?? .null
      case .bytes:
        let (isNull, bytes): (Bool, [UInt8]) = (row["\(name) IS NULL"], row["\(name)"])
        return isNull ? .null : .blob(bytes)
      }
    }
  }

  private static func integers(_ names: Name...) -> [(name: Name, kind: Kind)] {
    names.map { ($0, .integer) }
  }

  private static func texts(_ names: Name...) -> [(name: Name, kind: Kind)] {
    names.map { ($0, .text) }
  }

  private static func bytes(_ names: Name...) -> [(name: Name, kind: Kind)] {
    names.map { ($0, .bytes) }
  }

  /// Edges without a checksum.
  private static func edges(
    _ rows: SQL, _ source: Name, _ target: Name, order: [Name],
    _ columns: [(name: Name, kind: Kind)]
  ) -> MigratedColumns {
    MigratedColumns(
      columns: columns, rows: rows, order: order,
      number: "(\(source) * 7919 + \(target) * 104729) % 1000003")
  }

  init(
    columns: [(name: Name, kind: Kind)], rows: SQL, order: [Name], number: SQL = "0::bigint"
  ) {
    (self.columns, self.rows, self.order, self.number) = (columns, rows, order, number)
  }

  init(_ table: MigratedTable) {
    self =
      switch table {
      case .pictures: .pictures
      case .thumbnails: .thumbnails
      case .users: .users
      case .posts: .posts
      case .gonePosts: .gonePosts
      case .follows: .follows
      case .likes: .likes
      case .flags: .flags
      case .mutes: .mutes
      case .bookmarks: .bookmarks
      case .mentions: .mentions
      case .readMarks: .readMarks
      case .origins: .origins
      }
  }
}

extension MigratedColumns {
  private static let pictures = MigratedColumns(
    columns: integers("id") + bytes("hash") + integers("width", "height", "bytes", "checksum")
      + bytes("content"),
    rows: "profilectl.pictures", order: ["id"], number: "checksum")

  private static let thumbnails = MigratedColumns(
    columns: integers("picture") + bytes("pixels", "whole"), rows: "profilectl.thumbnails",
    order: ["picture"])

  private static let users = MigratedColumns(
    columns: integers("id") + texts("username", "name", "bio")
      + integers(
        "avatar", "created_at", "checksum", "last_post_at", "post_count", "follower_count",
        "following_count", "like_count", "banner"),
    rows: """
      (SELECT u.id, username, name, bio, avatar, created_at, checksum, last_post_at, post_count,
        (follower_count + coalesce((
          SELECT sum(followers) FROM profilectl.count_slots WHERE owner = u.id), 0)
        )::bigint AS follower_count, following_count, like_count, banner
      FROM profilectl.users AS u) AS users
      """, order: ["id"], number: "checksum")

  private static let posts = MigratedColumns(
    columns: integers("author", "private", "at", "id") + texts("text") + integers("picture")
      + texts("alt")
      + integers(
        "checksum", "like_count", "reply_to", "thread", "quotes", "reposts", "edited_at",
        "reply_count", "repost_count"),
    rows: "profilectl.posts", order: ["author", "private", "at"], number: "checksum")

  private static let gonePosts = MigratedColumns(
    columns: integers("thread", "at", "id", "reply_to"),
    rows: "profilectl.thread_posts WHERE author IS NULL", order: ["thread", "at", "id"])

  private static let follows = edges(
    "profilectl.follows", "follower", "followee", order: ["follower", "followee"],
    integers("follower", "followee", "at"))

  private static let likes = edges(
    "profilectl.likes", "liker", "post", order: ["post", "liker"],
    integers("post", "liker", "at", "author"))

  private static let flags = MigratedColumns(
    columns: integers("post", "reporter", "at") + texts("reason") + integers("checksum"),
    rows: "profilectl.flags", order: ["post", "reporter"], number: "checksum")

  private static let mutes = edges(
    "profilectl.mutes", "muter", "muted", order: ["muted", "muter"],
    integers("muted", "muter", "at"))

  private static let bookmarks = edges(
    "profilectl.bookmarks", "reader", "post", order: ["post", "reader"],
    integers("post", "reader", "at"))

  private static let mentions = edges(
    "profilectl.mentions", "post", "mentioned", order: ["post", "mentioned"],
    integers("post", "mentioned", "kind", "place", "at"))

  private static let readMarks = MigratedColumns(
    columns: integers("reader", "at", "notices_at"), rows: "profilectl.read_marks",
    order: ["reader"])

  private static let origins = MigratedColumns(
    columns: texts("source", "key") + integers("owner", "post", "digest"),
    rows: "profilectl.origins", order: ["source", "key"])
}
