/// A piece of a help page, before it has a width.
package enum HelpBlock: Equatable, Sendable {
  case paragraph(String)
  /// A command's usage line in pieces, none of which is broken.
  case usage([String])
  /// A heading, and rows of names with their meanings.
  case table(String, [Row])

  /// A name and its meaning.
  package struct Row: Equatable, Sendable {
    package let label: String
    package let text: String

    package init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// All digits of a number, in groups of three.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      let isBoundary = index > 0 && (digits.count - index).isMultiple(of: 3)
      if isBoundary, digits[index - 1] != "-" { text += "," }
      text.append(digits[index])
    }
  }

  /// Laid out as swift-argument-parser does: labels indented by 2, their texts by 26.
  package func lines(width: Int) -> [String] {
    switch self {
    case .paragraph(let text): return WordWrap.lines(text, width: width)
    case .usage(let pieces):
      return WordWrap.lines(pieces, after: "USAGE: ", width: width)
    case .table(let heading, let rows):
      return ["\(heading):"] + rows.flatMap { HelpBlock.lines(of: $0, width: width) }
    }
  }

  /// The indent of the texts of a table.
  ///
  /// A literal, just as `WordWrap` splits at bytes: with `String(repeating:count:)`, letters and
  /// reflection `help` took 6.3 million instructions instead of 2.6 (2026-11-22).
  private static let blanks = "                          "

  private static func lines(of row: Row, width: Int) -> [String] {
    let column = min(blanks.utf8.count, width / 2)
    let label = "  \(row.label)"
    if row.text.isEmpty { return [label] }
    let texts = WordWrap.lines(row.text, width: width - column)
    guard let first = texts.first else { return [label] }
    let indent = String(Substring(blanks.utf8.prefix(column)))
    let following = texts.dropFirst().map { indent + $0 }
    let length = label.utf8.count
    guard length <= column - 2 else { return [label, indent + first] + following }
    return [label + String(Substring(indent.utf8.dropFirst(length))) + first] + following
  }
}

/// Breaks the program's own words into lines.
///
/// They are ASCII, where a byte is a cell. With names of files and people in them a line may be
/// shorter than necessary.
package enum WordWrap {
  /// Breaks between words only, so that a word longer than the width has a line of its own.
  ///
  /// Line breaks in `text` are kept.
  package static func lines(_ text: String, width: Int) -> [String] {
    if text.utf8.count <= width, !text.utf8.contains(UInt8(ascii: "\n")) { return [text] }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .flatMap { paragraph in
        let words = paragraph.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        return lines(words, width: width)
      }
  }

  /// Breaks between `pieces` only; following lines are indented by the length of `lead`.
  package static func lines(_ pieces: [String], after lead: String = "", width: Int) -> [String] {
    let indent = String(repeating: " ", count: lead.utf8.count)
    var lines: [String] = []
    var line = lead
    var isFirst = true
    for piece in pieces {
      if isFirst {
        line += piece
        isFirst = false
      } else if line.utf8.count + 1 + piece.utf8.count <= width {
        line += " \(piece)"
      } else {
        lines.append(line)
        line = indent + piece
      }
    }
    return lines + [line]
  }
}
