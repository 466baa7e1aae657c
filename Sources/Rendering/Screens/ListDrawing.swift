package import Model

/// A row of a list that a viewer can choose.
package enum ListRow: Equatable, Sendable {
  case person(Profile)
  case post(Post)
  /// The post whose page it is, in full.
  case viewed(ViewedPost)
  /// A post of a conversation, which may be deleted.
  case conversation(ConversationPost)
  case notice(Notice)

  package var person: Profile? { if case .person(let profile) = self { profile } else { nil } }

  package var post: Post? {
    switch self {
    case .person: nil
    case .post(let post): post
    case .viewed(let viewed): viewed.post.item
    case .conversation(let place): place.post
    case .notice(let notice): notice.post
    }
  }

  /// The user whose avatar is beside the row.
  package var author: Handle? {
    switch self {
    case .person(let profile): profile.user.handle
    case .notice(let notice): notice.actor
    default: post?.repeated.author
    }
  }

  package var number: Int64 {
    switch self {
    case .person(let profile): profile.user.id.number
    case .conversation(let place): place.id.number
    default: post?.id.number ?? 0
    }
  }

  /// The post of a row that is a tile, whose height is known before drawing.
  fileprivate var tilePost: Post? {
    switch self {
    case .post, .conversation: post
    case .person, .viewed, .notice: nil
    }
  }

  /// The indentation of a reply in levels of two columns, at most half of a narrow window.
  fileprivate func depth(in traits: Traits) -> Int {
    guard case .conversation(let place) = self else { return 0 }
    return min(place.depth, 6, traits.width / 4)
  }
}

/// The rows of a scrolling list, measured before they are drawn.
package struct ListRows {
  fileprivate let rows: [ListRow]
  fileprivate let hasViewer: Bool
  /// The traits of a row, which is two columns narrower for the mark of the chosen one.
  fileprivate let inner: Traits
  package let stack: RowStack

  package init(
    _ rows: [ListRow], hasViewer: Bool, pictures: EvictableThumbnails, in traits: Traits
  ) {
    let inner = traits.with(width: max(1, traits.width - 2))
    (self.rows, self.hasViewer, self.inner) = (rows, hasViewer, inner)
    stack = RowStack(
      heights: rows.map { row in
        let width = inner.width - 2 * row.depth(in: inner)
        let traits = inner.with(width: width)
        if let post = row.tilePost {
          return FeedTile(post, pictures).height(in: traits)
        }
        return ListDrawing.canvas(of: row, hasViewer, pictures, in: traits).height
      })
  }
}

/// Draws the rows of a scrolling list, each when it first becomes visible, and keeps them.
package final class ListDrawing {
  private let list: ListRows
  private var drawing: StackDrawing

  package init(_ list: ListRows) {
    self.list = list
    drawing = StackDrawing(list.stack)
  }

  package func draw(
    on canvas: inout Canvas, top: Int, selected: Int?, pictures: EvictableThumbnails,
    in traits: Traits
  ) {
    let stack = list.stack
    drawing.draw(on: &canvas, x: 2, top: top) { drawn($0, with: pictures) }
    for index in stack.seen(on: canvas, top: top) { drawRails(on: &canvas, of: index, top: top) }
    guard let selected, selected < stack.count else { return }
    let rows = stack.rows(of: selected)
    canvas.drawMark(y: top + rows.lowerBound, height: rows.count, in: traits)
  }

  private func drawn(
    _ index: Int, with pictures: EvictableThumbnails
  ) -> (canvas: Canvas, isComplete: Bool) {
    let (row, inner) = (list.rows[index], list.inner)
    let left = 2 * row.depth(in: inner)
    let part = ListDrawing.canvas(
      of: row, list.hasViewer, pictures, in: inner.with(width: inner.width - left))
    var canvas = Canvas(width: inner.width, height: part.height)
    canvas.draw(part, x: left, y: 0)
    canvas.mark(
      .item(index, of: row.number), x: 0, y: 0, width: canvas.width, height: canvas.height)
    return (canvas, !(row.post.map(pictures.isBlank) ?? false))
  }

  /// Draws a vertical line for each level of a reply, down from the row above it.
  private func drawRails(on canvas: inout Canvas, of index: Int, top: Int) {
    let (rows, inner) = (list.stack.rows(of: index), list.inner)
    let above = index == 0 ? 0 : list.rows[index - 1].depth(in: inner)
    let depth = list.rows[index].depth(in: inner)
    let paint = Style.frame.paint(in: inner)
    for level in 0..<depth {
      let start = rows.lowerBound - (index > 0 && level <= above ? 1 : 0)
      for row in start..<rows.upperBound where (0..<canvas.height).contains(top + row) {
        canvas.draw(inner.glyphs.vertical, x: 2 + 2 * level, y: top + row, paint)
      }
    }
  }

  fileprivate static func canvas(
    of row: ListRow, _ hasViewer: Bool, _ pictures: EvictableThumbnails, in traits: Traits
  ) -> Canvas {
    switch row {
    case .person(let profile):
      PersonTile(
        profile, hasViewer: hasViewer, avatar: pictures.avatar(of: profile.user.handle)
      ).canvas(in: traits)
    case .post(let post): FeedTile(post, pictures).canvas(in: traits)
    case .conversation(let place):
      if let post = place.post {
        FeedTile(post, pictures).canvas(in: traits)
      } else {
        Canvas([StyledLine(PostWords.gone, .faint)], in: traits)
      }
    case .viewed(let viewed):
      PostPage(
        viewed, picture: pictures.whole(of: viewed.post.item.repeated), setsText: true
      ).canvas(in: traits)
    case .notice(let notice): NoticeTile(notice, pictures).canvas(in: traits)
    }
  }
}
