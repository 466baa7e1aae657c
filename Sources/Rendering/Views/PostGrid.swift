package import Model

/// Posts as tiles in columns, in the given order.
package struct PostGrid: View {
  package static let defaultColumns = 3

  private let posts: [Post]
  private let thumbnails: [String: Thumbnail]
  private let columns: Int
  private let gap: Int

  /// Separates rows by `gap` blank lines.
  ///
  /// A picture without a thumbnail is replaced by its description.
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

  /// The rows and the gaps between them, in order.
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
  /// The thumbnail of the picture that a post shows; nil without a picture or thumbnail.
  func picture(of post: Post) -> Thumbnail? {
    post.repeated.image.flatMap { self[$0.hash] }
  }
}

/// One row of a grid, as high as its highest tile.
///
/// Knowing the height is cheap; drawing the pictures takes time.
struct PostGridRow: Sendable {
  private let tiles: [PostTile]
  private let hasPictures: Bool
  private let layout: GridLayout
  private let width: Int
  let height: Int

  /// Tiles name the author of posts that are not the owner's; without an owner, none does.
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

/// The positions of the tiles in a grid.
package struct GridLayout: Sendable {
  /// A narrower tile would be unreadable.
  private static let narrowestTile = 6

  /// The widths of the columns, which are one cell apart.
  package let columnWidths: [Int]

  /// Reduces the number of columns until each is readable.
  package init(width: Int, columns: Int) {
    let most = max(1, (width + 1) / (GridLayout.narrowestTile + 1))
    let count = max(1, min(columns, most))
    let (share, rest) = max(count, width - (count - 1)).quotientAndRemainder(dividingBy: count)
    columnWidths = (0..<count).map { $0 < rest ? share + 1 : share }
  }

  /// The cell where a column begins.
  package func x(ofColumn column: Int) -> Int {
    columnWidths[..<column].reduce(column, +)
  }

  /// The height of pictures in all columns, although widths may differ by a cell.
  package var pictureHeight: Int {
    GridLayout.pictureHeight(forWidth: columnWidths.last ?? 1)
  }

  /// The height of a picture with the ratio 1.3, in cells twice as high as wide.
  package static func pictureHeight(forWidth width: Int) -> Int {
    max(1, (width * 65 + 50) / 100)
  }
}
