internal import Model
internal import Storage

/// Reads that combine several queries, the same for every engine.
extension Reading {
  /// The acting user, if one is named and exists.
  ///
  /// A handle that was typed and does not exist is an error, even if no user is needed.
  func viewer(_ viewer: Viewer) throws -> User.ID? {
    switch viewer {
    case .nobody: nil
    case .named(let handle): try userID(of: handle)
    case .preset(let handle): try userID(ifAny: handle)
    case .loggedIn(let id, let createdAt): try isUser(id, createdAt: createdAt) ? id : nil
    }
  }

  /// The acting user, for a command that needs one.
  func actor(_ viewer: Viewer) throws -> User.ID {
    switch viewer {
    case .nobody: throw ServiceError.noCurrentUser(.notChosen)
    case .named(let handle), .preset(let handle): return try userID(of: handle)
    case .loggedIn:
      guard let id = try self.viewer(viewer) else { throw ServiceError.noCurrentUser(.gone) }
      return id
    }
  }

  /// The named user; the acting user if none is named.
  func subject(_ handle: Handle?, as viewer: Viewer) throws -> User.ID {
    if let handle { return try userID(of: handle) }
    return try actor(viewer)
  }

  func userID(of handle: Handle) throws -> User.ID {
    if let id = try userID(ifAny: handle) { return id }
    throw ServiceError.noSuchUser(handle, near: try nearestHandle(to: handle))
  }

  /// The profile of a user found in the same snapshot or transaction; it is missing only in a
  /// damaged file.
  func existingProfile(of id: User.ID, for viewer: User.ID?) throws -> Entry<Profile> {
    if let profile = try profile(of: id, for: viewer) { return profile }
    throw StorageError.file(.damaged)
  }

  /// The profile of the named user; the viewer's own if none is named.
  func profile(of handle: Handle?, as viewer: Viewer) throws -> Entry<Profile> {
    try existingProfile(of: try subject(handle, as: viewer), for: try self.viewer(viewer))
  }

  /// A post found in the same snapshot or transaction; it is missing only in a damaged file.
  func existingPost(_ id: Post.ID, for viewer: User.ID?) throws -> Entry<Post> {
    if let post = try post(id, for: viewer) { return post }
    throw StorageError.file(.damaged)
  }

  /// The key of a post that the viewer may see.
  func place(of id: Post.ID, for viewer: User.ID?) throws -> PostKey {
    if let place = try place(ifAny: id, for: viewer) { return place }
    throw ServiceError.noSuchPost(id)
  }

  /// The key of a post; for a repost, the key of the repeated post.
  func subject(of id: Post.ID, for viewer: User.ID?) throws -> PostKey {
    let place = try place(of: id, for: viewer)
    return try place.reposts.map { try self.place(of: $0, for: viewer) } ?? place
  }

  /// The key of the user's own post.
  func ownPlace(of id: Post.ID, by user: User.ID) throws -> PostKey {
    let place = try place(of: id, for: user)
    if place.author == user { return place }
    let author = try existingProfile(of: place.author, for: nil)
    throw ServiceError.notYours(.post(id, author: author.item.user.handle))
  }

  /// A profile with a page of one of its tabs.
  func show(
    _ handle: Handle?, tab: ProfileTab, as viewer: Viewer, _ request: PageRequest
  ) throws -> ShownProfile {
    let profile = try profile(of: handle, as: viewer)
    let me = try self.viewer(viewer)
    let user = profile.item.user
    if tab == .private, !profile.item.relation.isMe {
      throw ServiceError.notYours(.privateTab(user.handle))
    }
    let posts = try posts(.tab(tab, of: user.id), for: me, request)
    return ShownProfile(profile: profile, tab: tab, posts: posts, hasViewer: me != nil)
  }
}
