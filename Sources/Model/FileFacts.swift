/// What can be told of a network's file without judging it.
package struct FileFacts: Equatable, Sendable {
  /// With links resolved.
  package var path: String
  package var schemaVersion: Int
  package var sqliteVersion: String
  package var pageSize: Int
  package var pageCount: Int
  package var users: Int
  package var posts: Int
  package var follows: Int
  package var likes: Int
  package var flags: Int
  package var pictures: Int

  package init(
    path: String, schemaVersion: Int, sqliteVersion: String, pageSize: Int, pageCount: Int,
    users: Int, posts: Int, follows: Int, likes: Int, flags: Int, pictures: Int
  ) {
    self.path = path
    self.schemaVersion = schemaVersion
    self.sqliteVersion = sqliteVersion
    self.pageSize = pageSize
    self.pageCount = pageCount
    self.users = users
    self.posts = posts
    self.follows = follows
    self.likes = likes
    self.flags = flags
    self.pictures = pictures
  }

  package var bytes: Int { pageSize * pageCount }
}
