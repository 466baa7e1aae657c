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
      return most + caption(width: width).count + (post.text.isEmpty ? 0 : 1)
    }
    let frame = caption(width: innerWidth).count + 2
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
    let facts = caption(width: innerWidth)
    let lines = text(lineLimit: canvas.height - 2 - facts.count)
    for (row, line) in lines.enumerated() { canvas.draw(line, x: left, y: 1 + row) }
    for (row, line) in facts.enumerated() {
      canvas.draw(line, x: left, y: canvas.height - 1 - facts.count + row, in: traits)
    }
  }

  private func drawPicture(_ picture: Canvas, on canvas: inout Canvas) {
    let room = GridLayout.pictureHeight(forWidth: width)
    var frame = Canvas(width: width, height: room)
    frame.draw(picture, x: (width - picture.width) / 2, y: (room - picture.height) / 2)
    canvas.draw(frame, x: 0, y: 0)
    var row = room
    for line in caption(width: width) {
      canvas.draw(line, x: 0, y: row, in: traits)
      row += 1
    }
    let text = SafeText(post.text, .lines)
    if !text.isEmpty { canvas.draw(traits.fit(text, to: width), x: 0, y: row) }
  }

  private func text(lineLimit: Int) -> [SafeText] {
    traits.wrap(PostWords(post).body, to: innerWidth, lineLimit: lineLimit)
  }

  /// `♥ 12 · 3d · #42`, on several lines where it must be; a time too long for a line is left out.
  private func caption(width: Int) -> [StyledLine] {
    var facts = [PostWords(post).hearts(in: traits, width: width)]
    let time = SafeText(RelativeTime.text(post.createdAt, in: traits))
    if time.width <= width { facts.append(StyledLine(time, .faint)) }
    facts.append(StyledLine(SafeText(post.id), .faint))
    if post.isPrivate { facts.append(StyledLine("private", .warning)) }
    return StyledLine.flow(facts, width: width, in: traits)
  }
}
