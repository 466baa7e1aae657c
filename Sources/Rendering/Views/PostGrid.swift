package import Model

/// Posts as tiles in columns, in the given order.
package struct PostGrid: View {
  private let posts: [Post]
  private let thumbnails: [String: Thumbnail]
  private let columns: Int?

  /// Without `columns`, the width determines their number.
  ///
  /// A picture without a thumbnail is replaced by its description.
  package init(
    _ posts: [Post], columns: Int? = nil, thumbnails: [String: Thumbnail] = [:]
  ) {
    (self.posts, self.columns, self.thumbnails) = (posts, columns, thumbnails)
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(stacked: rows(in: traits).rows)
  }

  /// The rows with a blank line between them, and the number of their posts.
  ///
  /// Only as many rows as fit into `room`, but always the first one.
  func rows(in traits: Traits, room: Int? = nil) -> (rows: [Canvas], postCount: Int) {
    let layout = layout(in: traits, room: room)
    let count = layout.columnWidths.count
    var rows: [Canvas] = []
    var left = room ?? .max
    for first in stride(from: 0, to: posts.count, by: count) {
      let posts = posts[first..<min(first + count, posts.count)]
      let row = PostGridRow(posts, thumbnails: thumbnails, layout, in: traits)
      left -= row.height + (rows.isEmpty ? 0 : 1)
      if left < 0, !rows.isEmpty { return (rows, first) }
      if !rows.isEmpty { rows.append(Canvas(width: traits.width, height: 1)) }
      rows.append(row.canvas)
    }
    return (rows, posts.count)
  }

  /// The fewest columns whose first row fits into `room`, with pictures cropped by up to a third.
  ///
  /// It draws the row, because words are often lower than a picture.
  private func layout(in traits: Traits, room: Int?) -> GridLayout {
    guard columns == nil, let room else {
      return GridLayout(width: traits.width, columns: columns, room: room)
    }
    for layout in GridLayout.usual(width: traits.width) {
      let count = layout.columnWidths.count
      let row = PostGridRow(
        posts.prefix(count), thumbnails: thumbnails, layout, in: traits)
      if row.height <= room { return layout }
      if row.height - layout.pictureHeight / 3 <= room {
        return GridLayout(width: traits.width, columns: count, room: room)
      }
    }
    return GridLayout(width: traits.width, room: room)
  }
}

extension [String: Thumbnail] {
  func picture(of post: Post) -> Thumbnail? {
    post.repeated.image.flatMap { self[$0.hash] }
  }
}

/// One row of a grid, as high as its highest tile.
///
/// Its height is known before the pictures are drawn.
struct PostGridRow: Sendable {
  private let tiles: [PostTile]
  private let layout: GridLayout
  private let width: Int
  /// The rows of the tiles without their captions.
  let body: Int
  let height: Int

  /// Tiles show the author of posts of other users than `owner`; without an owner, none does.
  init(
    _ posts: ArraySlice<Post>, owner: Handle? = nil, thumbnails: [String: Thumbnail],
    _ layout: GridLayout, in traits: Traits
  ) {
    tiles = zip(posts, layout.columnWidths).map { post, width in
      PostTile(
        post, namesAuthor: owner.map { $0 != post.author } ?? false,
        picture: thumbnails.picture(of: post), width: width,
        mostRows: layout.wordsHeight, in: traits)
    }
    self.layout = layout
    width = traits.width
    body =
      tiles.contains(where: \.hasPicture)
      ? layout.pictureHeight : tiles.map(\.wordsHeight).max() ?? 0
    height = body + (tiles.map(\.captionHeight).max() ?? 0)
  }

  var canvas: Canvas {
    var row = Canvas(width: width, height: height)
    for (column, tile) in tiles.enumerated() {
      let x = layout.x(ofColumn: column)
      row.draw(tile.canvas(body: body, height: height), x: x, y: 0)
      row.markBoundary(at: x)
    }
    return row
  }

  var textTiles: [(column: Int, tile: TextTile)] {
    tiles.enumerated().compactMap { column, tile in
      tile.textTile(height: body).map { (column, $0) }
    }
  }
}

/// The positions of the tiles in a grid.
package struct GridLayout: Sendable {
  /// A narrower tile would be unreadable.
  private static let narrowestTile = 6
  /// Wider tiles are split into more columns.
  private static let widestTile = 44
  private static let usualColumns = 3...6
  /// The rows below a picture.
  private static let caption = 2

  /// The widths of the columns, which are one cell apart.
  package let columnWidths: [Int]
  /// The height of pictures in all columns, although widths may differ by a cell.
  package let pictureHeight: Int
  /// The most rows of words; their caption has one line, that of a picture two.
  let wordsHeight: Int

  /// Chooses `columns`, or fewer if they would be too narrow.
  ///
  /// Without `columns`, it chooses the fewest of three to six whose tiles are neither too wide nor
  /// too high for `room`. If six columns are too high, pictures are cropped.
  package init(width: Int, columns: Int? = nil, room: Int? = nil) {
    let room = room.map { max(1, $0 - GridLayout.caption) }
    let fitting = GridLayout.usualWidths(of: width).first {
      GridLayout.pictureHeight(of: $0) <= room ?? .max
    }
    columnWidths =
      columns.map { GridLayout.widths($0, of: width) } ?? fitting
      ?? GridLayout.widths(GridLayout.usualColumns.upperBound, of: width)
    let height = GridLayout.pictureHeight(of: columnWidths)
    pictureHeight = min(height, room ?? height)
    wordsHeight = min(height, room.map { $0 + 1 } ?? height)
  }

  /// The layouts of three to six columns whose tiles are not too wide.
  static func usual(width: Int) -> [GridLayout] {
    usualWidths(of: width).map { GridLayout(width: width, columns: $0.count) }
  }

  private static func usualWidths(of width: Int) -> [[Int]] {
    usualColumns.map { widths($0, of: width) }.filter { $0[0] <= widestTile }
  }

  private static func widths(_ columns: Int, of width: Int) -> [Int] {
    let most = max(1, (width + 1) / (narrowestTile + 1))
    let count = max(1, min(columns, most))
    let (share, rest) = max(count, width - (count - 1)).quotientAndRemainder(dividingBy: count)
    return (0..<count).map { $0 < rest ? share + 1 : share }
  }

  private static func pictureHeight(of widths: [Int]) -> Int {
    pictureHeight(forWidth: widths.last ?? 1)
  }

  package func x(ofColumn column: Int) -> Int {
    column + columnWidths[..<column].reduce(0, +)
  }

  /// The height of a picture with the ratio 1.3, in cells twice as high as wide.
  package static func pictureHeight(forWidth width: Int) -> Int {
    max(1, (width * 65 + 50) / 100)
  }
}
