/// A kind of relation from a user to another user or to a post, such as a follow or a like.
///
/// Each kind has its `Rules` here. Services, storage, repair and export read them and have no code
/// for a single kind.
package enum EdgeKind: String, CaseIterable, Sendable {
  case follow, like, flag, mute, bookmark

  /// The name of all edges of the kind, in the file and in machine-readable output.
  package var plural: String { rawValue + "s" }

  package enum Target: Sendable {
    case user, post
  }

  /// A count that an edge moves by one when it appears or disappears.
  package enum Count: Hashable, Sendable {
    /// A count of the user with the edge; only for edges to users.
    case ofSource(DerivedColumn)
    /// A count of the user or post to which the edge leads.
    case ofTarget(DerivedColumn)
    /// A count of the author of the post; edges to private posts are not counted.
    case ofAuthor(DerivedColumn)
  }

  /// The results of drawing and removing an edge.
  package struct Results: Sendable {
    package let drawn: Outcome.Result
    package let alreadyDrawn: Outcome.Result
    package let removed: Outcome.Result
    package let notThere: Outcome.Result
  }

  package struct Rules: Sendable {
    package let target: Target
    /// Whether the edge may lead to its own user or to their post.
    package let allowsOwn: Bool
    /// Whether the edge stores a reason.
    package let hasReason: Bool
    /// Whether a second tree stores all edges in the other direction.
    package let isMirrored: Bool
    /// Whether the edge stores the author of its post.
    package let hasAuthor: Bool
    package let counts: [Count]
    package let results: Results
  }

  package var rules: Rules {
    switch self {
    case .follow: .follow
    case .like: .like
    case .flag: .flag
    case .mute: .mute
    case .bookmark: .bookmark
    }
  }
}

extension EdgeKind.Rules {
  fileprivate static let follow = Self(
    target: .user, allowsOwn: false, hasReason: false, isMirrored: true, hasAuthor: false,
    counts: [.ofTarget(.followers), .ofSource(.following)],
    results: .init(
      drawn: .followed, alreadyDrawn: .alreadyFollowing, removed: .unfollowed,
      notThere: .notFollowing))

  fileprivate static let like = Self(
    target: .post, allowsOwn: true, hasReason: false, isMirrored: true, hasAuthor: true,
    counts: [.ofTarget(.likes), .ofAuthor(.likes)],
    results: .init(
      drawn: .liked, alreadyDrawn: .alreadyLiked, removed: .unliked, notThere: .notLiked))

  fileprivate static let flag = Self(
    target: .post, allowsOwn: false, hasReason: true, isMirrored: false, hasAuthor: false,
    counts: [],
    results: .init(
      drawn: .flagged, alreadyDrawn: .alreadyFlagged, removed: .unflagged, notThere: .notFlagged))

  fileprivate static let mute = Self(
    target: .user, allowsOwn: false, hasReason: false, isMirrored: true, hasAuthor: false,
    counts: [],
    results: .init(
      drawn: .muted, alreadyDrawn: .alreadyMuted, removed: .unmuted, notThere: .notMuted))

  fileprivate static let bookmark = Self(
    target: .post, allowsOwn: true, hasReason: false, isMirrored: true, hasAuthor: false,
    counts: [],
    results: .init(
      drawn: .bookmarked, alreadyDrawn: .alreadyBookmarked, removed: .unbookmarked,
      notThere: .notBookmarked))
}

/// An edge that a user draws or removes.
package struct Edge: Sendable {
  /// The user or post that an edge leads to.
  package enum Target: Sendable {
    case user(User.ID)
    case post(PostKey)
  }

  package let kind: EdgeKind
  package let source: User.ID
  package let target: Target

  package init(_ kind: EdgeKind, from source: User.ID, to target: Target) {
    (self.kind, self.source, self.target) = (kind, source, target)
  }

  /// The number of the user or post to which the edge leads.
  package var number: Int64 {
    switch target {
    case .user(let id): id.number
    case .post(let place): place.id.number
    }
  }

  /// The followed or muted user, or the author of the post.
  package var owner: User.ID {
    switch target {
    case .user(let id): id
    case .post(let place): place.author
    }
  }

  /// Whether the edge leads to its own user or to their post.
  package var isOwn: Bool { owner == source }
}

/// A column of a user or post whose value follows from other rows, named as in the file.
package enum DerivedColumn: String, Sendable {
  case posts = "post_count"
  case followers = "follower_count"
  case following = "following_count"
  case likes = "like_count"
  case replies = "reply_count"
  case reposts = "repost_count"
  /// The author of the post that an edge leads to.
  case author
  /// The time of the newest public post, 0 without one.
  case newestPost = "last_post_at"
}
