/// A profile with a page of one of its tabs, read in one snapshot.
package struct ShownProfile: Equatable, Sendable {
  package var profile: Entry<Profile>
  package var tab: ProfileTab
  package var posts: Page<Post>
  /// Whether there is a viewer, who could follow the user.
  package var hasViewer: Bool

  package init(
    profile: Entry<Profile>, tab: ProfileTab, posts: Page<Post>, hasViewer: Bool
  ) {
    self.hasViewer = hasViewer
    self.profile = profile
    self.tab = tab
    self.posts = posts
  }

  /// The part that an export to a file contains.
  ///
  /// Exports are made to be shared, so only an export of the private tab contains private posts.
  package func kept(choosing tab: ProfileTab) -> ShownProfile {
    guard tab != .private else { return self }
    var kept = self
    kept.posts.entries.removeAll(where: \.item.isPrivate)
    return kept
  }
}

/// The lists of posts below the card of a profile.
package enum ProfileTab: String, CaseIterable, Sendable {
  case posts, replies, likes
  /// Visible to the owner only.
  case `private`

  /// The tabs visible to the owner of a profile or to other viewers.
  package static func offered(toOwner isOwner: Bool) -> [ProfileTab] {
    allCases.filter { $0 != .private || isOwner }
  }
}
