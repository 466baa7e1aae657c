package import Model

extension ProfilePage {
  package init(
    _ shown: ShownProfile, hasViewer: Bool, columns: Int = PostGrid.defaultColumns
  ) {
    self.init(
      shown.profile.item, tab: shown.tab, posts: shown.posts.items, hasViewer: hasViewer,
      columns: columns)
  }
}

extension PostPage {
  package init(_ viewed: ViewedPost) {
    self.init(viewed.post.item, likers: viewed.likers)
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
