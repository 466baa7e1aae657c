import Model

/// One post in a grid: its picture or its words as typography, with a caption below.
struct PostTile {
  private let stored: Post
  /// The repeated post of a repost, otherwise the post itself.
  private let post: Post
  private let namesAuthor: Bool
  /// Nil for a post of words.
  private let picture: Thumbnail?
  private let width: Int
  private let mostRows: Int
  private let traits: Traits

  init(
    _ post: Post, namesAuthor: Bool, picture: Thumbnail?, width: Int, mostRows: Int,
    in traits: Traits
  ) {
    stored = post
    self.post = post.repeated
    self.namesAuthor = namesAuthor
    self.picture = picture
    self.width = width
    self.mostRows = mostRows
    self.traits = traits
  }

  var hasPicture: Bool { picture != nil }

  /// The rows for all words, up to `mostRows`.
  var wordsHeight: Int {
    min(TextTile.height(of: stored, person: person, width: width, in: traits), mostRows)
  }

  /// A post with a picture has a second line for its words.
  var captionHeight: Int { picture != nil && secondLine != nil ? 2 : 1 }

  private var secondLine: StyledLine? {
    if let reported = PostWords(stored).reported { return reported }
    let text = post.text.isEmpty ? nil : StyledLine(SafeText(post.text, .lines))
    let facts = [person, text].compactMap(\.self)
    return facts.isEmpty ? nil : StyledLine.joined(facts, by: traits.glyphs.separator)
  }

  /// The tile of a post without a picture, at the height of its row.
  func textTile(height: Int) -> TextTile? {
    picture == nil
      ? TextTile(stored, person: person, width: width, height: height, in: traits) : nil
  }

  /// Draws the tile in a row whose tiles are `body` rows high without their captions.
  func canvas(body: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    if let picture {
      canvas.draw(
        PictureDrawing(picture).canvas(width: width, height: body, in: traits), x: 0, y: 0)
      if let hash = post.image?.hash {
        canvas.mark(PicturePlace(.picture(hash), x: 0, y: 0, width: width, height: body))
      }
      if let line = secondLine {
        canvas.draw(line.fitted(to: width, in: traits), x: 0, y: body + 1, in: traits)
      }
    } else {
      textTile(height: body)?.draw(on: &canvas, x: 0, y: 0, seen: 0..<body)
    }
    canvas.draw(caption, x: 0, y: body, in: traits)
    return canvas
  }

  /// `↻ @ana` for a repost, `↩ @ana` for a reply, or the author if it is not the owner.
  ///
  /// It is on the tile of a text, and below a picture before its words.
  private var person: StyledLine? {
    PostWords(stored).relation(in: traits)
      ?? (namesAuthor ? StyledLine(SafeText(post.author), .accent, .author) : nil)
  }

  /// The caption on one line: `♥ 12 · 3d · #42 · (edited) · private`.
  ///
  /// In a narrow tile, signs replace words, then blanks replace separators, and then the time is
  /// omitted. The number stays, because commands need it.
  private var caption: StyledLine {
    let number = StyledLine(SafeText(stored.id), .faint)
    guard let hearts = PostWords(stored).hearts(in: traits, width: width - number.width - 1)
    else { return number.fitted(to: width, in: traits) }
    let time = StyledLine(SafeText(RelativeTime.text(post.createdAt, in: traits)), .faint)
    let glyphs = traits.glyphs
    let (words, signs) = (marks("(edited)", "private"), marks(glyphs.edited, glyphs.private))
    for (facts, separator): ([StyledLine], SafeText) in [
      ([hearts, time, number] + words, glyphs.separator),
      ([hearts, time, number] + signs, glyphs.separator), ([hearts, time, number] + signs, " "),
      ([hearts, number] + signs, glyphs.separator), ([hearts, number] + signs, " "),
    ] {
      let line = StyledLine.joined(facts, by: separator)
      if line.width <= width { return line }
    }
    return StyledLine.joined([hearts, number], by: " ")
  }

  private func marks(_ edited: SafeText, _ private: SafeText) -> [StyledLine] {
    (post.editedAt == nil ? [] : [StyledLine(edited, .faint)])
      + (post.isPrivate ? [StyledLine(`private`, .warning)] : [])
  }
}
