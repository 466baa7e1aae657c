import Model

/// A post in a list of posts, with its picture where there is room for one.
struct FeedTile: View {
  private static let widestPicture = 30

  private let post: Post
  private let picture: Thumbnail?

  init(_ post: Post, thumbnails: [String: Thumbnail]) {
    self.post = post
    picture = thumbnails.picture(of: post)
  }

  func canvas(in traits: Traits) -> Canvas {
    let words = PostWords(post)
    let facts = words.facts(time: RelativeTime.text(post.createdAt, in: traits), in: traits)
    let head = Canvas(StyledLine.flow(facts, width: traits.width, in: traits), in: traits)
    guard let picture else {
      return Canvas(stacked: [
        head, Canvas(Paragraph(words.body, indent: 2).lines(in: traits), in: traits),
      ])
    }
    // As much as half of the window's height, and beside the text where both have room.
    let rows = max(3, (traits.height ?? 24) / 2 - 2)
    var width = min(FeedTile.widestPicture, max(1, traits.width - 2))
    while width > 4, GridLayout.pictureHeight(forWidth: width) > rows { width -= 1 }
    let height = GridLayout.pictureHeight(forWidth: width)
    let drawn = Drawing(picture).canvas(width: width, height: height, in: traits)
    let text = SafeText(post.text, .lines)
    let room = traits.width - 2 - width - 2
    if room >= 24 {
      let lines = Paragraph(text).lines(in: traits.with(width: room))
      var canvas = Canvas(width: traits.width, height: head.height + max(height, lines.count))
      canvas.draw(head, x: 0, y: 0)
      canvas.draw(drawn, x: 2, y: head.height)
      canvas.draw(Canvas(lines, in: traits), x: width + 4, y: head.height)
      return canvas
    }
    var canvas = Canvas(width: traits.width, height: head.height + height)
    canvas.draw(head, x: 0, y: 0)
    canvas.draw(drawn, x: 2, y: head.height)
    return Canvas(stacked: [
      canvas, Canvas(Paragraph(text, indent: 2).lines(in: traits), in: traits),
    ])
  }
}
