import Model

/// The pieces of text that all views of a post share.
struct PostWords {
  private let post: Post

  init(_ post: Post) {
    self.post = post
  }

  /// The text, after a placeholder for the picture.
  var body: SafeText {
    let text = SafeText(post.text, .lines)
    guard post.image != nil else { return text }
    return text.isEmpty ? picture : picture + "\n" + text
  }

  /// The placeholder for a picture that is not drawn.
  private var picture: SafeText {
    guard let alt = post.alt, !alt.isEmpty else { return "[picture]" }
    return "[picture: \(alt)]"
  }

  /// `♥ 12`, abbreviated if necessary; nil if it doesn't fit, because a cut number would be wrong.
  func hearts(in traits: Traits, width: Int) -> StyledLine? {
    for count in [Magnitude.text(post.likeCount), Magnitude.brief(post.likeCount)] {
      var line = StyledLine(traits.glyphs.heart, .heart, .like)
      line.append(" " + SafeText(count), .plain, .like)
      if line.width <= width { return line }
    }
    return nil
  }

  /// Author, time if given, number, likes, and the viewer's relation to the post.
  func facts(time: String?, in traits: Traits) -> [StyledLine] {
    var facts = [StyledLine(SafeText(post.author), .accent, .author)]
    if let time { facts.append(StyledLine(SafeText(time), .faint)) }
    facts.append(StyledLine(SafeText(post.id), .faint))
    let likes = SafeText(Magnitude.phrase(post.likeCount, "like"))
    facts.append(StyledLine(likes, .plain, .like))
    if post.isLiked { facts.append(StyledLine("you like it", .heart, .like)) }
    if post.isPrivate { facts.append(StyledLine("private", .warning)) }
    return facts
  }
}
