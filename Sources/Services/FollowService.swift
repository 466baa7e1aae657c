package import Model

/// Who follows whom.
package struct FollowService {
  let store: Store

  /// Following somebody twice changes nothing; following oneself is refused.
  package func follow(
    _ items: [BulkItem<Handle>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, handle in
        try writing.follow(try writing.reading.userID(of: handle), as: me, input: input)
      }
    }
  }

  /// Follows somebody whatever they are called by now; nil if they are gone.
  package func follow(_ user: User.ID, as viewer: Viewer) throws(ServiceError) -> Outcome? {
    try store.perform { writing in
      let me = try writing.reading.actor(viewer)
      let handle = try writing.reading.profile(of: user, for: nil)?.item.user.handle
      return try handle.map { try writing.follow(user, as: me, input: $0.text) }
    }
  }

  /// Unfollowing somebody one doesn't follow changes nothing.
  package func unfollow(
    _ items: [BulkItem<Handle>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, handle in
        try writing.unfollow(try writing.reading.userID(of: handle), as: me, input: input)
      }
    }
  }

  /// Unfollows somebody whatever they are called by now; nil if they are gone.
  package func unfollow(_ user: User.ID, as viewer: Viewer) throws(ServiceError) -> Outcome? {
    try store.perform { writing in
      let me = try writing.reading.actor(viewer)
      let handle = try writing.reading.profile(of: user, for: nil)?.item.user.handle
      return try handle.map { try writing.unfollow(user, as: me, input: $0.text) }
    }
  }

  /// Whether one user follows another; `followee` nil stands for the viewer.
  package func follows(
    _ follower: Handle, _ followee: Handle?, as viewer: Viewer
  ) throws(ServiceError) -> Bool {
    try store.read { reading in
      let follower = try reading.userID(of: follower)
      let followee = try reading.subject(followee, as: viewer)
      return try reading.follows(follower, followee)
    }
  }

  /// Those who follow a user; nil stands for the viewer.
  package func followers(
    of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let id = try reading.subject(handle, as: viewer)
      return try reading.followers(of: id, for: try reading.viewer(viewer), request)
    }
  }

  /// Those a user follows; nil stands for the viewer.
  package func following(
    by handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let id = try reading.subject(handle, as: viewer)
      return try reading.following(by: id, for: try reading.viewer(viewer), request)
    }
  }

  /// Those a user follows and is followed by; nil stands for the viewer.
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

  /// People followed by those the viewer follows, most shared first.
  package func suggestions(
    for viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Suggestion> {
    try store.read { try $0.suggestions(for: try $0.actor(viewer), request) }
  }

  /// How many people `suggestions` would list in all.
  package func suggestionCount(for viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { try $0.suggestionCount(for: try $0.actor(viewer)) }
  }
}

extension Writing {
  fileprivate func follow(_ id: User.ID, as me: User.ID, input: String) throws -> Outcome {
    if id == me { throw ServiceError.selfDeed(.follow) }
    let isNew = try insertFollow(me, id)
    return Outcome(
      input: input, result: isNew ? .followed : .alreadyFollowing,
      user: try reading.existingProfile(of: id, for: me))
  }

  fileprivate func unfollow(_ id: User.ID, as me: User.ID, input: String) throws -> Outcome {
    let wasFollowed = try deleteFollow(me, id)
    return Outcome(
      input: input, result: wasFollowed ? .unfollowed : .notFollowing,
      user: try reading.existingProfile(of: id, for: me))
  }
}
