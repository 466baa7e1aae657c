/// How many of each a user has, leaving out private posts and the likes these receive.
package struct Counts: Equatable, Sendable {
  package var posts: Int
  package var followers: Int
  package var following: Int
  package var likes: Int

  package init(posts: Int = 0, followers: Int = 0, following: Int = 0, likes: Int = 0) {
    self.posts = posts
    self.followers = followers
    self.following = following
    self.likes = likes
  }
}
