import Model

/// One post in a grid: its text in a box, or its picture with a caption.
struct PostTile {
  private let post: Post
  /// The picture in cells; nil for a post shown by its text.
  private let picture: Canvas?
  private let width: Int
  private let traits: Traits

  init(_ post: Post, picture: Canvas?, width: Int, in traits: Traits) {
    self.post = post
    self.picture = picture
    self.width = width
    self.traits = traits
  }

  /// The rows it needs to show what it can.
  var height: Int {
    let most = GridLayout.pictureHeight(forWidth: width)
    if picture != nil {
      return most + 1 + (post.text.isEmpty ? 0 : 1)
    }
    let frame = 3
    let lines = max(1, text(lineLimit: most).count)
    return frame + min(lines, max(most - frame, PostTile.fewestLines))
  }

  /// Lines of text that even a tile too low for them shows.
  private static let fewestLines = 2

  func canvas(height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    if let picture {
      drawPicture(picture, on: &canvas)
    } else {
      drawBox(on: &canvas)
    }
    return canvas
  }

  private var innerWidth: Int { width >= 12 ? width - 4 : max(1, width - 2) }

  private func drawBox(on canvas: inout Canvas) {
    canvas.drawFrame(x: 0, y: 0, width: width, height: canvas.height, in: traits)
    let left = (width - innerWidth) / 2
    let lines = text(lineLimit: canvas.height - 3)
    for (row, line) in lines.enumerated() { canvas.draw(line, x: left, y: 1 + row) }
    canvas.draw(caption(width: innerWidth), x: left, y: canvas.height - 2, in: traits)
  }

  private func drawPicture(_ picture: Canvas, on canvas: inout Canvas) {
    let room = GridLayout.pictureHeight(forWidth: width)
    var frame = Canvas(width: width, height: room)
    frame.draw(picture, x: (width - picture.width) / 2, y: (room - picture.height) / 2)
    canvas.draw(frame, x: 0, y: 0)
    if let hash = post.image?.hash {
      canvas.mark(PicturePlace(.picture(hash), x: 0, y: 0, width: width, height: room))
    }
    canvas.draw(caption(width: width), x: 0, y: room, in: traits)
    let text = SafeText(post.text, .lines)
    if !text.isEmpty { canvas.draw(traits.fit(text, to: width), x: 0, y: room + 1) }
  }

  private func text(lineLimit: Int) -> [SafeText] {
    traits.wrap(PostWords(post).body, to: innerWidth, lineLimit: lineLimit)
  }

  /// `♥ 12 · 3d · #42`, on one line.
  ///
  /// Where not all fits, the time goes first, then the word about privacy, then the likes; the number
  /// stays, for it is what a command asks for.
  private func caption(width: Int) -> StyledLine {
    let number = StyledLine(SafeText(post.id), .faint)
    let room = width - number.width - traits.glyphs.separator.width
    guard let hearts = PostWords(post).hearts(in: traits, width: room) else {
      return number.fitted(to: width, in: traits)
    }
    let time = StyledLine(SafeText(RelativeTime.text(post.createdAt, in: traits)), .faint)
    let privacy = post.isPrivate ? StyledLine("private", .warning) : nil
    for facts in [[hearts, time, number, privacy], [hearts, number, privacy]] {
      let lines = StyledLine.flow(facts.compactMap(\.self), width: width, in: traits)
      if lines.count == 1 { return lines[0] }
    }
    return StyledLine.flow([hearts, number], width: width, in: traits)[0]
  }
}
