internal import SQLite

/// The two ways to ask whether somebody follows somebody; SQLite takes one for as good as the
/// other.
///
/// Where one of the two is the same in all questions, the answers lie side by side on the one way,
/// and each on a page of its own on the other.
enum Follows {
  /// For many who may be followed by one: the table's own order.
  static let byFollower: SQL = "INDEXED BY sqlite_autoindex_follows_1"
  /// For many who may follow one.
  static let byFollowee: SQL = "INDEXED BY follows_by_followee"
}
