import Model

/// One row of a grid: tiles beside each other, as tall as the one that needs most.
///
/// To know its height costs little; drawing its pictures is what takes time.
struct PostGridRow: Sendable {
  private let tiles: [PostTile]
  private let hasPictures: Bool
  private let layout: GridLayout
  private let width: Int
  let height: Int

  /// Posts of others than the owner name their author; without one, none does.
  init(
    _ posts: ArraySlice<Post>, owner: Handle? = nil, thumbnails: [String: Thumbnail],
    _ layout: GridLayout, in traits: Traits
  ) {
    tiles = zip(posts, layout.columnWidths).map { post, width in
      PostTile(
        post, namesAuthor: owner.map { $0 != post.author } ?? false,
        picture: thumbnails.picture(of: post), width: width,
        pictureHeight: layout.pictureHeight, in: traits)
    }
    hasPictures = posts.contains { thumbnails.picture(of: $0) != nil }
    self.layout = layout
    width = traits.width
    height = tiles.map(\.height).max() ?? 0
  }

  var canvas: Canvas {
    var row = Canvas(width: width, height: height)
    for (column, tile) in tiles.enumerated() {
      let canvas = tile.canvas(height: height, besidePictures: hasPictures)
      let x = layout.x(ofColumn: column)
      row.draw(canvas, x: x, y: 0)
      row.markBoundary(at: x)
    }
    return row
  }
}
