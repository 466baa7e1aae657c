/// Breaks text into lines of at most `width` cells.
///
/// A line breaks between words and beside wide characters, or within a word longer than a line.
package struct Wrapping: Sendable {
  private let width: Int
  private let ellipsis: SafeText
  private let lineLimit: Int

  /// If the text has more than `lineLimit` lines, the last one ends with the ellipsis.
  package init(width: Int, ellipsis: SafeText, lineLimit: Int = .max) {
    self.width = max(1, width)
    (self.ellipsis, self.lineLimit) = (ellipsis, lineLimit)
  }

  /// A line of a text: its bytes, and the ellipsis if the text is cut.
  struct Part {
    let bytes: Range<Int>
    var end = SafeText()
  }

  /// The lines of a text, none for an empty text; a line feed begins a line.
  package func lines(of text: SafeText) -> [SafeText] {
    parts(of: text).map { characters($0.bytes, of: text) + $0.end }
  }

  /// The same lines as bytes of the text.
  func parts(of text: SafeText) -> [Part] {
    guard !text.isEmpty, lineLimit > 0 else { return [] }
    if isLine(text) { return [Part(bytes: 0..<text.string.utf8.count)] }
    // One more line shows that the text must be cut.
    let ranges = LineBreaker(text).lines(of: width, most: lineLimit == .max ? .max : lineLimit + 1)
    var parts = ranges.prefix(lineLimit).map { Part(bytes: $0) }
    if ranges.count > lineLimit { parts.append(ended(parts.removeLast().bytes, of: text)) }
    return parts
  }

  /// A part of a text, with a question mark for each character wider than a line.
  func characters(_ bytes: Range<Int>, of text: SafeText) -> SafeText {
    text[bytes: bytes].withCharacters(of: width)
  }

  /// The text as one line, cut with the ellipsis at `width` or at its first line feed.
  package func line(of text: SafeText) -> SafeText {
    if isLine(text) { return text }
    let bytes = text.string.utf8
    let feed = bytes.firstIndex(of: 0x0A)
    if feed == nil, text.width <= width { return text }
    let end = bytes.distance(from: bytes.startIndex, to: feed ?? bytes.endIndex)
    let part = ended(0..<end, of: text)
    return characters(part.bytes, of: text) + part.end
  }

  private func isLine(_ text: SafeText) -> Bool {
    text.isASCII && text.string.utf8.count <= width && !text.string.utf8.contains(0x0A)
  }

  /// Appends the ellipsis and shortens the line until both fit.
  private func ended(_ line: Range<Int>, of text: SafeText) -> Part {
    let start = line.lowerBound
    var room = width - ellipsis.width
    guard room >= 0 else {
      return Part(bytes: start..<start, end: SafeText(String(repeating: ".", count: width)))
    }
    var (place, end) = (start, start)
    for character in text[bytes: line].string {
      let cells = CellWidth.of(character)
      room -= cells > width ? 1 : cells
      if room < 0 { break }
      place += character.utf8.count
      if character != " " { end = place }
    }
    return Part(bytes: start..<end, end: ellipsis)
  }
}

extension SafeText {
  /// Replaces each character wider than a line by a question mark.
  fileprivate func withCharacters(of width: Int) -> SafeText {
    if isASCII || width >= SafeText.widestCharacter { return self }
    return SafeText(String(string.map { CellWidth.of($0) > width ? "?" : $0 }))
  }

  /// The sanitizer cuts a character to eight scalars, which have at most two cells each.
  private static let widestCharacter = 16
}
