/// A list of posts that is read in pages.
package enum PostList: Equatable, Sendable {
  /// All public posts, newest first.
  case explore
  /// One author's posts on a tab, newest first; likes are ordered by the like.
  case tab(ProfileTab, of: User.ID)
  /// All posts of an author that others may see, newest first.
  case posts(of: User.ID)
  /// The viewer's bookmarks, newest bookmark first.
  case bookmarks
  /// The posts of the viewer and of those they follow, newest first.
  case timeline
  /// The posts of the timeline that arrived with a date before the read mark, and that the viewer
  /// has not seen.
  case lateTimeline
  /// Posts that a search finds, newest first.
  case search(PostSearch)
  /// Public posts with a hashtag, newest first.
  case hashtag(Hashtag)
}

/// Limits a list to some of its posts, and sets their order.
package struct PostFilter: Equatable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    case new, likes, replies
  }

  /// The earliest time, inclusive.
  package var since: Moment?
  /// The latest time, exclusive.
  package var until: Moment?
  package var hidesReplies: Bool
  package var hidesReposts: Bool
  package var hidesOwn: Bool
  /// Only tabs of a profile and posts of a user have another order than `new`.
  package var order: Order

  /// Whether the filter may omit posts, apart from `hidesOwn`.
  package var leavesOut: Bool {
    since != nil || until != nil || hidesReplies || hidesReposts
  }

  package init(
    since: Moment? = nil, until: Moment? = nil, hidesReplies: Bool = false,
    hidesReposts: Bool = false, hidesOwn: Bool = false, order: Order = .new
  ) {
    self.since = since
    self.until = until
    self.hidesReplies = hidesReplies
    self.hidesReposts = hidesReposts
    self.hidesOwn = hidesOwn
    self.order = order
  }
}
