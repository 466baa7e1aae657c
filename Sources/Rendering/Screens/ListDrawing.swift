package import Model

/// Things below each other, drawn once, to be scrolled.
package struct ListDrawing: Sendable {
  private let items: [Canvas]
  private let layout: StackLayout

  package var count: Int { items.count }
  package var height: Int { layout.height }

  /// Each item leaves its first two columns to the mark of the chosen one.
  private init(_ items: [Canvas]) {
    self.items = items.enumerated().map { place, item in
      var item = item
      item.mark(.item(place), x: 0, y: 0, width: item.width, height: item.height)
      return item
    }
    layout = StackLayout(items.map(\.height))
  }

  package init(_ people: [Profile], hasViewer: Bool, in traits: Traits) {
    let inner = traits.with(width: max(1, traits.width - 2))
    self.init(people.map { PersonTile($0, hasViewer: hasViewer).canvas(in: inner) })
  }

  package init(_ posts: [Post], thumbnails: [String: Thumbnail], in traits: Traits) {
    let inner = traits.with(width: max(1, traits.width - 2))
    self.init(posts.map { FeedTile($0, thumbnails: thumbnails).canvas(in: inner) })
  }

  package func rows(of index: Int) -> Range<Int> {
    layout.rows(of: index)
  }

  package func draw(on canvas: inout Canvas, top: Int, selected: Int?, in traits: Traits) {
    layout.draw(on: &canvas, x: 2, top: top) { items[$0] }
    guard let selected, selected < count else { return }
    let rows = rows(of: selected)
    canvas.drawMark(y: top + rows.lowerBound, height: rows.count, in: traits)
  }
}
