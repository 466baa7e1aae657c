extension Identicon {
  /// Writes the figure in a circle, as an `svg` element; a style sheet replaces nil colours.
  func write(
    to markup: inout Markup, _ attributes: Markup.Attributes, ground: SafeText? = nil,
    ink: SafeText? = nil
  ) {
    markup.open("svg", attributes + [("viewBox", "0 0 70 70")])
    markup.empty("circle", [("cx", "35"), ("cy", "35"), ("r", "33"), ("fill", ground)])
    markup.empty("path", [("fill", ink), ("d", SafeText(steps))])
    markup.close("svg")
  }

  /// Dots of ten units, without those in the corners, which would touch the circle.
  private var steps: String {
    let last = Identicon.side - 1
    var steps = ""
    for row in 0...last {
      for column in 0...last where isSet(column: column, row: row) {
        if [0, last].contains(row), [0, last].contains(column) { continue }
        steps += "M\(10 + column * 10) \(10 + row * 10)h10v10h-10z"
      }
    }
    return steps
  }
}
