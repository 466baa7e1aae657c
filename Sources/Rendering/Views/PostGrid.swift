package import Model

/// Posts as tiles in columns, newest first as they come.
package struct PostGrid: View {
  package static let defaultColumns = 3

  private let posts: [Post]
  private let thumbnails: [String: Thumbnail]
  private let columns: Int
  private let gap: Int

  /// Rows stand `gap` blank lines apart.
  ///
  /// Pictures without a thumbnail under their hash are shown by their words.
  package init(
    _ posts: [Post], columns: Int = defaultColumns, thumbnails: [String: Thumbnail] = [:],
    gap: Int = 0
  ) {
    self.gap = gap
    self.posts = posts
    self.columns = columns
    self.thumbnails = thumbnails
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(stacked: rows(in: traits))
  }

  /// Canvases that belong below each other, those between the rows of posts too.
  func rows(in traits: Traits) -> [Canvas] {
    let layout = GridLayout(width: traits.width, columns: columns)
    let count = layout.columnWidths.count
    let rows = stride(from: 0, to: posts.count, by: count).map { first in
      let posts = posts[first..<min(first + count, posts.count)]
      return [PostGridRow(posts, thumbnails: thumbnails, layout, in: traits).canvas]
    }
    return Array(rows.joined(separator: [Canvas(width: traits.width, height: gap)]))
  }
}

extension [String: Thumbnail] {
  /// What a post's picture is drawn from; nil where it has none or it can't be drawn.
  func picture(of post: Post) -> Thumbnail? {
    post.image.flatMap { self[$0.hash] }
  }
}
