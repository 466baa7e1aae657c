/// A profile with a page of one of its tabs, read in one snapshot.
package struct ShownProfile: Equatable, Sendable {
  package var profile: Entry<Profile>
  package var tab: ProfileTab
  package var posts: Page<Post>
  package var hasViewer: Bool

  package init(
    profile: Entry<Profile>, tab: ProfileTab, posts: Page<Post>, hasViewer: Bool
  ) {
    (self.hasViewer, self.profile, self.tab, self.posts) = (hasViewer, profile, tab, posts)
  }

  /// The profile without the posts that an export to a file omits.
  ///
  /// Exports are usually shared, so only an export of the private tab contains private posts.
  package func kept(choosing tab: ProfileTab) -> ShownProfile {
    guard tab != .private else { return self }
    var kept = self
    kept.posts.entries.removeAll(where: \.item.isPrivate)
    return kept
  }
}

/// A list of posts on a profile.
package enum ProfileTab: String, CaseIterable, Sendable {
  case posts, replies, likes
  /// Visible to the owner only.
  case `private`

  /// The tabs visible to the owner of a profile or to other viewers.
  package static func offered(toOwner isOwner: Bool) -> [ProfileTab] {
    allCases.filter { $0 != .private || isOwner }
  }
}
