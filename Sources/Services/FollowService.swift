package import Model
internal import Storage

/// Follows and unfollows users, and lists the follows.
package struct FollowService {
  let store: any Store

  private var edges: EdgeService { EdgeService(store: store) }

  /// Following a user twice changes nothing; following oneself is refused.
  package func follow(
    _ items: [BulkItem<Handle>], as viewer: Viewer, at now: Moment, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try edges.draw(.follow, to: items, as: viewer, at: now, mode)
  }

  /// Unfollowing a user who is not followed changes nothing.
  package func unfollow(
    _ items: [BulkItem<Handle>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try edges.remove(.follow, to: items, as: viewer, mode)
  }

  /// Whether one user follows another; a nil `followee` means the viewer.
  package func follows(
    _ follower: Handle, _ followee: Handle?, as viewer: Viewer
  ) throws(ServiceError) -> Bool {
    try store.read { reading in
      let follower = try reading.userID(of: follower)
      let followee = try reading.subject(followee, as: viewer)
      return try reading.contains(Edge(.follow, from: follower, to: .user(followee)))
    }
  }

  /// The followers of a user; nil means the viewer.
  package func followers(
    of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.sources(.follow, of: handle, as: viewer, request)
  }

  /// The users that a user follows; nil means the viewer.
  package func following(
    by handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.targets(.follow, of: handle, as: viewer, request)
  }

  /// The users who follow a user and are followed back; nil means the viewer.
  package func friends(
    of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let id = try reading.subject(handle, as: viewer)
      return try reading.friends(of: id, for: try reading.viewer(viewer), request)
    }
  }

  /// The number of friends of a user; nil means the viewer.
  package func friendCount(of handle: Handle?, as viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { reading in
      try reading.friendCount(of: try reading.subject(handle, as: viewer))
    }
  }

  /// Users followed by the viewer's followees but not by the viewer, most shared first.
  package func suggestions(
    for viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Suggestion> {
    try store.read { try $0.suggestions(for: try $0.actor(viewer), request) }
  }

  package func suggestionCount(for viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { try $0.suggestionCount(for: try $0.actor(viewer)) }
  }
}

/// Likes and unlikes posts, and lists the likers.
package struct LikeService {
  let store: any Store

  private var edges: EdgeService { EdgeService(store: store) }

  /// Liking a post twice changes nothing.
  package func like(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, at now: Moment, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try edges.draw(.like, to: items, as: viewer, at: now, mode)
  }

  /// Unliking a post that is not liked changes nothing.
  package func unlike(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try edges.remove(.like, to: items, as: viewer, mode)
  }

  package func likers(
    of id: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.sources(.like, of: id, as: viewer, request)
  }
}
