import SQLite

/// The edges that only one of their two directions knows.
///
/// The table holds each follow by its follower, the index by whom it leads to; each like by its
/// post, and by who likes it.
enum OneSidedEdges {
  static let followsInTable: SQL = """
    SELECT follower, followee FROM follows AS f INDEXED BY sqlite_autoindex_follows_1
    WHERE NOT EXISTS (
      SELECT 1 FROM follows AS g INDEXED BY follows_by_followee
      WHERE g.followee = f.followee AND g.follower = f.follower)
    """
  static let followsInIndex: SQL = """
    SELECT follower, followee FROM follows AS f INDEXED BY follows_by_followee
    WHERE NOT EXISTS (
      SELECT 1 FROM follows AS g INDEXED BY sqlite_autoindex_follows_1
      WHERE g.follower = f.follower AND g.followee = f.followee)
    """
  static let likesInTable: SQL = """
    SELECT post, user, at FROM likes AS f INDEXED BY sqlite_autoindex_likes_1
    WHERE NOT EXISTS (
      SELECT 1 FROM likes AS g INDEXED BY likes_by_user
      WHERE g.user = f.user AND g.at = f.at AND g.post = f.post)
    """
  static let likesInIndex: SQL = """
    SELECT post, user, at FROM likes AS f INDEXED BY likes_by_user
    WHERE NOT EXISTS (
      SELECT 1 FROM likes AS g INDEXED BY sqlite_autoindex_likes_1
      WHERE g.post = f.post AND g.user = f.user AND g.at = f.at)
    """
}
