extension Canvas {
  /// Draws a heavy frame along the edges of the chosen thing, over what it shows.
  mutating func drawSelection(x: Int, y: Int, width: Int, height: Int, in traits: Traits) {
    guard width > 1, height > 1 else { return }
    let paint = Style.chosen.paint(in: traits)
    let signs: [SafeText] =
      traits.isASCII
      ? ["=", "#", "#", "#", "#", "#"] : ["━", "┃", "┏", "┓", "┗", "┛"]
    let (right, bottom) = (x + width - 1, y + height - 1)
    for row in [y, bottom] { fill(x: x + 1, y: row, width: width - 2, with: signs[0], paint) }
    for row in y..<bottom {
      for column in [x, right] { draw(signs[1], x: column, y: row, paint) }
    }
    draw(signs[2], x: x, y: y, paint)
    draw(signs[3], x: right, y: y, paint)
    draw(signs[4], x: x, y: bottom, paint)
    draw(signs[5], x: right, y: bottom, paint)
  }

  /// Draws a bar at the left of the chosen row of a list.
  mutating func drawMark(y: Int, height: Int, in traits: Traits) {
    let paint = Style.chosen.paint(in: traits)
    for row in y..<y + height { draw(traits.isASCII ? ">" : "▌", x: 0, y: row, paint) }
  }
}
