import Model

/// A post in a list of posts, with its picture if there is room for one.
struct FeedTile: View {
  private static let widestPicture = 30

  private let post: Post
  private let picture: Thumbnail?

  init(_ post: Post, thumbnails: [String: Thumbnail]) {
    self.post = post
    picture = thumbnails.picture(of: post)
  }

  /// The parts and their sizes, known before anything is drawn.
  private struct Parts {
    let head: [StyledLine]
    let text: [StyledLine]
    var picture: (width: Int, height: Int)?
    var isTextBeside = false

    var height: Int {
      guard let picture else { return head.count + text.count }
      return head.count
        + (isTextBeside ? max(picture.height, text.count) : picture.height + text.count)
    }
  }

  /// The height in rows, which costs less than drawing.
  func height(in traits: Traits) -> Int { parts(in: traits).height }

  func canvas(in traits: Traits) -> Canvas {
    let parts = parts(in: traits)
    let head = Canvas(parts.head, in: traits)
    guard let picture, let size = parts.picture else {
      return Canvas(stacked: [head, Canvas(parts.text, in: traits)])
    }
    let drawn = PictureDrawing(picture).canvas(width: size.width, height: size.height, in: traits)
    var canvas = Canvas(width: traits.width, height: parts.height)
    canvas.draw(head, x: 0, y: 0)
    canvas.draw(drawn, x: 2, y: head.height)
    let (x, y) = parts.isTextBeside ? (size.width + 4, 0) : (0, size.height)
    canvas.draw(Canvas(parts.text, in: traits), x: x, y: head.height + y)
    return canvas
  }

  private func parts(in traits: Traits) -> Parts {
    let words = PostWords(post)
    let facts = words.facts(time: RelativeTime.text(post.createdAt, in: traits), in: traits)
    let head = StyledLine.flow(facts, width: traits.width, in: traits)
    guard picture != nil else {
      return Parts(head: head, text: Paragraph(words.body, indent: 2).lines(in: traits))
    }
    // At most half of the window's height, and beside the text if both have room.
    let rows = max(3, (traits.height ?? 24) / 2 - 2)
    var width = min(FeedTile.widestPicture, max(1, traits.width - 2))
    while width > 4, GridLayout.pictureHeight(forWidth: width) > rows { width -= 1 }
    let size = (width: width, height: GridLayout.pictureHeight(forWidth: width))
    let text = SafeText(post.text, .lines)
    let room = traits.width - 2 - width - 2
    return room >= 24
      ? Parts(
        head: head, text: Paragraph(text).lines(in: traits.with(width: room)), picture: size,
        isTextBeside: true)
      : Parts(head: head, text: Paragraph(text, indent: 2).lines(in: traits), picture: size)
  }
}
