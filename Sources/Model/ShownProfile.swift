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
}
