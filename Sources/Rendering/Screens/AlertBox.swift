/// A sentence in a box that slides down from the upper edge.
package struct AlertBox {
  private let text: SafeText
  private let isTrouble: Bool

  package init(_ text: SafeText, isTrouble: Bool) {
    self.text = text
    self.isTrouble = isTrouble
  }

  /// The mark repeats the meaning of the colour.
  package func canvas(in traits: Traits) -> Canvas {
    let style: Style = isTrouble ? .bad : .good
    let mark: SafeText = isTrouble ? "! " : traits.isASCII ? "* " : "✓ "
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
