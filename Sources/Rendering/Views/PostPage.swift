package import Model

/// One post large, and who likes it.
package struct PostPage: View {
  private let post: Post
  private let likers: [Handle]
  private let picture: Canvas?

  /// `likers` may be the first few of those who like it; `picture` fits the reader's width.
  package init(_ post: Post, likers: [Handle], picture: Canvas? = nil) {
    self.post = post
    self.likers = likers
    self.picture = picture
  }

  package func canvas(in traits: Traits) -> Canvas {
    let words = PostWords(post)
    // The date stands below in full, so that a time that is no span would say it twice.
    let facts = words.facts(time: RelativeTime.span(post.createdAt, in: traits), in: traits)
    let head = StyledLine.flow(facts, width: traits.width, in: traits)
    var parts = [Canvas(head + [StyledLine()], in: traits)]
    var text = words.body
    if let picture {
      parts.append(picture)
      text = SafeText(post.text, .lines)
    }
    var lines = Paragraph(text, indent: 2).lines(in: traits)
    if !lines.isEmpty { lines.append(StyledLine()) }
    lines += Paragraph(liking, .faint).lines(in: traits)
    let (date, time) = Timestamp.local(post.createdAt, in: traits.zone)
    lines += Paragraph("posted \(date) at \(time)", .faint).lines(in: traits)
    parts.append(Canvas(lines, in: traits))
    return Canvas(stacked: parts)
  }

  private var liking: SafeText {
    guard post.likeCount > 0 else {
      return "Nobody likes it yet. Be the first: profilectl like \(String(post.id.number))"
    }
    return "Liked by \(SafeText.list(likers, outOf: post.likeCount))"
  }
}
