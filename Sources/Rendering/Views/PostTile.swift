import Model

/// One post in a grid: a box with its text, or its picture with a caption.
struct PostTile {
  private let stored: Post
  /// Of a repost, the repeated post.
  private let post: Post
  private let namesAuthor: Bool
  /// Nil for a post that is shown as text.
  private let picture: Thumbnail?
  private let width: Int
  private let pictureHeight: Int
  private let traits: Traits

  init(
    _ post: Post, namesAuthor: Bool, picture: Thumbnail?, width: Int, pictureHeight: Int,
    in traits: Traits
  ) {
    stored = post
    self.post = post.repeated
    self.namesAuthor = namesAuthor
    self.picture = picture
    self.width = width
    self.pictureHeight = pictureHeight
    self.traits = traits
  }

  /// The height that shows all of its text, up to the height of a picture.
  var height: Int {
    let hasText = !post.text.isEmpty || reported != nil
    if picture != nil { return pictureHeight + 1 + (hasText ? 1 : 0) }
    let frame = 3
    let lines = max(1, text(lineLimit: pictureHeight).count)
    return frame + min(lines, max(pictureHeight - frame, PostTile.fewestLines))
  }

  /// The least lines of text in a box.
  private static let fewestLines = 2

  /// Draws the tile in a row of this height.
  ///
  /// Beside pictures, a box is as high as they are and has its caption below. Without pictures, or
  /// if the box were too low for text, the caption is inside.
  func canvas(height: Int, besidePictures: Bool) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    if let picture {
      canvas.draw(
        PictureDrawing(picture).canvas(width: width, height: pictureHeight, in: traits), x: 0, y: 0)
      if let hash = post.image?.hash {
        canvas.mark(PicturePlace(.picture(hash), x: 0, y: 0, width: width, height: pictureHeight))
      }
      drawCaption(on: &canvas)
      let text = reported ?? StyledLine(SafeText(post.text, .lines))
      if !text.isEmpty {
        canvas.draw(text.fitted(to: width, in: traits), x: 0, y: pictureHeight + 1, in: traits)
      }
    } else if besidePictures, pictureHeight >= 3 {
      drawBox(height: pictureHeight, lines: pictureHeight - 2, on: &canvas)
      drawCaption(on: &canvas)
    } else {
      drawBox(height: height, lines: height - 3, on: &canvas)
      canvas.draw(caption(width: innerWidth), x: margin, y: height - 2, in: traits)
    }
    return canvas
  }

  private var innerWidth: Int { width >= 12 ? width - 4 : max(1, width - 2) }
  private var margin: Int { (width - innerWidth) / 2 }

  private func drawBox(height: Int, lines: Int, on canvas: inout Canvas) {
    canvas.drawFrame(x: 0, y: 0, width: width, height: height, in: traits)
    for (row, line) in text(lineLimit: lines).enumerated() {
      canvas.draw(line, x: margin, y: 1 + row, in: traits)
    }
  }

  /// Draws the caption below a picture or box.
  private func drawCaption(on canvas: inout Canvas) {
    canvas.draw(caption(width: width), x: 0, y: pictureHeight, in: traits)
  }

  /// The mark of a post that the viewer reported.
  private var reported: StyledLine? {
    stored.viewed.isReported ? StyledLine("you reported this", .warning) : nil
  }

  /// The words and, in a frame of up to five lines, the quoted post.
  private func text(lineLimit: Int) -> [StyledLine] {
    let words = PostWords(stored)
    let quote = words.quote(indent: 0, lineLimit: 3, in: traits.with(width: innerWidth))
    let room = quote.isEmpty ? lineLimit : max(1, lineLimit - quote.count)
    let body = traits.wrap(words.body, to: innerWidth, lineLimit: room).map { StyledLine($0) }
    let mark = [reported].compactMap { $0?.fitted(to: innerWidth, in: traits) }
    return Array((mark + body + quote).prefix(lineLimit))
  }

  /// The caption on one line: `@bob · ♥ 12 · 3d · #42`, with `↻ @ana` before a repost and `↩ @ana`
  /// before an answer.
  ///
  /// If it is too long, the time is left out first, then the privacy, then the likes, then the
  /// author. The number always stays, because commands need it.
  private func caption(width: Int) -> StyledLine {
    let number = StyledLine(SafeText(stored.id), .faint)
    let room = width - number.width - traits.glyphs.separator.width
    let words = PostWords(stored)
    guard let hearts = words.hearts(in: traits, width: room) else {
      return number.fitted(to: width, in: traits)
    }
    let time = StyledLine(SafeText(RelativeTime.text(post.createdAt, in: traits)), .faint)
    let privacy = post.isPrivate ? StyledLine("private", .warning) : nil
    let author =
      words.relation(in: traits)
      ?? (namesAuthor ? StyledLine(SafeText(post.author), .accent, .author) : nil)
    for facts in [
      [author, hearts, time, number, privacy], [author, hearts, number, privacy],
      author.map { [$0, number] }, [hearts, number, privacy],
    ].compactMap(\.self) {
      let lines = StyledLine.flow(facts.compactMap(\.self), width: width, in: traits)
      if lines.count == 1 { return lines[0] }
    }
    return StyledLine.flow([hearts, number], width: width, in: traits)[0]
  }
}
