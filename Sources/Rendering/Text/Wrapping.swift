/// Breaks text into lines of at most `width` cells.
///
/// A line breaks between words and beside wide characters; a word longer than a line is broken.
package struct Wrapping: Sendable {
  private let width: Int
  private let ellipsis: SafeText
  private let lineLimit: Int

  /// A width below one counts as one.
  ///
  /// If the text has more than `lineLimit` lines, the last one ends with the ellipsis.
  package init(width: Int, ellipsis: SafeText, lineLimit: Int = .max) {
    self.width = max(1, width)
    self.ellipsis = ellipsis
    self.lineLimit = lineLimit
  }

  /// The lines of a text, none for an empty text; a line feed begins a line.
  package func lines(of text: SafeText) -> [SafeText] {
    guard !text.isEmpty, lineLimit > 0 else { return [] }
    if isLine(text) { return [text] }
    // One line more shows that the text has to be cut.
    let ranges = LineBreaker(text).lines(of: width, most: lineLimit == .max ? .max : lineLimit + 1)
    var lines = ranges.prefix(lineLimit).map { text[bytes: $0].withCharacters(of: width) }
    if ranges.count > lineLimit { lines.append(ended(lines.removeLast())) }
    return lines
  }

  /// The text as one line, cut with the ellipsis at `width` or at its first line feed.
  package func line(of text: SafeText) -> SafeText {
    if isLine(text) { return text }
    guard let end = text.string.utf8.firstIndex(of: 0x0A) else {
      return text.width <= width ? text : ended(text)
    }
    return ended(text[text.string.startIndex..<end])
  }

  private func isLine(_ text: SafeText) -> Bool {
    text.isASCII && text.string.utf8.count <= width && !text.string.utf8.contains(0x0A)
  }

  /// Appends the ellipsis and shortens the line until both fit.
  private func ended(_ line: SafeText) -> SafeText {
    var room = width - ellipsis.width
    guard room >= 0 else { return SafeText(String(repeating: ".", count: width)) }
    var end = line.string.startIndex
    for index in line.string.indices {
      room -= CellWidth.of(line.string[index])
      if room < 0 { break }
      end = line.string.index(after: index)
    }
    return line[line.string.startIndex..<end].withoutTrailingSpaces + ellipsis
  }
}

extension SafeText {
  /// Replaces every character wider than a line by a question mark.
  fileprivate func withCharacters(of width: Int) -> SafeText {
    if isASCII || width >= SafeText.widestCharacter { return self }
    return SafeText(String(string.map { CellWidth.of($0) > width ? "?" : $0 }))
  }

  /// The sanitizer cuts a character to eight scalars, which have at most two cells each.
  private static let widestCharacter = 16

  fileprivate var withoutTrailingSpaces: SafeText {
    guard let last = string.utf8.lastIndex(where: { $0 != 0x20 }) else { return SafeText() }
    return self[string.startIndex..<string.utf8.index(after: last)]
  }
}
