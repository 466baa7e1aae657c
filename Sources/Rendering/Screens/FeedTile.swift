import Model

/// A post in a list, with its picture.
struct FeedTile: View {
  private static let widestPicture = 30

  private let post: Post
  private let picture: Thumbnail?
  private let avatar: Thumbnail?

  init(_ post: Post, _ pictures: EvictableThumbnails) {
    self.post = post
    picture = pictures.thumbnails.picture(of: post.repeated)
    avatar = pictures.avatar(of: post.repeated.author)
  }

  /// The parts and their sizes, computed before drawing.
  private struct Parts {
    let head: [StyledLine]
    let text: [StyledLine]
    let quote: [StyledLine]
    var picture: (width: Int, height: Int)?
    var isTextBeside = false

    var height: Int {
      let rest = head.count + quote.count
      guard let picture else { return rest + text.count }
      return rest + (isTextBeside ? max(picture.height, text.count) : picture.height + text.count)
    }
  }

  /// The height in rows, without drawing.
  func height(in traits: Traits) -> Int {
    let inset = AvatarInset(in: traits)
    return inset.height(of: parts(in: inset.inner).height)
  }

  func canvas(in traits: Traits) -> Canvas {
    let inset = AvatarInset(in: traits)
    return inset.canvas(content(in: inset.inner), of: post.repeated.author, avatar)
  }

  private func content(in traits: Traits) -> Canvas {
    let parts = parts(in: traits)
    let head = Canvas(parts.head, in: traits)
    guard let picture, let size = parts.picture else {
      return Canvas(stacked: [head, Canvas(parts.text + parts.quote, in: traits)])
    }
    let drawn = PictureDrawing(picture).canvas(width: size.width, height: size.height, in: traits)
    var canvas = Canvas(width: traits.width, height: parts.height)
    canvas.draw(head, x: 0, y: 0)
    canvas.draw(drawn, x: 0, y: head.height)
    let (x, y) = parts.isTextBeside ? (size.width + 2, 0) : (0, size.height)
    canvas.draw(Canvas(parts.text, in: traits), x: x, y: head.height + y)
    let quote = Canvas(parts.quote, in: traits)
    canvas.draw(quote, x: 0, y: parts.height - quote.height)
    return canvas
  }

  private func parts(in traits: Traits) -> Parts {
    let words = PostWords(post)
    let shown = post.repeated
    let facts = words.facts(time: RelativeTime.text(shown.createdAt, in: traits), in: traits)
    let head =
      StyledLine.flow(words.repost(in: traits), width: traits.width, in: traits)
      + StyledLine.flow(facts, width: traits.width, in: traits)
    let quote = words.quote(indent: 0, in: traits)
    guard picture != nil else {
      let text = Paragraph(marking: words.body).lines(in: traits)
      return Parts(head: head, text: text, quote: quote)
    }
    // The picture has at most half the height of the window. It is beside the text if there is
    // room.
    let rows = max(3, (traits.height ?? 24) / 2 - 2)
    var width = min(FeedTile.widestPicture, traits.width)
    while width > 4, GridLayout.pictureHeight(forWidth: width) > rows { width -= 1 }
    let size = (width: width, height: GridLayout.pictureHeight(forWidth: width))
    let body = SafeText(shown.text, .lines)
    let room = traits.width - width - 2
    let isTextBeside = room >= 24
    let text =
      Paragraph(marking: body).lines(in: isTextBeside ? traits.with(width: room) : traits)
    return Parts(
      head: head, text: text, quote: quote, picture: size, isTextBeside: isTextBeside)
  }
}
