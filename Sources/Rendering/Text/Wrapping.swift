/// Breaks text into lines of at most `width` cells.
///
/// A line breaks between words and beside wide characters; a word longer than a line is broken.
package struct Wrapping: Sendable {
  private let width: Int
  private let ellipsis: SafeText
  private let lineLimit: Int

  /// `width` is at least one.
  ///
  /// If the text has more than `lineLimit` lines, the last one ends with the ellipsis.
  package init(width: Int, ellipsis: SafeText, lineLimit: Int = .max) {
    self.width = max(1, width)
    self.ellipsis = ellipsis
    self.lineLimit = lineLimit
  }

  /// At least one line for each line of the text; none for an empty text.
  package func lines(of text: SafeText) -> [SafeText] {
    guard !text.isEmpty, lineLimit > 0 else { return [] }
    var lines: [SafeText] = []
    var start = text.string.startIndex
    while lines.count <= lineLimit {
      let end = text.string[start...].utf8.firstIndex(of: UInt8(ascii: "\n"))
      wrap(text[start..<(end ?? text.string.endIndex)], into: &lines)
      guard let end else { break }
      start = text.string.utf8.index(after: end)
    }
    if lines.count > lineLimit {
      lines.removeSubrange(lineLimit...)
      lines.append(ended(lines.removeLast()))
    }
    return lines
  }

  /// The first line, ending with the ellipsis if anything is left out.
  package func line(of text: SafeText) -> SafeText {
    if text.isASCII, text.string.utf8.count <= width, !text.string.utf8.contains(0x0A) {
      return text
    }
    return Wrapping(width: width, ellipsis: ellipsis, lineLimit: 1).cut(text)
  }

  private func cut(_ text: SafeText) -> SafeText {
    let first = text.string.utf8.firstIndex(of: 0x0A) ?? text.string.endIndex
    let line = text[text.string.startIndex..<first]
    let isWhole = first == text.string.endIndex
    if isWhole, line.width <= width { return line }
    return ended(line)
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
    while end > line.string.startIndex {
      let previous = line.string.index(before: end)
      guard line.string[previous] == " " else { break }
      end = previous
    }
    return line[line.string.startIndex..<end] + ellipsis
  }

  private func wrap(_ paragraph: SafeText, into lines: inout [SafeText]) {
    if paragraph.isASCII, paragraph.string.utf8.count <= width {
      lines.append(paragraph)
      return
    }
    let text = paragraph.withCharacters(of: width)
    let indices = text.isASCII ? Array(text.string.utf8.indices) : Array(text.string.indices)
    var breaker = LineBreaker(start: text.string.startIndex, width: width)
    for index in indices where lines.count <= lineLimit {
      let character = text.string[index]
      let cells = text.isASCII ? 1 : CellWidth.of(character)
      if let line = breaker.take(character, at: index, width: cells) {
        lines.append(text[line].withoutTrailingSpaces)
      }
    }
    lines.append(text[breaker.start..<text.string.endIndex].withoutTrailingSpaces)
  }
}

extension SafeText {
  /// Replaces every character wider than a line by a question mark.
  fileprivate func withCharacters(of width: Int) -> SafeText {
    if isASCII || width >= SafeText.widestCharacter { return self }
    return SafeText(String(string.map { CellWidth.of($0) > width ? "?" : $0 }))
  }

  /// Eight scalars of two cells.
  private static let widestCharacter = 16

  fileprivate var withoutTrailingSpaces: SafeText {
    guard let last = string.utf8.lastIndex(where: { $0 != 0x20 }) else { return SafeText() }
    return self[string.startIndex..<string.utf8.index(after: last)]
  }
}
