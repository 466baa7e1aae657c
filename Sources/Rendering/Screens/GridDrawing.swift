package import Model

/// The rows of a grid that scrolls, each drawn when it is first seen, and kept.
package final class GridDrawing {
  /// The columns of a printed grid, and the most that it can have.
  private static let usualColumns = 3
  private static let mostColumns = 6
  /// The rows below a picture.
  private static let caption = 2

  package let columns: Int
  package let count: Int
  private let posts: [Post]
  private let owner: Handle?
  private let traits: Traits
  private var stack: StackDrawing
  private let layout: GridLayout

  package var height: Int { stack.height }

  package init(
    _ posts: [Post], of owner: Handle?, pictures: EvictableThumbnails, window: Int,
    in traits: Traits
  ) {
    columns = GridDrawing.columns(window: window, width: traits.width)
    count = posts.count
    let layout = GridLayout(width: traits.width, columns: columns)
    self.layout = layout
    (self.posts, self.owner, self.traits) = (posts, owner, traits)
    // A blank line separates captions from the next pictures.
    stack = StackDrawing(
      heights: stride(from: 0, to: posts.count, by: columns).map { [columns] first in
        let posts = posts[first..<min(first + columns, posts.count)]
        return PostGridRow(
          posts, owner: owner, thumbnails: pictures.thumbnails, layout, in: traits
        ).height
      })
  }

  /// The usual columns, or more if no whole tile would fit below the bar.
  package static func columns(window: Int, width: Int) -> Int {
    var columns = usualColumns
    while columns < mostColumns {
      let layout = GridLayout(width: width, columns: columns)
      if layout.pictureHeight + caption <= window - HeaderLayout.bar { break }
      columns += 1
    }
    return GridLayout(width: width, columns: columns).columnWidths.count
  }

  /// The rows that a tile takes.
  package func rows(of index: Int) -> Range<Int> {
    stack.rows(of: index / columns)
  }

  /// Draws the rows that a canvas shows if the grid begins at its row `top`.
  package func draw(
    on canvas: inout Canvas, top: Int, selected: Int?, pictures: EvictableThumbnails,
    in traits: Traits
  ) {
    stack.draw(on: &canvas, x: 0, top: top) { drawn($0, with: pictures) }
    guard let selected, selected < count else { return }
    let place = rows(of: selected)
    let column = selected % columns
    // The frame leaves out the caption.
    canvas.drawSelection(
      x: layout.x(ofColumn: column), y: top + place.lowerBound,
      width: layout.columnWidths[column], height: min(place.count, layout.pictureHeight),
      in: traits)
  }

  private func drawn(
    _ row: Int, with pictures: EvictableThumbnails
  ) -> (canvas: Canvas, isWhole: Bool) {
    let posts = posts[row * columns..<min((row + 1) * columns, posts.count)]
    let drawing = PostGridRow(
      posts, owner: owner, thumbnails: pictures.thumbnails, layout, in: traits)
    var canvas = drawing.canvas
    for (column, post) in posts.enumerated() {
      canvas.mark(
        .item(row * columns + column, of: post.id.number), x: layout.x(ofColumn: column), y: 0,
        width: layout.columnWidths[column], height: canvas.height)
    }
    return (canvas, !posts.contains(where: pictures.isBlank))
  }
}
