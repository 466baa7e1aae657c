/// The last line of a screen while a line is typed there.
package struct PromptLine {
  private let sign: SafeText
  private let before: SafeText
  private let after: SafeText

  /// The text on both sides of the cursor.
  package init(_ sign: SafeText, before: String, after: String) {
    self.sign = sign
    self.before = SafeText(before)
    self.after = SafeText(after)
  }

  /// The line, scrolled to the cursor, and the column of the cursor.
  package func canvas(in traits: Traits) -> (canvas: Canvas, cursor: Int) {
    var canvas = Canvas(width: traits.width, height: 1)
    let start = canvas.draw(sign, x: 0, y: 0, Style.chosen.paint(in: traits))
    let text = traits.words(before)
    let room = max(1, traits.width - start - 1)
    let hidden = max(0, text.width - room)
    canvas.draw(text, x: start - hidden, y: 0)
    if hidden > 0 { canvas.draw(sign, x: 0, y: 0, Style.chosen.paint(in: traits)) }
    let cursor = start + text.width - hidden
    canvas.draw(traits.words(after), x: cursor, y: 0)
    return (canvas, min(cursor, traits.width - 1))
  }
}
