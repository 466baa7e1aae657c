package import Model

/// Things below each other, to be scrolled: each is drawn when it is first seen, and kept.
///
/// Of a long list most are never seen.
package final class ListDrawing {
  private let item: (Int, ShelvedPictures) -> (canvas: Canvas, isWhole: Bool)
  private let number: (Int) -> Int64
  private var canvases = KeptCanvases()
  private let layout: StackLayout

  package var count: Int { layout.count }
  package var height: Int { layout.height }

  private init(
    heights: [Int], number: @escaping (Int) -> Int64,
    item: @escaping (Int, ShelvedPictures) -> (canvas: Canvas, isWhole: Bool)
  ) {
    self.item = item
    self.number = number
    layout = StackLayout(heights)
  }

  package convenience init(_ people: [Profile], hasViewer: Bool, in traits: Traits) {
    let inner = ListDrawing.inner(traits)
    let heights = [Int](repeating: PersonTile.height, count: people.count)
    self.init(heights: heights, number: { people[$0].user.id.number }) { index, _ in
      (PersonTile(people[index], hasViewer: hasViewer).canvas(in: inner), true)
    }
  }

  package convenience init(_ posts: [Post], pictures: ShelvedPictures, in traits: Traits) {
    let inner = ListDrawing.inner(traits)
    let heights = posts.map {
      FeedTile($0, thumbnails: pictures.thumbnails).height(in: inner)
    }
    self.init(heights: heights, number: { posts[$0].id.number }) { index, pictures in
      let post = posts[index]
      let tile = FeedTile(post, thumbnails: pictures.thumbnails)
      return (tile.canvas(in: inner), !pictures.isBlank(post))
    }
  }

  /// Each item leaves its first two columns to the mark of the chosen one.
  private static func inner(_ traits: Traits) -> Traits {
    traits.with(width: max(1, traits.width - 2))
  }

  package func rows(of index: Int) -> Range<Int> {
    layout.rows(of: index)
  }

  package func draw(
    on canvas: inout Canvas, top: Int, selected: Int?,
    pictures: ShelvedPictures = ShelvedPictures(), in traits: Traits
  ) {
    layout.draw(on: &canvas, x: 2, top: top) { index in
      canvases.canvas(index) { drawn(index, with: pictures) }
    }
    canvases.tidy()
    guard let selected, selected < count else { return }
    let rows = rows(of: selected)
    canvas.drawMark(y: top + rows.lowerBound, height: rows.count, in: traits)
  }

  private func drawn(
    _ index: Int, with pictures: ShelvedPictures
  ) -> (canvas: Canvas, isWhole: Bool) {
    let (drawing, isWhole) = item(index, pictures)
    var canvas = drawing
    assert(canvas.height == rows(of: index).count, "A tile is as tall as was said before.")
    canvas.mark(
      .item(index, of: number(index)), x: 0, y: 0, width: canvas.width, height: canvas.height)
    return (canvas, isWhole)
  }
}
