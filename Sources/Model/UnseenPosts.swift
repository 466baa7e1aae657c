/// Posts of the timeline that the viewer has not seen yet, newest first.
package struct UnseenPosts: Equatable, Sendable {
  package var entries: [Entry<Post>]
  /// How many newer ones wait behind these, counted up to one more than `mostCounted`.
  package var remaining: Int

  /// To count all would take the longer, the more somebody has missed.
  package static let mostCounted = 1_000

  package init(entries: [Entry<Post>], remaining: Int) {
    self.entries = entries
    self.remaining = remaining
  }
}
