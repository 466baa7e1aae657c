package import Model

/// The rows of a grid, drawn once, to be scrolled.
package struct GridDrawing: Sendable {
  /// Columns in windows that are high enough for them.
  private static let fewestColumns = 3
  private static let mostColumns = 4

  package let columns: Int
  package let count: Int
  private let rows: CanvasStack
  private let layout: GridLayout

  package var height: Int { rows.height }

  package init(
    _ posts: [Post], thumbnails: [String: Thumbnail], window: Int, in traits: Traits
  ) {
    columns = GridDrawing.columns(window: window, width: traits.width)
    count = posts.count
    layout = GridLayout(width: traits.width, columns: columns)
    rows = CanvasStack(
      PostGrid(posts, columns: columns, thumbnails: thumbnails).rows(in: traits))
  }

  /// One more column where a row of tiles would not fit below a header.
  package static func columns(window: Int, width: Int) -> Int {
    var columns = fewestColumns
    while columns < mostColumns {
      let layout = GridLayout(width: width, columns: columns)
      if layout.pictureHeight + 2 <= window * 11 / 20 { break }
      columns += 1
    }
    return GridLayout(width: width, columns: columns).columnWidths.count
  }

  /// The rows that a tile takes.
  package func rows(of index: Int) -> Range<Int> {
    rows.rows(of: index / columns)
  }

  /// The tile at a place in the grid, if there is one.
  package func index(x: Int, y: Int) -> Int? {
    guard let row = rows.index(y: y) else { return nil }
    let column = (0..<columns).last { layout.x(ofColumn: $0) <= x } ?? 0
    let index = row * columns + column
    return index < count ? index : nil
  }

  /// Draws the rows that a canvas shows when the first of the grid is at `top` of it.
  package func draw(on canvas: inout Canvas, top: Int, selected: Int?, in traits: Traits) {
    rows.draw(on: &canvas, x: 0, top: top)
    guard let selected, selected < count else { return }
    let place = rows(of: selected)
    let column = selected % columns
    // Captions below pictures stay outside.
    canvas.drawSelection(
      x: layout.x(ofColumn: column), y: top + place.lowerBound,
      width: layout.columnWidths[column], height: min(place.count, layout.pictureHeight),
      in: traits)
  }
}
