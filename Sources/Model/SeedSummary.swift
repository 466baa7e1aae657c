/// What a synthetic network holds.
package struct SeedSummary: Equatable, Sendable {
  package var users: Int
  package var posts: Int
  package var follows: Int
  package var likes: Int
  package var pictures: Int
  /// Of everything that was generated, in order: the same for the same order on every machine.
  package var hash: UInt64

  package init(users: Int, posts: Int, follows: Int, likes: Int, pictures: Int, hash: UInt64) {
    self.users = users
    self.posts = posts
    self.follows = follows
    self.likes = likes
    self.pictures = pictures
    self.hash = hash
  }
}
