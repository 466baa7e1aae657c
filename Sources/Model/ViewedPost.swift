/// A post with those who like it.
package struct ViewedPost: Equatable, Sendable {
  package var post: Entry<Post>
  package var likers: [Handle]

  package init(post: Entry<Post>, likers: [Handle]) {
    self.post = post
    self.likers = likers
  }
}
