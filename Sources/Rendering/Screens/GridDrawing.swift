package import Model

/// The rows of a scrolling grid, measured without drawing them.
package struct GridRows: Sendable {
  let posts: [Post]
  let owner: Handle?
  let layout: GridLayout
  /// The rows of the tiles without their captions, by row of the grid.
  let bodies: [Int]
  package let stack: RowStack

  /// Without `columns`, the grid has the fewest columns whose tiles fit below the bar.
  package init(
    _ posts: [Post], of owner: Handle?, pictures: EvictableThumbnails, columns: Int? = nil,
    window: Int, in traits: Traits
  ) {
    let layout = GridLayout(
      width: traits.width, columns: columns, room: window - HeaderLayout.bar)
    let columns = layout.columnWidths.count
    (self.posts, self.owner, self.layout) = (posts, owner, layout)
    let rows = stride(from: 0, to: posts.count, by: columns).map { first in
      PostGridRow(
        posts.dropFirst(first).prefix(columns), owner: owner, thumbnails: pictures.thumbnails,
        layout, in: traits)
    }
    bodies = rows.map(\.body)
    // A blank line separates captions from the next tiles.
    stack = RowStack(heights: rows.map(\.height))
  }

  package var count: Int { posts.count }
  package var columns: Int { layout.columnWidths.count }

  /// The rows that a tile takes.
  package func rows(of index: Int) -> Range<Int> {
    stack.rows(of: index / columns)
  }

  /// The cell in the middle of a column.
  package func middle(ofColumn column: Int) -> Int {
    layout.x(ofColumn: column) + layout.columnWidths[column] / 2
  }
}

/// Draws the rows of a scrolling grid, each when it first becomes visible, and keeps them.
package final class GridDrawing {
  private let rows: GridRows
  private let traits: Traits
  private var drawing: StackDrawing
  /// The text tiles in cut rows, whose words move to stay visible.
  private var textTiles: [Int: [(column: Int, tile: TextTile)]] = [:]

  private var columns: Int { rows.columns }
  private var layout: GridLayout { rows.layout }

  package init(_ rows: GridRows, in traits: Traits) {
    (self.rows, self.traits) = (rows, traits)
    drawing = StackDrawing(rows.stack)
  }

  /// Draws the rows that are visible if the grid begins at row `top` of the canvas.
  package func draw(
    on canvas: inout Canvas, top: Int, selected: Int?, pictures: EvictableThumbnails
  ) {
    drawing.draw(on: &canvas, x: 0, top: top) { drawn($0, with: pictures) }
    drawCutTiles(on: &canvas, top: top, pictures)
    guard let selected, selected < rows.count else { return }
    let column = selected % columns
    // The frame does not include the caption.
    canvas.drawSelection(
      x: layout.x(ofColumn: column), y: top + rows.rows(of: selected).lowerBound,
      width: layout.columnWidths[column], height: rows.bodies[selected / columns], in: traits)
  }

  private func posts(inRow row: Int) -> ArraySlice<Post> {
    rows.posts.dropFirst(row * columns).prefix(columns)
  }

  private func tiles(ofRow row: Int, _ pictures: EvictableThumbnails) -> PostGridRow {
    PostGridRow(
      posts(inRow: row), owner: rows.owner, thumbnails: pictures.thumbnails, layout, in: traits)
  }

  /// Draws the words of cut tiles within their visible part.
  private func drawCutTiles(on canvas: inout Canvas, top: Int, _ pictures: EvictableThumbnails) {
    let stack = rows.stack
    let cut = stack.seen(on: canvas, top: top).filter { index in
      let rows = stack.rows(of: index)
      return top + rows.lowerBound < 0 || top + rows.upperBound > canvas.height
    }
    textTiles = textTiles.filter { cut.contains($0.key) }
    for index in cut {
      let tiles = textTiles[index] ?? self.tiles(ofRow: index, pictures).textTiles
      textTiles[index] = tiles
      let y = top + stack.rows(of: index).lowerBound
      for (column, tile) in tiles {
        let (first, end) = (max(0, -y), min(tile.height, canvas.height - y))
        guard first < end, end - first < tile.height else { continue }
        tile.draw(on: &canvas, x: layout.x(ofColumn: column), y: y, seen: first..<end)
      }
    }
  }

  private func drawn(
    _ index: Int, with pictures: EvictableThumbnails
  ) -> (canvas: Canvas, isComplete: Bool) {
    let posts = posts(inRow: index)
    var canvas = tiles(ofRow: index, pictures).canvas
    for (column, post) in posts.enumerated() {
      canvas.mark(
        .item(index * columns + column, of: post.id.number), x: layout.x(ofColumn: column), y: 0,
        width: layout.columnWidths[column], height: canvas.height)
    }
    return (canvas, !posts.contains(where: pictures.isBlank))
  }
}
