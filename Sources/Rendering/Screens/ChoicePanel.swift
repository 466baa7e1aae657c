/// A framed list of choices over a page, such as actions or completions of a line.
package struct ChoicePanel {
  /// One row, with a remark beside it.
  package struct Choice: Equatable, Sendable {
    package let label: SafeText
    package let remark: SafeText

    package init(_ label: SafeText, _ remark: SafeText = "") {
      (self.label, self.remark) = (label, remark)
    }
  }

  private let title: SafeText
  private let choices: [Choice]
  private let selected: Int?

  package init(_ title: SafeText, _ choices: [Choice], selected: Int?) {
    (self.title, self.choices, self.selected) = (title, choices, selected)
  }

  /// The panel of at most `limit` rows, which include the selected choice.
  package func canvas(atMost limit: Int, in traits: Traits) -> Canvas {
    let room = max(1, traits.width - 6)
    let labels = choices.map { traits.fit($0.label, to: room) }
    let remarks = choices.map { traits.words($0.remark) }
    let labelWidth = labels.map(\.width).max() ?? 0
    let remarkRoom = max(0, room - labelWidth - 2)
    let remarkWidth = remarks.map(\.width).max() ?? 0
    // Remarks are in a column, or after their labels if there is no room.
    let isTable = remarkWidth <= remarkRoom
    let widths = zip(labels, remarks).map { label, remark in
      (isTable ? labelWidth : label.width) + (remark.isEmpty ? 0 : 2 + remark.width)
    }
    let rows = max(1, min(choices.count, limit - 2))
    let first = min(max(0, (selected ?? 0) - rows + 1), max(0, choices.count - rows))
    // If some choices are hidden, the frame shows the range of the visible ones.
    let part: SafeText =
      rows < choices.count ? "\(first + 1)-\(first + rows) of \(choices.count)" : ""
    let inner = min(
      room, max(traits.words(title).width, part.width, labelWidth, widths.max() ?? 0))
    var canvas = Canvas(width: min(traits.width, inner + 6), height: rows + 2)
    drawFrame(on: &canvas, part, in: traits)
    for row in 0..<min(rows, choices.count) {
      let place = first + row
      let isChosen = place == selected
      canvas.mark(.choice(place), x: 1, y: row + 1, width: canvas.width - 2)
      canvas.draw(
        isChosen ? (traits.isASCII ? "> " : "▸ ") : "  ", x: 1, y: row + 1,
        Style.chosen.paint(in: traits))
      canvas.draw(
        labels[place], x: 3, y: row + 1, (isChosen ? Style.chosen : .plain).paint(in: traits))
      let column = (isTable ? labelWidth : labels[place].width) + 2
      if column < inner {
        canvas.draw(
          traits.fit(remarks[place], to: inner - column), x: 3 + column, y: row + 1,
          Style.faint.paint(in: traits))
      }
    }
    return canvas
  }

  private func drawFrame(on canvas: inout Canvas, _ part: SafeText, in traits: Traits) {
    canvas.mark(.panel, x: 0, y: 0, width: canvas.width, height: canvas.height)
    canvas.drawFrame(
      x: 0, y: 0, width: canvas.width, height: canvas.height, in: traits, .accent)
    for (words, y, style) in [(title, 0, Style.strong), (part, canvas.height - 1, .faint)]
    where !words.isEmpty {
      canvas.draw(
        " " + traits.fit(words, to: max(1, canvas.width - 6)) + " ", x: 2, y: y,
        style.paint(in: traits))
    }
  }
}
