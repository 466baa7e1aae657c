package import Model

/// One post in full: the posts above it, its picture, the users who like it, and its replies.
package struct PostPage: View {
  /// The height of a picture without a window.
  private static let mostRows = 31
  private static let fewestRowsForTile = 36
  private static let mostLikers = 20

  private let viewed: ViewedPost
  private let post: Post
  private let picture: Thumbnail?
  /// Whether a short text is on a tile in a high window.
  private let setsText: Bool

  /// `viewed` may contain only some of the likers.
  package init(_ viewed: ViewedPost, picture: Thumbnail? = nil, setsText: Bool = false) {
    self.viewed = viewed
    post = viewed.post.item
    (self.picture, self.setsText) = (picture, setsText)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let words = PostWords(post)
    let shown = post.repeated
    let facts = words.facts(time: RelativeTime.text(shown.createdAt, in: traits), in: traits)
    let author =
      StyledLine.flow(words.repost(in: traits), width: traits.width, in: traits)
      + StyledLine.flow(facts, width: traits.width, in: traits) + [StyledLine()]
    let head = Canvas(above(in: traits) + author, in: traits)
    if picture == nil, let tile = tile(in: traits) {
      let facts = liking(in: traits) + date(of: shown, in: traits) + replies(in: traits)
      return Canvas(stacked: [head, tile, Canvas([StyledLine()] + facts, in: traits)])
    }
    let text = picture == nil ? words.body : SafeText(shown.text, .lines)
    var lines = Paragraph(marking: text).lines(in: traits) + words.quote(indent: 0, in: traits)
    if !lines.isEmpty { lines.append(StyledLine()) }
    lines += liking(in: traits) + date(of: shown, in: traits)
    let replies = replies(in: traits)
    guard let picture else { return Canvas(stacked: [head, Canvas(lines + replies, in: traits)]) }
    lines = caption(in: traits) + [StyledLine()] + lines
    // Twelve rows are for the author, a few words, the facts, a title and the last line of the
    // window. The posts above, long words and the replies may need scrolling.
    let others = setsText ? 11 : 12
    let rows = traits.height.map { max($0 - others, 8) } ?? PostPage.mostRows
    return Canvas(stacked: [
      head, PictureDrawing(picture).whole(width: traits.width, height: rows, in: traits),
      Canvas(lines + replies, in: traits),
    ])
  }

  /// The words as a tile in half of the window; nil if it would cut them.
  private func tile(in traits: Traits) -> Canvas? {
    guard setsText, let window = traits.height, window >= PostPage.fewestRowsForTile,
      post.reposts == nil || post.referenced != nil
    else { return nil }
    let rows = window / 2
    let width = min(traits.width, 4 * rows)
    guard TextTile.height(of: post.repeated, width: width, in: traits) <= rows else { return nil }
    var canvas = Canvas(width: traits.width, height: rows)
    TextTile(post, width: width, height: rows, in: traits)
      .draw(on: &canvas, x: 0, y: 0, seen: 0..<rows)
    return canvas
  }

  /// The posts above this one, the first of the conversation first, each with a vertical line.
  private func above(in traits: Traits) -> [StyledLine] {
    viewed.above.flatMap { above -> [StyledLine] in
      let lines =
        above.post.map { PostWords($0).lines(in: traits.with(width: traits.width - 2)) }
        ?? [StyledLine(PostWords.gone, .faint)]
      return lines.map { railed($0, in: traits) } + [railed(StyledLine(), in: traits)]
    }
  }

  private func railed(_ line: StyledLine, in traits: Traits) -> StyledLine {
    var railed = StyledLine(
      line.isEmpty ? traits.glyphs.vertical : traits.glyphs.vertical + " ", .frame)
    railed.append(line)
    return railed
  }

  private func date(of post: Post, in traits: Traits) -> [StyledLine] {
    let (date, time) = Timestamp.local(post.createdAt, in: traits.zone)
    let edited = post.editedAt.map { edited -> SafeText in
      let (date, time) = Timestamp.local(edited, in: traits.zone)
      return ", edited \(date) at \(time)"
    }
    let signature = PostWords(post).signature.map { Paragraph($0, .faint).lines(in: traits) }
    return Paragraph("Posted \(date) at \(time)\(edited ?? "")", .faint).lines(in: traits)
      + (signature ?? [])
  }

  private func replies(in traits: Traits) -> [StyledLine] {
    let replies = viewed.replies.flatMap { reply in
      [StyledLine()]
        + PostWords(reply).lines(in: traits.with(width: traits.width - 2))
        .map { $0.indented(by: 2) }
    }
    // `viewed` has only the first replies.
    let left = post.repeated.replyCount - viewed.replies.count
    guard !replies.isEmpty, left > 0 else { return replies }
    let thread: SafeText = "\(traits.program())thread \(String(post.target.number))"
    let count = SafeText(Magnitude.phrase(left, "more reply", "more replies"))
    return replies + [StyledLine()] + NextCommand("\(count):", thread).lines(in: traits)
  }

  private func caption(in traits: Traits) -> [StyledLine] {
    guard let alt = post.repeated.alt, !alt.isEmpty else { return [] }
    return Paragraph(SafeText(alt, .lines), .faint).lines(in: traits)
  }

  private func liking(in traits: Traits) -> [StyledLine] {
    guard post.likeCount > 0 else {
      if viewed.isOwn { return Paragraph("Nobody likes it yet.", .faint).lines(in: traits) }
      let like: SafeText = "\(traits.program())like \(String(post.target.number))"
      return NextCommand("Nobody likes it yet. Be the first:", like, .like).lines(in: traits)
    }
    let names = SafeText.list(
      Array(viewed.likers.prefix(PostPage.mostLikers)), outOf: post.likeCount)
    return Paragraph("Liked by \(names)", .faint, .likers).lines(in: traits)
  }
}
