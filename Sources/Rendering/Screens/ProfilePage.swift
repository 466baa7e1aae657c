package import Model

/// A profile as `show` prints it: header, tabs, and the grid of one tab.
package struct ProfilePage: View {
  /// The rows below the page: the line about older posts, which may wrap, and the prompt of a
  /// shell.
  private static let below = 3

  private let profile: Profile
  private let tab: ProfileTab
  private let posts: [Post]
  private let hasViewer: Bool
  private let columns: Int?
  private let thumbnails: [String: Thumbnail]
  private let avatar: Thumbnail?
  private let banner: Thumbnail?
  /// Whether the page is for a file: without a button, and with the private tab only if it is
  /// chosen.
  package var isExported = false
  /// Whether the grid ends at the end of the window.
  package var fitsWindow = true

  /// `thumbnails` are keyed by the hash of the picture; `avatar` is the owner's picture.
  package init(
    _ profile: Profile, tab: ProfileTab, posts: [Post], hasViewer: Bool, columns: Int? = nil,
    thumbnails: [String: Thumbnail] = [:], avatar: Thumbnail? = nil, banner: Thumbnail? = nil
  ) {
    self.profile = profile
    self.tab = tab
    self.posts = posts
    self.hasViewer = hasViewer
    self.columns = columns
    self.thumbnails = thumbnails
    self.avatar = avatar
    self.banner = banner
  }

  package init(
    _ shown: ShownProfile, columns: Int? = nil, thumbnails: [String: Thumbnail] = [:],
    avatar: Thumbnail? = nil, banner: Thumbnail? = nil
  ) {
    self.init(
      shown.profile.item, tab: shown.tab, posts: shown.posts.items, hasViewer: shown.hasViewer,
      columns: columns, thumbnails: thumbnails, avatar: avatar, banner: banner)
  }

  package func canvas(in traits: Traits) -> Canvas { drawn(in: traits).canvas }

  /// The page, and the number of its posts.
  ///
  /// A page that fits the window has as many rows of the grid as fit, and at least one.
  package func drawn(in traits: Traits) -> (canvas: Canvas, postCount: Int) {
    let isOwn = profile.relation.isMe
    // Without colours a banner would be noise.
    let cache = traits.depth == .none ? nil : BannerCache(banner, of: profile.user.handle)
    let header = ProfileHeader(
      profile, tabs: TabBar(tab, isOwn: isExported ? tab == .private : isOwn),
      hasViewer: hasViewer, hasButton: !isExported, avatar: avatar, banner: cache, in: traits)
    header.drawsAvatar = !isExported || traits.isASCII
    let top = header.canvas(at: 0)
    let space = Canvas(width: traits.width, height: header.layout.gap)
    if posts.isEmpty {
      let empty = EmptyTab(tab, of: profile.user, isOwn: isOwn)
      return (Canvas(stacked: [top, space, empty.canvas(in: traits)]), 0)
    }
    let window = fitsWindow ? traits.height : nil
    let room = window.map { max(1, $0 - ProfilePage.below - top.height - space.height) }
    // Stacking the rows directly saves one copy of the grid.
    let grid = PostGrid(posts, columns: columns, thumbnails: thumbnails)
      .rows(in: traits, room: room)
    return (Canvas(stacked: [top, space] + grid.rows), grid.postCount)
  }
}
