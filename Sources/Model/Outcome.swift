/// What became of one item of a write, and the thing as it is after it.
package struct Outcome: Equatable, Sendable {
  package enum Result: String, Sendable, CaseIterable {
    case created, edited, deleted
    case followed
    case alreadyFollowing = "already_following"
    case unfollowed
    case notFollowing = "not_following"
    case liked
    case alreadyLiked = "already_liked"
    case unliked
    case notLiked = "not_liked"
    case posted, flagged
    case alreadyFlagged = "already_flagged"
    case refused

    /// Whether the item asked for what was so already.
    package var isUnchanged: Bool {
      switch self {
      case .alreadyFollowing, .notFollowing, .alreadyLiked, .notLiked, .alreadyFlagged: true
      default: false
      }
    }
  }

  /// The item as it was typed.
  package var input: String
  package var result: Result
  package var user: Entry<Profile>?
  package var post: Entry<Post>?

  package init(
    input: String, result: Result, user: Entry<Profile>? = nil, post: Entry<Post>? = nil
  ) {
    self.input = input
    self.result = result
    self.user = user
    self.post = post
  }
}
