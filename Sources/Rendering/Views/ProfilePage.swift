package import Model

/// A profile as printed by `show`: card, tab bar, and the grid of one tab.
package struct ProfilePage: View {
  private let profile: Profile
  private let tab: ProfileTab
  private let posts: [Post]
  private let hasViewer: Bool
  private let columns: Int?
  private let thumbnails: [String: Thumbnail]
  private let avatar: Thumbnail?
  /// Whether the page is written to a file: without a button, and with the private tab only if that
  /// is chosen.
  package var isExported = false

  /// `thumbnails` are keyed by the hash of the picture; `avatar` is the owner's picture.
  package init(
    _ profile: Profile, tab: ProfileTab, posts: [Post], hasViewer: Bool,
    columns: Int? = nil, thumbnails: [String: Thumbnail] = [:],
    avatar: Thumbnail? = nil
  ) {
    self.profile = profile
    self.tab = tab
    self.posts = posts
    self.hasViewer = hasViewer
    self.columns = columns
    self.thumbnails = thumbnails
    self.avatar = avatar
  }

  package init(
    _ shown: ShownProfile, columns: Int? = nil,
    thumbnails: [String: Thumbnail] = [:], avatar: Thumbnail? = nil
  ) {
    self.init(
      shown.profile.item, tab: shown.tab, posts: shown.posts.items, hasViewer: shown.hasViewer,
      columns: columns, thumbnails: thumbnails, avatar: avatar)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let isOwn = profile.relation.isMe
    let space = Canvas(width: traits.width, height: 1)
    var card = ProfileCard(profile, hasViewer: hasViewer, avatar: avatar)
    card.hasButton = !isExported
    let bar = TabBar(tab, isOwn: isExported ? tab == .private : isOwn)
    let top = [card.canvas(in: traits), space, bar.canvas(in: traits)]
    // Stacking the rows directly saves one copy of the grid.
    let below =
      posts.isEmpty
      ? [EmptyTab(tab, of: profile.user.handle, isOwn: isOwn).canvas(in: traits)]
      : PostGrid(posts, columns: columns, thumbnails: thumbnails).rows(in: traits)
    return Canvas(stacked: top + below)
  }
}
