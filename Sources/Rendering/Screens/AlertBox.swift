/// A sentence in a box that slides up from the lower edge.
package struct AlertBox {
  /// The kind of sentence, which determines the colour of the box.
  package enum Mood {
    /// The command made the change.
    case done
    /// Nothing changed.
    case plain
    case trouble
  }

  private let text: SafeText
  private let mood: Mood

  package init(_ text: SafeText, _ mood: Mood) {
    (self.text, self.mood) = (text, mood)
  }

  /// Draws the box; a sign repeats the meaning of the colour.
  package func canvas(in traits: Traits) -> Canvas {
    let (style, mark): (Style, SafeText) =
      switch mood {
      case .done: (.good, traits.isASCII ? "* " : "✓ ")
      case .plain: (.accent, "")
      case .trouble: (.bad, "! ")
      }
    let room = max(1, traits.width - 6)
    let lines = traits.wrap(mark + text, to: room, lineLimit: 3)
    let width = (lines.map(\.width).max() ?? 0) + 4
    var canvas = Canvas(width: min(traits.width, width), height: lines.count + 2)
    canvas.mark(.alert, x: 0, y: 0, width: canvas.width, height: canvas.height)
    canvas.drawFrame(
      x: 0, y: 0, width: canvas.width, height: canvas.height, in: traits, style)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, x: 2, y: row + 1, row == 0 ? Style.strong.paint(in: traits) : .plain)
    }
    return canvas
  }
}
