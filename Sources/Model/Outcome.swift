/// The result of one item of a write, with the user or post as it is afterwards.
package struct Outcome: Equatable, Sendable {
  /// The result of an item; the raw value is its name in machine-readable output.
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
    case unflagged
    case notFlagged = "not_flagged"
    case reposted
    case alreadyReposted = "already_reposted"
    case unreposted
    case notReposted = "not_reposted"
    case bookmarked
    case alreadyBookmarked = "already_bookmarked"
    case unbookmarked
    case notBookmarked = "not_bookmarked"
    case muted
    case alreadyMuted = "already_muted"
    case unmuted
    case notMuted = "not_muted"
    case kept, removed
    case revoked
    case alreadyRevoked = "already_revoked"
    /// The revocation of a key was taken back.
    case lifted
    case notRevoked = "not_revoked"
    case accepted
    case alreadyAccepted = "already_accepted"
    case refused

    /// Whether the item changed nothing because it was already so.
    package var isUnchanged: Bool { Self.unchanged.contains(self) }

    private static let unchanged =
      EdgeKind.allCases.map(\.rules.results).flatMap { [$0.alreadyDrawn, $0.notThere] }
      + [.alreadyReposted, .notReposted, .alreadyRevoked, .notRevoked, .alreadyAccepted]
  }

  /// How much of the user or post an outcome has.
  package enum Detail: Sendable {
    /// Only the handle or number, which is then the input.
    ///
    /// A write to a damaged row succeeds, because the row is not read.
    case name
    case whole
  }

  /// The item as it was typed; with `Detail.name`, its handle or number.
  package let input: String
  package let result: Result
  private let thing: Thing?

  /// Indirect, so that a million outcomes stay small.
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

  /// The outcome without the user or post: it is deleted, was never created, or is only named.
  package init(input: String, result: Result) {
    self.init(input, result, nil)
  }

  package init(input: String, result: Result, user: Entry<Profile>) {
    self.init(input, result, .user(user))
  }

  package init(input: String, result: Result, post: Entry<Post>) {
    self.init(input, result, .post(post))
  }

  private init(_ input: String, _ result: Result, _ thing: Thing?) {
    (self.input, self.result, self.thing) = (input, result, thing)
  }
}
