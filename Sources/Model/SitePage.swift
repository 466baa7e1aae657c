/// One page of a site: its path, what it shows, and what its links need.
package struct SitePage: Sendable {
  package enum Content: Sendable {
    /// Some of the people; the first page also has the hashtags used most.
    case people([Profile], SiteCounts, hashtags: [HashtagUse])
    /// A profile with the first posts of its tabs, or a later part of one tab.
    case profile(Profile, [SiteTab])
    case post(ViewedPost, by: User)
    case hashtag(Hashtag, [Post])
  }

  package let map: SiteMap
  package let path: String
  package let content: Content
  /// The pages of a list before and after this one.
  package let newer: String?
  package let older: String?
  /// The files of pictures by their hashes; pictures without a file are replaced by words.
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

  /// Whether a person has posts in the site; only they have feeds.
  package static func hasPosts(_ profile: Profile, _ tabs: [SiteTab]) -> Bool {
    profile.user.counts.posts > 0
      || tabs.contains { $0.tab != .likes && !$0.posts.isEmpty }
  }
}

/// A part of a tab with the oldest answers to its posts.
package struct SiteTab: Sendable {
  package let tab: ProfileTab
  /// Counted from 1.
  package let page: Int
  package let posts: [Post]
  package let answers: [Post.ID: [Post]]
  package let hasMore: Bool

  package init(
    _ tab: ProfileTab, page: Int, posts: [Post], answers: [Post.ID: [Post]], hasMore: Bool
  ) {
    self.tab = tab
    self.page = page
    self.posts = posts
    self.answers = answers
    self.hasMore = hasMore
  }
}

/// The numbers on the first page of a site.
package struct SiteCounts: Equatable, Sendable {
  package let users: Int
  package let posts: Int

  package init(users: Int, posts: Int) {
    self.users = users
    self.posts = posts
  }
}
