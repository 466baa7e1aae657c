import Model

/// A post without a picture: its words on the colours of its author.
struct TextTile {
  private static let fewestRows = 8
  private static let quotedLines = 3

  let width: Int
  let height: Int
  private let layout: TileLayout
  private let accent: Accent
  private let ground: TileGround
  private let quoted: Accent?
  private let traits: Traits
  private var hasGround: Bool { traits.depth == .trueColor || traits.depth == .ansi256 }

  /// Shows the repeated post of a repost; `person` is the line about another user.
  init(
    _ stored: Post, person: StyledLine? = nil, width: Int, height: Int, in traits: Traits
  ) {
    let post = stored.repeated
    let words = PostWords(stored)
    (self.width, self.height, self.traits) = (width, height, traits)
    accent = Accent(post.author)
    quoted = post.quotes == nil ? nil : post.referenced.map { Accent($0.author) } ?? accent
    ground = TileGround(accent, width: width, height: height, in: traits)
    layout = TileLayout(
      TileText(words.body), person: person,
      quote: TextTile.quote(of: words, width: width, in: traits),
      mark: words.reported, width: width, height: height, in: traits)
  }

  /// The rows of the whole text, at least `fewestRows`.
  static func height(
    of post: Post, person: StyledLine? = nil, width: Int, in traits: Traits
  ) -> Int {
    let words = PostWords(post)
    let height = TileLayout.height(
      TileText(words.body), person: person,
      quote: quote(of: words, width: width, in: traits), mark: words.reported, width: width,
      in: traits)
    return max(fewestRows, height)
  }

  private static func quote(
    of words: PostWords, width: Int, in traits: Traits
  ) -> [StyledLine] {
    let inner = TileLayout.innerWidth(of: width)
    return traits.depth == .none || traits.depth == .ansi16
      ? words.quote(indent: 0, lineLimit: quotedLines, in: traits.with(width: inner))
      : words.quotedLines(lineLimit: quotedLines, in: traits.with(width: inner - 3))
  }

  /// Draws the visible rows `seen` of the tile; `x` and `y` are its upper left corner.
  func draw(on canvas: inout Canvas, x: Int, y: Int, seen: Range<Int>) {
    for row in seen {
      for column in 0..<width where hasGround {
        canvas.blank(x: x + column, y: y + row, on: ground[column, row])
      }
      if !hasGround { canvas.fill(x: x, y: y + row, width: width) }
    }
    let lines = layout.lines(seen: seen)
    if !hasGround {
      drawEdges(on: &canvas, x: x, y: y, seen.filter { row in !lines.contains { $0.row == row } })
    }
    for line in lines {
      draw(line, on: &canvas, x: x, y: y + line.row)
    }
  }

  /// Draws lines in rows without words that show the size of a tile without a ground.
  private func drawEdges(on canvas: inout Canvas, x: Int, y: Int, _ rows: [Int]) {
    let paint = Style.frame.paint(in: traits)
    let edges: [(row: Int, glyph: SafeText)] = [
      (0, traits.isASCII ? "-" : "▔"), (height - 1, traits.isASCII ? "_" : "▁"),
    ]
    for edge in edges where rows.contains(edge.row) {
      canvas.fill(x: x, y: y + edge.row, width: width, with: edge.glyph, paint)
    }
  }

  private func draw(_ line: TileLayout.Line, on canvas: inout Canvas, x: Int, y: Int) {
    guard hasGround else {
      let left = x + line.column
      if case .quote = line.role { return canvas.draw(line.text, x: left, y: y, in: traits) }
      let style = line.role.style
      for (run, column) in line.text.placedRuns {
        canvas.draw(
          run.text, x: left + column, y: y,
          (run.style == .plain ? style : run.style).paint(in: traits))
      }
      return canvas.mark(line.text, x: left, y: y)
    }
    if line.role == .quote { return drawQuoted(line.text, on: &canvas, x: x, y: y) }
    let flags: Paint.Flags = line.role == .lead ? .bold : []
    for (run, column) in line.text.placedRuns {
      let ink =
        switch run.style {
        case .plain: line.role.tint.color(hue: accent.hue, in: traits)
        case .accent: Tint.hashtags.color(hue: accent.hue, in: traits)
        default: run.style.paint(in: traits).foreground
        }
      canvas.draw(run.text, over: x + line.column + column, y: y, ink, flags)
    }
    canvas.mark(line.text, x: x + line.column, y: y)
  }

  /// Draws a line of the quoted post, after a bar, on the colours of its author.
  private func drawQuoted(_ line: StyledLine, on canvas: inout Canvas, x: Int, y: Int) {
    guard let quoted else { return }
    let margin = (width - layout.innerWidth) / 2
    let ground =
      traits.depth == .trueColor
      ? Tint.groundEnd.color(hue: quoted.hue, in: traits)
      : .palette(quoted.flatGround(isLight: traits.isLight))
    let left = x + margin
    canvas.fill(x: left, y: y, width: layout.innerWidth, Paint(on: ground))
    canvas.draw("▎", over: left, y: y, Tint.text.color(hue: quoted.hue, in: traits))
    for (run, column) in line.placedRuns {
      let tint: Tint = run.style == .accent ? .hashtags : .rest
      canvas.draw(
        run.text, over: left + 2 + column, y: y, tint.color(hue: quoted.hue, in: traits))
    }
    canvas.mark(line, x: left + 2, y: y)
  }
}

extension TileLayout.Role {
  /// The style on a tile without a ground.
  fileprivate var style: Style {
    switch self {
    case .lead: .strong
    case .rest, .quote: .plain
    case .hashtags, .person: .accent
    case .ornament: .faint
    }
  }

  fileprivate var tint: Tint {
    switch self {
    case .lead: .lead
    case .rest, .quote: .rest
    case .hashtags, .person: .hashtags
    case .ornament: .ornament
    }
  }
}
