/// The SVG file around a drawing of cells: its size, its description and its background.
package struct SVGSheet {
  private static let margin = 16
  private static let namespace: SafeText = "http://www.w3.org/2000/svg"
  private static let fonts: SafeText = """
    ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace
    """

  private let width: Int
  private let height: Int
  private let colors: SVGColors
  private let title: SafeText
  private let description: SafeText

  package init(
    columns: Int, rows: Int, colors: SVGColors, title: SafeText, description: SafeText
  ) {
    width = columns * SVGShapes.cellWidth + 2 * Self.margin
    height = rows * SVGShapes.cellHeight + 2 * Self.margin
    (self.colors, self.title, self.description) = (colors, title, description)
  }

  /// The whole file; `draw` writes the content, with the first cell at the origin.
  package func markup(isASCII: Bool, draw: (inout Markup) -> Void) -> Markup {
    var markup = Markup(isASCII: isASCII)
    markup.open(
      "svg",
      [
        ("xmlns", Self.namespace), ("width", "\(width)"), ("height", "\(height)"),
        ("viewBox", "0 0 \(width) \(height)"), ("role", "img"), ("aria-labelledby", "title desc"),
        ("font-family", Self.fonts), ("font-size", "16.6"),
      ])
    markup.newline()
    markup.element("title", [("id", "title")], title)
    markup.newline()
    markup.element("desc", [("id", "desc")], description)
    markup.newline()
    markup.empty(
      "rect",
      [
        ("x", "0.5"), ("y", "0.5"), ("width", "\(width - 1)"), ("height", "\(height - 1)"),
        ("rx", "8"), ("fill", colors.ground), ("stroke", colors.edge),
      ])
    markup.newline()
    markup.open("g", [("transform", "translate(\(Self.margin) \(Self.margin))")])
    markup.newline()
    draw(&markup)
    markup.close("g")
    markup.close("svg")
    markup.newline()
    return markup
  }
}
