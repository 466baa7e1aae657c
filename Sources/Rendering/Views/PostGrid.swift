package import Model

/// Posts as tiles in columns, newest first as they come.
package struct PostGrid: View {
  package static let defaultColumns = 3

  private let posts: [Post]
  private let pictures: [Post.ID: Canvas]
  private let columns: Int

  /// `pictures` holds those already turned into cells; the others are shown by their words.
  package init(
    _ posts: [Post], columns: Int = defaultColumns, pictures: [Post.ID: Canvas] = [:]
  ) {
    self.posts = posts
    self.columns = columns
    self.pictures = pictures
  }

  package func canvas(in traits: Traits) -> Canvas {
    let layout = GridLayout(width: traits.width, columns: columns)
    let count = layout.columnWidths.count
    let rows = stride(from: 0, to: posts.count, by: count).map { first in
      row(posts[first..<min(first + count, posts.count)], layout, in: traits)
    }
    return Canvas(stacked: rows)
  }

  /// One row of tiles, as tall as the one that needs most.
  private func row(
    _ posts: ArraySlice<Post>, _ layout: GridLayout, in traits: Traits
  ) -> Canvas {
    let tiles = zip(posts, layout.columnWidths).map { post, width in
      PostTile(post, picture: pictures[post.id], width: width, in: traits)
    }
    let height = tiles.map(\.height).max() ?? 0
    var canvas = Canvas(width: traits.width, height: height)
    for (column, tile) in tiles.enumerated() {
      canvas.draw(tile.canvas(height: height), x: layout.x(ofColumn: column), y: 0)
    }
    return canvas
  }
}
