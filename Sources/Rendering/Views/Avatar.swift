package import Model

/// Somebody's picture in a round frame of one cell, square under ASCII.
package struct Avatar: View, Sendable {
  package enum Size: Sendable {
    case small, large
  }

  private let identicon: Identicon
  private let size: Size

  package init(_ handle: Handle, _ size: Size) {
    identicon = Identicon(handle)
    self.size = size
  }

  package func canvas(in traits: Traits) -> Canvas {
    traits.isASCII ? square(in: traits) : round(in: traits)
  }

  private func square(in traits: Traits) -> Canvas {
    let dotWidth = size == .large ? 2 : 1
    let width = Identicon.side * dotWidth + 2
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

  /// Quarter blocks; a unit is as wide as a cell and half as high, which makes it square.
  private func round(in traits: Traits) -> Canvas {
    let height = size == .large ? 7 : 4
    var canvas = Canvas(width: height * 2, height: height)
    for row in 0..<height {
      for column in 0..<height * 2 {
        let (left, top) = (Double(column) + 0.25, Double(row * 2) + 0.5)
        let parts = [
          part(x: left, y: top), part(x: left + 0.5, y: top),
          part(x: left, y: top + 1), part(x: left + 0.5, y: top + 1),
        ]
        draw(parts, on: &canvas, x: column, y: row, in: traits)
      }
    }
    return canvas
  }

  private func part(x: Double, y: Double) -> Part {
    let radius = size == .large ? 7.0 : 4.0
    let (dx, dy) = (x - radius, y - radius)
    let distance = (dx * dx + dy * dy).squareRoot()
    if distance > radius { return .outside }
    if distance > radius - 1 { return .ring }
    let dot = size == .large ? 2.0 : 1.0
    let half = dot * Double(Identicon.side) / 2
    let (column, row) = ((dx + half) / dot, (dy + half) / dot)
    let inside = 0..<Double(Identicon.side)
    guard inside.contains(column), inside.contains(row), distance < radius - 1.5 else {
      return .ground
    }
    return identicon.isSet(column: Int(column), row: Int(row)) ? .figure : .ground
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
    let paint = Paint(color(front, in: traits), on: color(back, in: traits))
    canvas.draw(Self.quarters[front == back ? 0 : mask { $0 != back }], x: x, y: y, paint)
  }

  private func color(_ part: Part, in traits: Traits) -> Color {
    let (red, green, blue) = identicon.color
    return switch part {
    case .outside: .standard
    case .figure: .near(red: red, green: green, blue: blue, in: traits.depth)
    case .ring: Style.frame.paint(in: traits).foreground
    case .ground:
      traits.isLight
        ? .near(red: 0xEE, green: 0xF0, blue: 0xF3, in: traits.depth)
        : .near(red: 0x20, green: 0x26, blue: 0x30, in: traits.depth)
    }
  }
}
