package import Model

/// One post in full, with users who like it.
package struct PostPage: View {
  private let post: Post
  private let likers: [Handle]
  private let picture: Thumbnail?

  /// `likers` may be only the first few.
  package init(_ post: Post, likers: [Handle], thumbnails: [String: Thumbnail] = [:]) {
    self.post = post
    self.likers = likers
    picture = thumbnails.picture(of: post)
  }

  package init(_ viewed: ViewedPost, thumbnails: [String: Thumbnail] = [:]) {
    self.init(viewed.post.item, likers: viewed.likers, thumbnails: thumbnails)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let words = PostWords(post)
    // The full date follows below, so only a relative time is not a repetition.
    let facts = words.facts(time: RelativeTime.span(post.createdAt, in: traits), in: traits)
    let head = Canvas(
      StyledLine.flow(facts, width: traits.width, in: traits) + [StyledLine()], in: traits)
    let text = picture == nil ? words.body : SafeText(post.text, .lines)
    var lines = Paragraph(text, indent: 2).lines(in: traits)
    if !lines.isEmpty { lines.append(StyledLine()) }
    lines += liking(in: traits)
    let (date, time) = Timestamp.local(post.createdAt, in: traits.zone)
    lines += Paragraph("posted \(date) at \(time)", .faint).lines(in: traits)
    guard let picture else { return Canvas(stacked: [head, Canvas(lines, in: traits)]) }
    lines = caption(in: traits) + [StyledLine()] + lines
    let room = PictureRoom(besideLines: head.height + lines.count, in: traits)
    return Canvas(stacked: [
      head, PictureDrawing(picture).canvas(width: room.width, height: room.height, in: traits),
      Canvas(lines, in: traits),
    ])
  }

  /// The description of the picture.
  private func caption(in traits: Traits) -> [StyledLine] {
    guard let alt = post.alt, !alt.isEmpty else { return [] }
    return Paragraph(SafeText(alt, .lines), .faint).lines(in: traits)
  }

  private func liking(in traits: Traits) -> [StyledLine] {
    guard post.likeCount > 0 else {
      let like: SafeText = "\(traits.program())like \(String(post.id.number))"
      return NextCommand("Nobody likes it yet. Be the first:", like, .like).lines(in: traits)
    }
    let names = SafeText.list(likers, outOf: post.likeCount)
    return Paragraph("Liked by \(names)", .faint, .likers).lines(in: traits)
  }
}

/// The size of a single picture in cells, as large as the window allows.
private struct PictureRoom {
  let width: Int
  let height: Int

  /// Half a thumbnail's pixel in each cell; a larger picture would show no more detail.
  private static let widest = 96
  /// Without a window, as on a pipe: about half of a page, one thumbnail pixel for each block.
  private static let usualWidth = 48

  /// The rows that the text and a prompt leave, but at least half the window: text can be scrolled,
  /// a picture has to fit.
  init(besideLines lines: Int, in traits: Traits) {
    var widest = min(traits.width, PictureRoom.widest)
    if let window = traits.height {
      let rows = max(window - 1 - lines, window / 2, 1)
      while widest > 1, GridLayout.pictureHeight(forWidth: widest) > rows { widest -= 1 }
    } else {
      widest = min(widest, PictureRoom.usualWidth)
    }
    width = widest
    height = GridLayout.pictureHeight(forWidth: widest)
  }
}
