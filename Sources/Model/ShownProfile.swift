/// A profile with a page of one of its tabs, all of one moment.
package struct ShownProfile: Equatable, Sendable {
  package var profile: Entry<Profile>
  package var tab: ProfileTab
  package var posts: Page<Post>
  /// Whether somebody looks at it who could follow them.
  package var hasViewer: Bool

  package init(
    profile: Entry<Profile>, tab: ProfileTab, posts: Page<Post>, hasViewer: Bool
  ) {
    self.hasViewer = hasViewer
    self.profile = profile
    self.tab = tab
    self.posts = posts
  }

  /// What of it goes into a file, which is made to be given to others: private posts, which
  /// somebody may like themself, where it is the private tab that is kept.
  package func kept(choosing tab: ProfileTab) -> ShownProfile {
    guard tab != .private else { return self }
    var kept = self
    kept.posts.entries.removeAll(where: \.item.isPrivate)
    return kept
  }
}
