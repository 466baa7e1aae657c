package import Model

extension ProfilePage {
  package init(
    _ shown: ShownProfile, columns: Int = PostGrid.defaultColumns,
    thumbnails: [String: Thumbnail] = [:], avatar: Thumbnail? = nil
  ) {
    self.init(
      shown.profile.item, tab: shown.tab, posts: shown.posts.items, hasViewer: shown.hasViewer,
      columns: columns, thumbnails: thumbnails, avatar: avatar)
  }
}

extension PostPage {
  package init(_ viewed: ViewedPost, thumbnails: [String: Thumbnail] = [:]) {
    self.init(viewed.post.item, likers: viewed.likers, thumbnails: thumbnails)
  }
}

extension Record {
  package init(_ shown: ShownProfile) {
    self.init(
      shown.profile.item, cursor: shown.profile.cursor, tab: shown.tab, posts: shown.posts)
  }

  package init(_ viewed: ViewedPost) {
    self.init(viewed.post.item, cursor: viewed.post.cursor, likers: viewed.likers)
  }
}
