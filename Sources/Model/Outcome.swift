/// What became of one item of a write, and the thing as it is after it.
package struct Outcome: Equatable, Sendable {
  /// What became of the item, under the name it has for machines.
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
  private let thing: Thing?

  /// The thing of a write is one of these; it lives apart, so that a million outcomes stay small.
  private indirect enum Thing: Equatable, Sendable {
    case user(Entry<Profile>)
    case post(Entry<Post>)
  }

  package var user: Entry<Profile>? {
    if case .user(let entry) = thing { entry } else { nil }
  }

  package var post: Entry<Post>? {
    if case .post(let entry) = thing { entry } else { nil }
  }

  package init(
    input: String, result: Result, user: Entry<Profile>? = nil, post: Entry<Post>? = nil
  ) {
    self.input = input
    self.result = result
    precondition(user == nil || post == nil, "A write is of a user or of a post.")
    thing = user.map(Thing.user) ?? post.map(Thing.post)
  }
}
