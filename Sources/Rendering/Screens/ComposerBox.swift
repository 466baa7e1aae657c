package import Model

/// Characters wrapped to rows of a width, after blanks.
package struct WrappedText {
  /// The characters of each row, without a line feed at its end.
  package private(set) var rows: [Range<Int>] = []
  private let widths: [Int]

  package init(_ characters: [Character], width: Int, in traits: Traits) {
    let width = max(1, width)
    widths = characters.map { $0.isNewline ? 0 : traits.text(String($0)).width }
    var (start, used) = (0, 0)
    /// The character after the last blank of the row, and the width up to it.
    var wordStart = (index: 0, width: 0)
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        rows.append(start..<index)
        (start, used, wordStart) = (index + 1, 0, (index + 1, 0))
        continue
      }
      if used + widths[index] > width {
        let end = wordStart.index > start ? wordStart : (index, used)
        rows.append(start..<end.0)
        (start, used) = (end.0, used - end.1)
        wordStart = (start, 0)
      }
      used += widths[index]
      if character.isWhitespace { wordStart = (index + 1, used) }
    }
    rows.append(start..<characters.count)
  }

  /// The row and column of a cursor before a character.
  package func place(of index: Int) -> (row: Int, column: Int) {
    let row = rows.lastIndex { $0.lowerBound <= index } ?? 0
    return (row, widths[rows[row].lowerBound..<max(index, rows[row].lowerBound)].reduce(0, +))
  }

  /// The character of a row nearest to a column; an end of the text for a row out of range.
  package func index(row: Int, column: Int) -> Int {
    if row < 0 { return 0 }
    guard rows.indices.contains(row) else { return widths.count }
    var (index, used) = (rows[row].lowerBound, 0)
    let isWrapped = row + 1 < rows.count && rows[row + 1].lowerBound == rows[row].upperBound
    let end = rows[row].upperBound - (isWrapped ? 1 : 0)
    while index < end, used + widths[index] <= column {
      used += widths[index]
      index += 1
    }
    return index
  }
}

/// The box at the bottom of the screen for writing a text of several lines.
package struct ComposerBox {
  /// The least and the most rows of text in the box.
  private static let heights = (least: 3, most: 10)

  private let title: SafeText
  /// The post to which the text replies, or which it quotes.
  private let answered: Post?
  private let before: [Character]
  private let after: [Character]
  private let remaining: Int

  package init(
    _ title: SafeText, answering answered: Post? = nil, before: [Character], after: [Character],
    remaining: Int
  ) {
    self.title = title
    self.answered = answered
    self.before = before
    self.after = after
    self.remaining = remaining
  }

  /// The cells of a row of text in a box of a width.
  package static func textWidth(in width: Int) -> Int { max(1, width - 4) }

  /// The rows of a box with little text, including the frame.
  package func leastRows(atMost limit: Int, in traits: Traits) -> Int {
    answeredRows(atMost: limit, in: traits).count + ComposerBox.heights.least + 2
  }

  /// The beginning of the answered post, in at most two rows if there is room.
  private func answeredRows(atMost limit: Int, in traits: Traits) -> [SafeText] {
    let room = min(2, limit - 2 - ComposerBox.heights.least)
    guard room > 0, let answered else { return [] }
    let lines = PostWords(answered).excerpt.string.split(whereSeparator: \.isNewline)
    let words = SafeText.joined(lines.map { traits.text(String($0)) }, by: " ")
    let width = ComposerBox.textWidth(in: traits.width) - 2
    return traits.wrap(words, to: width, lineLimit: room)
  }

  /// The box of at most `limit` rows, and the position of the cursor in it.
  package func canvas(
    atMost limit: Int, in traits: Traits
  ) -> (canvas: Canvas, cursor: (x: Int, y: Int)) {
    let characters = before + after
    let width = ComposerBox.textWidth(in: traits.width)
    let wrapped = WrappedText(characters, width: width, in: traits)
    let place = wrapped.place(of: before.count)
    let answered = answeredRows(atMost: limit, in: traits)
    let top = answered.count + 1
    let room = max(1, limit - 1 - top)
    let (least, most) = ComposerBox.heights
    let shown = min(max(wrapped.rows.count, least), most, room)
    let first = min(max(0, place.row - shown + 1), max(0, wrapped.rows.count - shown))
    var canvas = Canvas(width: traits.width, height: shown + top + 1)
    canvas.mark(.panel, x: 0, y: 0, width: canvas.width, height: canvas.height)
    canvas.drawFrame(x: 0, y: 0, width: canvas.width, height: canvas.height, in: traits, .accent)
    for (row, words) in answered.enumerated() {
      let x = canvas.draw(
        traits.glyphs.vertical, x: 2, y: row + 1, Style.frame.paint(in: traits))
      canvas.draw(words, x: x + 1, y: row + 1, Style.faint.paint(in: traits))
    }
    for (row, part) in wrapped.rows.dropFirst(first).prefix(shown).enumerated() {
      canvas.draw(traits.text(String(characters[part])), x: 2, y: row + top)
    }
    let count = SafeText(Magnitude.exact(abs(remaining)))
    let left = " " + (remaining < 0 ? count + " too many" : count + " left") + " "
    let style: Style = remaining < 0 ? .bad : .faint
    canvas.draw(left, x: canvas.width - left.width - 2, y: 0, style.paint(in: traits))
    let titleRoom = max(1, canvas.width - left.width - 8)
    let shownTitle = " " + traits.fit(title, to: titleRoom) + " "
    canvas.draw(shownTitle, x: 2, y: 0, Style.strong.paint(in: traits))
    return (canvas, (min(2 + place.column, traits.width - 1), place.row - first + top))
  }
}
