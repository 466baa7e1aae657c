package import Model

/// Things below each other, to be scrolled: each is drawn when it is first seen, and kept.
///
/// Of a long list most are never seen.
package final class ListDrawing {
  private let item: (Int) -> Canvas
  private var canvases: [Int: Canvas] = [:]
  private let layout: StackLayout

  package var count: Int { layout.count }
  package var height: Int { layout.height }

  private init(heights: [Int], item: @escaping (Int) -> Canvas) {
    self.item = item
    layout = StackLayout(heights)
  }

  package convenience init(_ people: [Profile], hasViewer: Bool, in traits: Traits) {
    let inner = ListDrawing.inner(traits)
    let heights = [Int](repeating: PersonTile.height, count: people.count)
    self.init(heights: heights) {
      PersonTile(people[$0], hasViewer: hasViewer).canvas(in: inner)
    }
  }

  package convenience init(_ posts: [Post], thumbnails: [String: Thumbnail], in traits: Traits) {
    let inner = ListDrawing.inner(traits)
    let tiles = posts.map { FeedTile($0, thumbnails: thumbnails) }
    self.init(heights: tiles.map { $0.height(in: inner) }) { tiles[$0].canvas(in: inner) }
  }

  /// Each item leaves its first two columns to the mark of the chosen one.
  private static func inner(_ traits: Traits) -> Traits {
    traits.with(width: max(1, traits.width - 2))
  }

  package func rows(of index: Int) -> Range<Int> {
    layout.rows(of: index)
  }

  package func draw(on canvas: inout Canvas, top: Int, selected: Int?, in traits: Traits) {
    layout.draw(on: &canvas, x: 2, top: top) { index in
      let drawn = canvases[index] ?? marked(index)
      canvases[index] = drawn
      return drawn
    }
    guard let selected, selected < count else { return }
    let rows = rows(of: selected)
    canvas.drawMark(y: top + rows.lowerBound, height: rows.count, in: traits)
  }

  private func marked(_ index: Int) -> Canvas {
    var canvas = item(index)
    assert(canvas.height == rows(of: index).count, "A tile is as tall as was said before.")
    canvas.mark(.item(index), x: 0, y: 0, width: canvas.width, height: canvas.height)
    return canvas
  }
}
