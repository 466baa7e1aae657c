package import Model

/// One post large, and who likes it.
package struct PostPage: View {
  private let post: Post
  private let likers: [Handle]
  private let picture: Thumbnail?

  /// `likers` may be the first few of those who like it.
  package init(_ post: Post, likers: [Handle], thumbnails: [String: Thumbnail] = [:]) {
    self.post = post
    self.likers = likers
    picture = thumbnails.picture(of: post)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let words = PostWords(post)
    // The date stands below in full, so that a time that is no span would say it twice.
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

  /// What the picture shows, in words, for whoever can't make it out.
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
