internal import Model

/// A profile with a page of a tab.
extension Reading {
  func show(
    _ handle: Handle?, tab: ProfileTab, as viewer: Viewer, _ request: PageRequest
  ) throws -> ShownProfile {
    let profile = try profile(of: handle, as: viewer)
    let me = try self.viewer(viewer)
    let id = profile.item.user.id
    let posts =
      switch tab {
      case .posts: try posts(by: id, isPrivate: false, for: me, request)
      case .likes: try posts(at: .like, of: id, for: me, request)
      case .private: try privatePosts(of: profile.item, for: me, request)
      }
    return ShownProfile(profile: profile, tab: tab, posts: posts, hasViewer: me != nil)
  }
}
