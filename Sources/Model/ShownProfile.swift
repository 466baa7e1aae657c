/// A profile with a page of one of its tabs, all of one moment.
package struct ShownProfile: Equatable, Sendable {
  package var profile: Entry<Profile>
  package var tab: ProfileTab
  package var posts: Page<Post>

  package init(profile: Entry<Profile>, tab: ProfileTab, posts: Page<Post>) {
    self.profile = profile
    self.tab = tab
    self.posts = posts
  }
}
