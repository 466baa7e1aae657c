/// One person's report of a post.
package struct Flag: Equatable, Sendable {
  package var post: Post.ID
  package var author: Handle
  package var reporter: Handle
  package var reason: String?
  package var createdAt: Moment

  package init(
    post: Post.ID, author: Handle, reporter: Handle, reason: String?, createdAt: Moment
  ) {
    self.post = post
    self.author = author
    self.reporter = reporter
    self.reason = reason
    self.createdAt = createdAt
  }
}
