/// Posts of the timeline that the viewer has not seen yet, newest first.
package struct UnseenPosts: Equatable, Sendable {
  package var entries: [Entry<Post>]
  /// How many newer ones wait behind these.
  package var remaining: Int

  package init(entries: [Entry<Post>], remaining: Int) {
    self.entries = entries
    self.remaining = remaining
  }
}
