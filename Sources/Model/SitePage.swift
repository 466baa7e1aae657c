/// One page of a site: its path, its content, and the files to which it links.
package struct SitePage: Sendable {
  package enum Content: Sendable {
    /// Some users; the first page also has the most used hashtags.
    case people([Profile], SiteCounts, hashtags: [HashtagUse])
    /// A profile with the first posts of all its tabs, or with a later page of one tab.
    case profile(Profile, [SiteTab])
    case post(ViewedPost, by: User)
    case hashtag(Hashtag, [Post])
  }

  package let map: SiteMap
  package let path: String
  package let content: Content
  /// The paths of the pages before and after this one in a list.
  package let newer: String?
  package let older: String?
  /// The paths of pictures by hash; a picture without a file is replaced by words.
  package var pictures: [String: String] = [:]
  /// The hashes of avatars.
  package var avatars: [Handle: String] = [:]

  package init(
    _ map: SiteMap, path: String, _ content: Content, newer: String? = nil, older: String? = nil
  ) {
    self.map = map
    self.path = path
    self.content = content
    self.newer = newer
    self.older = older
  }

  /// Whether a user has posts in the site, and so a feed.
  package static func hasPosts(_ profile: Profile, _ tabs: [SiteTab]) -> Bool {
    profile.user.counts.posts > 0
      || tabs.contains { $0.tab != .likes && !$0.posts.isEmpty }
  }
}

/// A page of a tab, with the oldest replies to its posts.
package struct SiteTab: Sendable {
  package let tab: ProfileTab
  /// Counted from 1.
  package let page: Int
  package let posts: [Post]
  package let replies: [Post.ID: [Post]]
  package let hasMore: Bool

  package init(
    _ tab: ProfileTab, page: Int, posts: [Post], replies: [Post.ID: [Post]], hasMore: Bool
  ) {
    self.tab = tab
    self.page = page
    self.posts = posts
    self.replies = replies
    self.hasMore = hasMore
  }
}

/// The numbers on the first page of a site.
package struct SiteCounts: Equatable, Sendable {
  package let users: Int
  package let posts: Int

  package init(users: Int, posts: Int) {
    (self.users, self.posts) = (users, posts)
  }
}
