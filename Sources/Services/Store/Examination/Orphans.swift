internal import SQLite

/// The conditions under which rows refer to what is not there, one for each way of referring, and
/// under which nothing refers to a row that is nothing by itself.
///
/// Nothing, too, is not in an empty table: what refers to nothing is left out first.
enum Orphans {
  static let posts: SQL = "author NOT IN (SELECT id FROM users)"
  static let follows: SQL = """
    follower NOT IN (SELECT id FROM users) OR followee NOT IN (SELECT id FROM users)
    """
  /// They refer to nobody else.
  static let selfFollows: SQL = "follower = followee"
  static let likes = tiesToPosts(of: "user")
  static let flags = tiesToPosts(of: "reporter")
  static let readMarks: SQL = "user NOT IN (SELECT id FROM users)"
  static let picturesOfPosts: SQL = """
    picture IS NOT NULL AND picture NOT IN (SELECT id FROM pictures)
    """
  static let avatars: SQL = "avatar IS NOT NULL AND avatar NOT IN (SELECT id FROM pictures)"
  static let thumbnails: SQL = "picture NOT IN (SELECT id FROM pictures)"

  /// Pictures that stand in no post and are nobody's avatar.
  static let unshownPictures: SQL = """
    NOT EXISTS (SELECT 1 FROM posts WHERE picture = pictures.id)
      AND id NOT IN (SELECT avatar FROM users WHERE avatar IS NOT NULL)
    """

  /// Of tables in which the column `user` says whose tie to a post it is.
  private static func tiesToPosts(of user: SQL) -> SQL {
    "\(user) NOT IN (SELECT id FROM users) OR post NOT IN (SELECT id FROM posts)"
  }
}
