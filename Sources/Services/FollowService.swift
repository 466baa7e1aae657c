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

  /// Whether one user follows another; `followee` nil stands for the viewer.
  package func follows(
    _ follower: Handle, _ followee: Handle?, as viewer: Viewer
  ) throws(ServiceError) -> Bool {
    try store.read { reading in
      let follower = try reading.userID(of: follower)
      let followee = try reading.subject(followee, as: viewer)
      return try reading.contains(Edge(.follow, from: follower, to: .user(followee)))
    }
  }

  /// The followers of a user; nil stands for the viewer.
  package func followers(
    of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.sources(.follow, of: handle, as: viewer, request)
  }

  /// The users a user follows; nil stands for the viewer.
  package func following(
    by handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.targets(.follow, of: handle, as: viewer, request)
  }

  /// The users who follow a user and whom the user follows back; nil stands for the viewer.
  package func friends(
    of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let id = try reading.subject(handle, as: viewer)
      return try reading.friends(of: id, for: try reading.viewer(viewer), request)
    }
  }

  /// How many friends a user has; nil stands for the viewer.
  package func friendCount(of handle: Handle?, as viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { reading in
      try reading.friendCount(of: try reading.subject(handle, as: viewer))
    }
  }

  /// Users whom the viewer's followees follow, most shared first.
  package func suggestions(
    for viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Suggestion> {
    try store.read { try $0.suggestions(for: try $0.actor(viewer), request) }
  }

  /// The number of users that `suggestions` lists in all.
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

  /// The users who like a post.
  package func likers(
    of id: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.sources(.like, of: id, as: viewer, request)
  }
}
