import Model

/// The texts of a post for all views.
///
/// For a repost, they are those of the repeated post, after a line about the repost.
struct PostWords {
  static let gone: SafeText = "(a post that is gone)"

  private let stored: Post
  /// The repeated post of a repost, otherwise the post itself.
  private let post: Post

  init(_ post: Post) {
    stored = post
    self.post = post.repeated
  }

  private var isGone: Bool { stored.reposts != nil && stored.referenced == nil }

  /// The text, after a placeholder for the picture.
  var body: SafeText {
    if isGone { return PostWords.gone }
    let text = SafeText(post.text, .lines)
    guard post.signedImage != nil else { return text }
    return text.isEmpty ? picture : picture + "\n" + text
  }

  /// The text, or the placeholder for the picture if there is no text.
  var excerpt: SafeText {
    isGone || post.text.isEmpty ? body : SafeText(post.text, .lines)
  }

  /// The placeholder for a picture that is not drawn.
  private var picture: SafeText {
    let what: SafeText = post.image == nil ? "picture on its way" : "picture"
    guard let alt = post.alt, !alt.isEmpty else { return "[\(what)]" }
    return "[\(what): \(alt)]"
  }

  /// Who signed the post, and its lasting name; nil for a post that has none.
  var signature: SafeText? {
    guard let lasting = post.lasting, let name = lasting.name else { return nil }
    let keeper: SafeText = lasting.isVouched ? "a keeper for " : ""
    return "Signed by \(keeper)\(post.author) as ~\(name.hexadecimal)"
  }

  /// `♥ 12`, abbreviated if necessary; nil if it does not fit, because a cut number would be wrong.
  func hearts(in traits: Traits, width: Int) -> StyledLine? {
    for count in [Magnitude.text(stored.likeCount), Magnitude.brief(stored.likeCount)] {
      var line = StyledLine(traits.glyphs.heart, .heart, .like)
      line.append(" " + SafeText(count), .plain, .like)
      if line.width <= width { return line }
    }
    return nil
  }

  /// `↻ @ana` with the author of the repeated post, or `↩ @ana` with the author of the answered
  /// post, if any.
  func relation(in traits: Traits) -> StyledLine? {
    if stored.reposts != nil {
      let author = stored.referenced.map { SafeText($0.author) } ?? PostWords.gone
      return StyledLine(traits.glyphs.repost + " " + author, .accent)
    }
    guard post.replyTo != nil else { return nil }
    let author = post.answered.map { SafeText($0) } ?? PostWords.gone
    return StyledLine(traits.glyphs.reply + " " + author, .accent)
  }

  /// The line above a repost: `↻ @bob · 3h · #330`; empty for other posts.
  func repost(in traits: Traits) -> [StyledLine] {
    guard stored.reposts != nil else { return [] }
    return [
      StyledLine(traits.glyphs.repost + " " + SafeText(stored.author), .accent),
      StyledLine(SafeText(RelativeTime.text(stored.createdAt, in: traits)), .faint),
      StyledLine(SafeText(stored.id), .faint),
    ]
  }

  /// Author, time if given, number, counts, and the relation of the viewer to the post.
  func facts(time: String?, in traits: Traits) -> [StyledLine] {
    if isGone { return [] }
    var facts = [StyledLine(SafeText(post.author), .accent, .author)]
    if stored.reposts == nil, let relation = relation(in: traits) { facts.append(relation) }
    if let time { facts.append(StyledLine(SafeText(time), .faint)) }
    if post.editedAt != nil { facts.append(StyledLine("(edited)", .faint)) }
    facts.append(StyledLine(SafeText(post.id), .faint))
    let likes = SafeText(Magnitude.phrase(stored.likeCount, "like"))
    facts.append(StyledLine(likes, .plain, .like))
    for (count, one, many) in [
      (stored.replyCount, "reply", "replies"), (stored.repostCount, "repost", "reposts"),
    ] where count > 0 {
      facts.append(StyledLine(SafeText(Magnitude.phrase(count, one, many))))
    }
    if stored.isLiked { facts.append(StyledLine("you like it", .heart, .like)) }
    if stored.viewed.isReposted { facts.append(StyledLine("you reposted it", .good)) }
    if stored.viewed.isBookmarked { facts.append(StyledLine("bookmarked", .good)) }
    if post.isPrivate { facts.append(StyledLine("private", .warning)) }
    if stored.viewed.isReported { facts.append(StyledLine("you reported this", .warning)) }
    return facts
  }

