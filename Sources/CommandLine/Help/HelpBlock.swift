/// A part of a help page, independent of the width.
package enum HelpBlock: Equatable, Sendable {
  case paragraph(String)
  /// A usage line, which breaks only between pieces, such as before "[--limit <n>]".
  case usage([String])
  /// A heading, and rows of names with their meanings.
  case table(String, [Row])

  /// A name and its meaning.
  package struct Row: Equatable, Sendable {
    package let label: String
    package let text: String

    package init(_ label: String, _ text: String) {
      (self.label, self.text) = (label, text)
    }
  }

  /// A number with commas, such as 1,000,000.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      let isBoundary = index > 0 && (digits.count - index).isMultiple(of: 3)
      if isBoundary, digits[index - 1] != "-" { text += "," }
      text.append(digits[index])
    }
  }

  /// Labels are indented by 2, and texts by 26 or half the width, as in swift-argument-parser.
  package func lines(width: Int) -> [String] {
    switch self {
    case .paragraph(let text): return WordWrap.lines(text, width: width)
    case .usage(let pieces):
      return WordWrap.lines(pieces, after: "USAGE: ", width: width)
    case .table(let heading, let rows):
      return ["\(heading):"] + rows.flatMap { HelpBlock.lines(of: $0, width: width) }
    }
  }

  private static func lines(of row: Row, width: Int) -> [String] {
    let indentWidth = min(26, width / 2)
    let label = "  \(row.label)"
    if row.text.isEmpty { return [label] }
    let texts = WordWrap.lines(row.text, width: width - indentWidth)
    guard let first = texts.first else { return [label] }
    let indent = String(repeating: " ", count: indentWidth)
    let following = texts.dropFirst().map { indent + $0 }
    guard label.utf8.count <= indentWidth - 2 else { return [label, indent + first] + following }
    return [label + indent.dropFirst(label.utf8.count) + first] + following
  }
}

/// Breaks the program's own ASCII text, one cell a byte, into lines.
///
/// Names that are not ASCII only make a line shorter than necessary. Rendering wraps texts of users
/// and counts cells.
package enum WordWrap {
  /// Breaks only between words; a word longer than the width gets its own line.
  ///
  /// Keeps line breaks in `text`, but not several blanks between words.
  package static func lines(_ text: String, width: Int) -> [String] {
    if text.utf8.count <= width, !text.utf8.contains(UInt8(ascii: "\n")) { return [text] }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .flatMap { paragraph in
        let words = paragraph.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        return lines(words, width: width)
      }
  }

  /// Breaks only between `pieces`; later lines are indented by the length of `lead`.
  package static func lines(_ pieces: [String], after lead: String = "", width: Int) -> [String] {
    guard let first = pieces.first else { return [lead] }
    let indent = String(repeating: " ", count: lead.utf8.count)
    var lines: [String] = []
    var line = lead + first
    for piece in pieces.dropFirst() {
      if line.utf8.count + 1 + piece.utf8.count <= width {
        line += " \(piece)"
      } else {
        lines.append(line)
        line = indent + piece
      }
    }
    return lines + [line]
  }
}
