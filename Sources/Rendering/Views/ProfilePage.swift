package import Model

/// A profile as `show` prints it: card, slide bar and the grid of one tab.
package struct ProfilePage: View {
  private let profile: Profile
  private let tab: ProfileTab
  private let posts: [Post]
  private let hasViewer: Bool
  private let columns: Int
  private let thumbnails: [String: Thumbnail]
  private let avatar: Thumbnail?
  /// The blank lines between rows of posts.
  package var gap = 0

  /// Thumbnails are found by the hashes of the posts' pictures; `avatar` is the owner's.
  package init(
    _ profile: Profile, tab: ProfileTab, posts: [Post], hasViewer: Bool,
    columns: Int = PostGrid.defaultColumns, thumbnails: [String: Thumbnail] = [:],
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

  package func canvas(in traits: Traits) -> Canvas {
    let isOwn = profile.relation.isMe
    let space = Canvas(width: traits.width, height: 1)
    let top = [
      ProfileCard(profile, hasViewer: hasViewer, avatar: avatar).canvas(in: traits), space,
      SlideBar(tab, isOwn: isOwn).canvas(in: traits),
    ]
    // The rows themselves, and no grid of them that would be copied once more.
    let below =
      posts.isEmpty
      ? [EmptyTab(tab, of: profile.user.handle, isOwn: isOwn).canvas(in: traits)]
      : PostGrid(posts, columns: columns, thumbnails: thumbnails, gap: gap).rows(in: traits)
    return Canvas(stacked: top + below)
  }
}