  /// The whole post: a line about the repost, facts, words, and the quoted post in a frame.
  func lines(indent: Int = 2, in traits: Traits) -> [StyledLine] {
    let time = RelativeTime.text(post.createdAt, in: traits)
    return StyledLine.flow(repost(in: traits), width: traits.width, in: traits)
      + StyledLine.flow(facts(time: time, in: traits), width: traits.width, in: traits)
      + Paragraph(marking: body, indent: indent, isGone ? .faint : .plain).lines(in: traits)
      + quote(indent: indent, in: traits)
  }

  /// The mark of a post that the viewer reported.
  var reported: StyledLine? {
    stored.viewed.isReported ? StyledLine("you reported this", .warning) : nil
  }

  /// The quoted post without a frame: its author and first lines.
  func quotedLines(lineLimit: Int, in traits: Traits) -> [StyledLine] {
    guard post.quotes != nil, !isGone else { return [] }
    guard let quoted = post.referenced else { return [StyledLine(PostWords.gone, .faint)] }
    return StyledLine.flow(
      [StyledLine(SafeText(quoted.author), .accent), StyledLine(SafeText(quoted.id), .faint)],
      width: traits.width, in: traits
    ).prefix(1)
      + MarkedText(PostWords(quoted).body, in: traits)
      .lines(to: traits.width, lineLimit: lineLimit)
  }

  /// The quoted post in a frame, if any.
  func quote(indent: Int, lineLimit: Int = 6, in traits: Traits) -> [StyledLine] {
    guard post.quotes != nil, !isGone else { return [] }
    let margin = min(indent, traits.width / 4)
    let width = min(traits.width - margin, QuoteFrame.widest)
    return QuoteFrame(post.referenced, lineLimit: lineLimit).lines(width: width, in: traits)
      .map { $0.indented(by: margin) }
  }
}

/// A quoted post in a frame, with its first lines.
private struct QuoteFrame {
  static let widest = 64

  private let post: Post?
  private let lineLimit: Int

  init(_ post: Post?, lineLimit: Int) {
    (self.post, self.lineLimit) = (post, lineLimit)
  }

  func lines(width: Int, in traits: Traits) -> [StyledLine] {
    guard width >= 6 else { return [] }
    let glyphs = traits.glyphs
    let inner = width - 4
    let text = post.map { PostWords($0).body } ?? PostWords.gone
    let rows = MarkedText(text, in: traits)
      .lines(to: inner, lineLimit: lineLimit, post == nil ? .faint : .plain)
    let rule = SafeText.joined(
      Array(repeating: glyphs.horizontal, count: width - 2), by: SafeText())
    return [top(width: width, rule: rule, in: traits)]
      + rows.map { row in
        var line = StyledLine(glyphs.vertical + " ", .frame)
        line.append(row)
        line.pad(to: width - 2)
        line.append(" " + glyphs.vertical, .frame)
        return line
      } + [StyledLine(glyphs.bottomLeft + rule + glyphs.bottomRight, .frame)]
  }

  /// `╭ @ana · #325 ───╮`.
  private func top(width: Int, rule: SafeText, in traits: Traits) -> StyledLine {
    let glyphs = traits.glyphs
    guard let post else { return StyledLine(glyphs.topLeft + rule + glyphs.topRight, .frame) }
    let facts = StyledLine.flow(
      [StyledLine(SafeText(post.author), .accent), StyledLine(SafeText(post.id), .faint)],
      width: max(1, width - 4), in: traits)[0]
    var line = StyledLine(glyphs.topLeft + " ", .frame)
    line.append(facts)
    line.append(" ", .frame)
    let rest = max(0, width - 1 - line.width)
    line.append(
      SafeText.joined(Array(repeating: glyphs.horizontal, count: rest), by: SafeText()), .frame)
    line.append(glyphs.topRight, .frame)
    return line
  }
}
