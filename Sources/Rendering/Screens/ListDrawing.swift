package import Model

/// One row of a list that can be chosen.
package enum ListRow: Equatable, Sendable {
  case person(Profile)
  case post(Post)
  /// The post that its page is about, in full.
  case viewed(ViewedPost)

  package var person: Profile? { if case .person(let profile) = self { profile } else { nil } }

  package var post: Post? {
    switch self {
    case .person: nil
    case .post(let post): post
    case .viewed(let viewed): viewed.post.item
    }
  }

  package var number: Int64 {
    switch self {
    case .person(let profile): profile.user.id.number
    case .post(let post): post.id.number
    case .viewed(let viewed): viewed.post.item.id.number
    }
  }
}

/// The rows of a list that scrolls, each drawn when it is first seen, and kept.
package final class ListDrawing {
  private let rows: [ListRow]
  private let hasViewer: Bool
  /// Each row leaves two columns to the mark of the chosen one.
  private let inner: Traits
  private var stack: StackDrawing

  package var count: Int { stack.count }
  package var height: Int { stack.height }

  package init(
    _ rows: [ListRow], hasViewer: Bool, pictures: EvictableThumbnails, in traits: Traits
  ) {
    let inner = traits.with(width: max(1, traits.width - 2))
    (self.rows, self.hasViewer, self.inner) = (rows, hasViewer, inner)
    stack = StackDrawing(
      heights: rows.map { row in
        switch row {
        case .person: PersonTile.height
        case .post(let post): FeedTile(post, thumbnails: pictures.thumbnails).height(in: inner)
        case .viewed(let viewed): ListDrawing.canvas(of: viewed, pictures, in: inner).height
        }
      })
  }

  package func rows(of index: Int) -> Range<Int> {
    stack.rows(of: index)
  }

  package func draw(
    on canvas: inout Canvas, top: Int, selected: Int?, pictures: EvictableThumbnails,
    in traits: Traits
  ) {
    stack.draw(on: &canvas, x: 2, top: top) { drawn($0, with: pictures) }
    guard let selected, selected < count else { return }
    let rows = rows(of: selected)
    canvas.drawMark(y: top + rows.lowerBound, height: rows.count, in: traits)
  }

  private func drawn(
    _ index: Int, with pictures: EvictableThumbnails
  ) -> (canvas: Canvas, isWhole: Bool) {
    var canvas =
      switch rows[index] {
      case .person(let profile): PersonTile(profile, hasViewer: hasViewer).canvas(in: inner)
      case .post(let post): FeedTile(post, thumbnails: pictures.thumbnails).canvas(in: inner)
      case .viewed(let viewed): ListDrawing.canvas(of: viewed, pictures, in: inner)
      }
    canvas.mark(
      .item(index, of: rows[index].number), x: 0, y: 0, width: canvas.width, height: canvas.height)
    return (canvas, !(rows[index].post.map(pictures.isBlank) ?? false))
  }

  /// A post in full; a picture leaves room for the title and the last line of the window.
  private static func canvas(
    of viewed: ViewedPost, _ pictures: EvictableThumbnails, in traits: Traits
  ) -> Canvas {
    PostPage(viewed, thumbnails: pictures.thumbnails).canvas(in: traits)
  }
}
