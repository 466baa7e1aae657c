import Model

/// One post in a grid: its picture or its words as typography, with a caption below.
struct PostTile {
  private let stored: Post
  /// Of a repost, the repeated post.
  private let post: Post
  private let namesAuthor: Bool
  /// Nil for a post that is shown as words.
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

  /// The rows that show all of the words, up to `mostRows`.
  var wordsHeight: Int {
    min(TextTile.height(of: stored, width: width, in: traits), mostRows)
  }

  /// The words of a post with a picture have a second line.
  var captionHeight: Int { picture != nil && secondLine != nil ? 2 : 1 }

  private var secondLine: StyledLine? {
    if let reported = PostWords(stored).reported { return reported }
    return post.text.isEmpty ? nil : StyledLine(SafeText(post.text, .lines))
  }

  /// The tile of a post without a picture, at the height of its row.
  func textTile(height: Int) -> TextTile? {
    picture == nil ? TextTile(stored, width: width, height: height, in: traits) : nil
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

  /// The caption on one line: `@bob · ♥ 12 · 3d · #42`, with `↻ @ana` before a repost and `↩ @ana`
  /// before an answer.
  ///
  /// A caption that is too long loses first the time, then `(edited)`, the privacy, the likes, and
  /// the author. The number always stays, because commands need it.
  private var caption: StyledLine {
    let number = StyledLine(SafeText(stored.id), .faint)
    let room = width - number.width - traits.glyphs.separator.width
    let words = PostWords(stored)
    guard let hearts = words.hearts(in: traits, width: room) else {
      return number.fitted(to: width, in: traits)
    }
    let time = StyledLine(SafeText(RelativeTime.text(post.createdAt, in: traits)), .faint)
    let privacy = post.isPrivate ? StyledLine("private", .warning) : nil
    let edited = post.editedAt == nil ? nil : StyledLine("(edited)", .faint)
    let author =
      words.relation(in: traits)
      ?? (namesAuthor ? StyledLine(SafeText(post.author), .accent, .author) : nil)
    for facts in [
      [author, hearts, time, number, edited, privacy], [author, hearts, number, edited, privacy],
      [author, hearts, number, privacy], author.map { [$0, number] }, [hearts, number, privacy],
    ].compactMap(\.self) {
      let lines = StyledLine.flow(facts.compactMap(\.self), width: width, in: traits)
      if lines.count == 1 { return lines[0] }
    }
    return StyledLine.flow([hearts, number], width: width, in: traits)[0]
  }
}
