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
  /// What is kept has no button, for there is nothing it could do, and tells of the private tab
  /// only where that is what it shows.
  package var isKept = false

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
    var card = ProfileCard(profile, hasViewer: hasViewer, avatar: avatar)
    card.hasButton = !isKept
    let bar = TabBar(tab, isOwn: isKept ? tab == .private : isOwn)
    let top = [card.canvas(in: traits), space, bar.canvas(in: traits)]
    // The rows themselves, and no grid of them that would be copied once more.
    let below =
      posts.isEmpty
      ? [EmptyTab(tab, of: profile.user.handle, isOwn: isOwn).canvas(in: traits)]
      : PostGrid(posts, columns: columns, thumbnails: thumbnails, gap: gap).rows(in: traits)
    return Canvas(stacked: top + below)
  }
}
