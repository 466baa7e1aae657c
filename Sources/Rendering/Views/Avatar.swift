package import Model

/// Somebody's picture in a round frame of one cell, square under ASCII.
///
/// Who has no picture has the figure made from their handle.
package struct Avatar: View {
  package enum Size: Sendable {
    case small, large
  }

  private let identicon: Identicon
  private let picture: Thumbnail?
  private let size: Size

  package init(_ handle: Handle, _ size: Size, picture: Thumbnail? = nil) {
    identicon = Identicon(handle)
    self.picture = picture
    self.size = size
  }

  package func canvas(in traits: Traits) -> Canvas {
    var canvas = traits.isASCII ? square(in: traits) : round(in: traits)
    canvas.mark(PicturePlace(.avatar, x: 0, y: 0, width: canvas.width, height: canvas.height))
    return canvas
  }

  private func square(in traits: Traits) -> Canvas {
    let dotWidth = size == .large ? 2 : 1
    let width = Identicon.side * dotWidth + 2
    if let picture {
      return Drawing(picture).canvas(width: width, height: Identicon.side + 2, in: traits)
    }
    var canvas = Canvas(width: width, height: Identicon.side + 2)
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

  /// What a quarter of a cell shows.
  private enum Part {
    case outside, ring, ground, figure
  }

  /// Quarter blocks, measured in fourths of a cell's width and eighths of its height.
  private func round(in traits: Traits) -> Canvas {
    let height = size == .large ? 7 : 5
    var canvas =
      picture.map { Drawing($0).content(width: height * 2, height: height, in: traits) }
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

  private func part(x: Int, y: Int) -> Part {
    let (radius, dot) = size == .large ? (28, 8) : (20, 4)
    let (dx, dy) = (x - radius, y - radius)
    let distance = dx * dx + dy * dy
    if distance > radius * radius { return .outside }
    if distance > (radius - 4) * (radius - 4) { return .ring }
    let half = dot * Identicon.side / 2
    guard picture == nil, (-half..<half).contains(dx), (-half..<half).contains(dy) else {
      return .ground
    }
    let (column, row) = ((dx + half) / dot, (dy + half) / dot)
    // The dots in the corners would touch the ring.
    let ends = [0, Identicon.side - 1]
    if ends.contains(column), ends.contains(row) { return .ground }
    return identicon.isSet(column: column, row: row) ? .figure : .ground
  }

  private static let quarters: [SafeText] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  /// Two of the parts at most get into a cell: one is the letter, the other what is behind it.
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
