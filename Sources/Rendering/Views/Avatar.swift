package import Model

/// A user's picture or identicon in a round frame, which is square in ASCII.
package struct Avatar: View {
  /// The size of the frame.
  package enum Size: Sendable {
    case small, large
  }

  /// The rows of an identicon with its frame in ASCII.
  private static let squareRows = Identicon.side + 2

  private let identicon: Identicon
  private let initial: SafeText
  private let picture: Thumbnail?
  private let rows: Int
  private let isWideInASCII: Bool
  private let rowsInASCII: Int

  package init(_ handle: Handle, _ size: Size, picture: Thumbnail? = nil) {
    self.init(
      handle, rows: size == .large ? 7 : 5, isWideInASCII: size == .large, picture: picture,
      rowsInASCII: Avatar.squareRows)
  }

  /// At least one row high, and twice as many cells wide.
  package init(_ handle: Handle, rows: Int, picture: Thumbnail? = nil) {
    self.init(
      handle, rows: max(1, rows), isWideInASCII: true, picture: picture, rowsInASCII: max(1, rows))
  }

  private init(
    _ handle: Handle, rows: Int, isWideInASCII: Bool, picture: Thumbnail?, rowsInASCII: Int
  ) {
    identicon = Identicon(handle)
    initial = SafeText(String(handle.text.prefix(1)).uppercased())
    self.picture = picture
    self.rows = rows
    self.isWideInASCII = isWideInASCII
    self.rowsInASCII = rowsInASCII
  }

  package func canvas(in traits: Traits) -> Canvas {
    var canvas = traits.isASCII ? square(in: traits) : round(in: traits)
    canvas.mark(PicturePlace(.avatar, x: 0, y: 0, width: canvas.width, height: canvas.height))
    return canvas
  }

  private func square(in traits: Traits) -> Canvas {
    guard rowsInASCII >= Avatar.squareRows else { return smallSquare(in: traits) }
    let dotWidth = isWideInASCII ? 2 : 1
    let width = Identicon.side * dotWidth + 2
    if let picture {
      return PictureDrawing(picture).canvas(width: width, height: Avatar.squareRows, in: traits)
    }
    var canvas = Canvas(width: width, height: Avatar.squareRows)
    canvas.drawFrame(x: 0, y: 0, width: width, height: canvas.height, in: traits)
    for row in 0..<Identicon.side {
      for column in 0..<Identicon.side where identicon.isSet(column: column, row: row) {
        canvas.fill(
          x: 1 + column * dotWidth, y: 1 + row, width: dotWidth, with: "#",
          Paint(color(.figure, in: traits)))
      }
    }
    return canvas
  }

  /// The first letter in a frame, for sizes too small for the identicon; without a frame in one
  /// row.
  private func smallSquare(in traits: Traits) -> Canvas {
    let (width, height) = (rowsInASCII * 2, rowsInASCII)
    if let picture, height > 2 {
      return PictureDrawing(picture).canvas(width: width, height: height, in: traits)
    }
    var canvas = Canvas(width: width, height: height)
    if height > 2 {
      canvas.drawFrame(x: 0, y: 0, width: width, height: height, in: traits)
      canvas.draw(initial, x: width / 2 - 1, y: height / 2, Paint(color(.figure, in: traits)))
    } else {
      canvas.draw("(" + initial + ")", x: 0, y: 0, Paint(color(.figure, in: traits)))
    }
    return canvas
  }

  /// The content of a quarter of a cell.
  private enum Part {
    case outside, ring, ground, figure
  }

  /// Draws quarter blocks, in units of a fourth of a cell's width and an eighth of its height.
  private func round(in traits: Traits) -> Canvas {
    let height = rows
    var canvas =
      picture.map { PictureDrawing($0).content(width: height * 2, height: height, in: traits) }
      ?? Canvas(width: height * 2, height: height)
    for row in 0..<height {
      for column in 0..<height * 2 {
        let (left, top) = (column * 4 + 1, row * 8 + 2)
        let parts = [
          part(x: left, y: top), part(x: left + 2, y: top),
          part(x: left, y: top + 4), part(x: left + 2, y: top + 4),
        ]
        if picture != nil, parts.allSatisfy({ $0 == .ground }) { continue }
        draw(parts, on: &canvas, x: column, y: row, in: traits)
      }
    }
    return canvas
  }

  /// Leaves a gap between the identicon and the ring.
  private var dotSide: Int {
    switch rows {
    case ..<3: 1
    case 3: 2
    case 4..<7: 4
    default: 8
    }
  }

  private func part(x: Int, y: Int) -> Part {
    let (radius, dot) = (4 * rows, dotSide)
    let (dx, dy) = (x - radius, y - radius)
    let distance = dx * dx + dy * dy
    if distance > radius * radius { return .outside }
    if distance > (radius - 4) * (radius - 4) { return .ring }
    let half = dot * Identicon.side / 2
    guard picture == nil, (-half..<half).contains(dx), (-half..<half).contains(dy) else {
      return .ground
    }
    let (column, row) = ((dx + half) / dot, (dy + half) / dot)
    // Dots in the corners would touch the ring.
    let ends = [0, Identicon.side - 1]
    if ends.contains(column), ends.contains(row) { return .ground }
    return identicon.isSet(column: column, row: row) ? .figure : .ground
  }

  private static let quarters: [SafeText] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  /// Draws at most two of the parts in a cell: one as foreground, one as background.
  private func draw(
    _ parts: [Part], on canvas: inout Canvas, x: Int, y: Int, in traits: Traits
  ) {
    func mask(_ isFront: (Part) -> Bool) -> Int {
      parts.enumerated().reduce(0) { isFront($1.element) ? $0 | 1 << $1.offset : $0 }
    }
    if traits.depth == .none {
      let quarters = Self.quarters[mask { $0 == .ring || $0 == .figure }]
      canvas.draw(quarters, x: x, y: y)
      return
    }
    let order: [Part] = [.outside, .ground, .ring, .figure]
    guard let back = order.first(where: parts.contains) else { return }
    let front = order.last(where: parts.contains) ?? back
    let isPicture = back == .ground && picture != nil
    let behind = isPicture ? canvas[x, y].paint.background : color(back, in: traits)
    let paint = Paint(color(front, in: traits), on: behind)
    canvas.draw(Self.quarters[front == back ? 0 : mask { $0 != back }], x: x, y: y, paint)
  }

  private func color(_ part: Part, in traits: Traits) -> Color {
    let (red, green, blue) = identicon.color
    return switch part {
    case .outside: .standard
    case .figure: .near(red: red, green: green, blue: blue, in: traits.depth)
    case .ring: Style.frame.paint(in: traits).foreground
    case .ground where traits.depth == .ansi16: .standard
    case .ground:
      traits.isLight
        ? .near(red: 0xEE, green: 0xF0, blue: 0xF3, in: traits.depth)
        : .near(red: 0x20, green: 0x26, blue: 0x30, in: traits.depth)
    }
  }
}
