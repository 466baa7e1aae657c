package import Model

/// Things below each other, drawn once, to be scrolled.
package struct ListDrawing: Sendable {
  private let items: [Canvas]
  private let tops: [Int]
  package let height: Int

  package var count: Int { items.count }

  /// Each item leaves its first two columns to the mark of the chosen one.
  private init(_ items: [Canvas]) {
    self.items = items
    var tops: [Int] = []
    var top = 0
    for item in items {
      tops.append(top)
      top += item.height + 1
    }
    self.tops = tops
    height = max(0, top - 1)
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
    guard items.indices.contains(index) else { return 0..<0 }
    return tops[index]..<tops[index] + items[index].height
  }

  /// The item at a row of the list, if there is one.
  package func index(y: Int) -> Int? {
    guard let index = tops.lastIndex(where: { $0 <= y }), rows(of: index).contains(y) else {
      return nil
    }
    return index
  }

  package func draw(on canvas: inout Canvas, top: Int, selected: Int?, in traits: Traits) {
    for (item, start) in zip(items, tops) where top + start < canvas.height {
      if top + start + item.height > 0 { canvas.draw(item, x: 2, y: top + start) }
    }
    guard let selected, selected < count else { return }
    let rows = rows(of: selected)
    canvas.drawMark(y: top + rows.lowerBound, height: rows.count, in: traits)
  }
}
