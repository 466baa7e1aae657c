package import Model

/// Posts as tiles in columns, newest first as they come.
package struct PostGrid: View {
  package static let defaultColumns = 3

  private let posts: [Post]
  private let thumbnails: [String: Thumbnail]
  private let columns: Int

  /// Pictures without a thumbnail under their hash are shown by their words.
  package init(
    _ posts: [Post], columns: Int = defaultColumns, thumbnails: [String: Thumbnail] = [:]
  ) {
    self.posts = posts
    self.columns = columns
    self.thumbnails = thumbnails
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(stacked: rows(in: traits))
  }

  /// Each row of tiles by itself.
  func rows(in traits: Traits) -> [Canvas] {
    let layout = GridLayout(width: traits.width, columns: columns)
    let count = layout.columnWidths.count
    return stride(from: 0, to: posts.count, by: count).map { first in
      row(posts[first..<min(first + count, posts.count)], layout, in: traits)
    }
  }

  /// One row of tiles, as tall as the one that needs most.
  private func row(
    _ posts: ArraySlice<Post>, _ layout: GridLayout, in traits: Traits
  ) -> Canvas {
    let tiles = zip(posts, layout.columnWidths).map { post, width in
      PostTile(
        post, picture: thumbnails.picture(of: post), width: width,
        pictureHeight: layout.pictureHeight, in: traits)
    }
    let hasPictures = posts.contains { thumbnails.picture(of: $0) != nil }
    let height = tiles.map(\.height).max() ?? 0
    var row = Canvas(width: traits.width, height: height)
    for (column, tile) in tiles.enumerated() {
      let canvas = tile.canvas(height: height, besidePictures: hasPictures)
      row.draw(canvas, x: layout.x(ofColumn: column), y: 0)
    }
    return row
  }
}

extension [String: Thumbnail] {
  /// What a post's picture is drawn from; nil where it has none or it can't be drawn.
  func picture(of post: Post) -> Thumbnail? {
    post.image.flatMap { self[$0.hash] }
  }
}
