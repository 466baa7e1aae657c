/// A piece of a help page, before it has a width.
enum HelpBlock: Equatable, Sendable {
  case paragraph(String)
  /// A command's usage line in pieces, none of which is broken.
  case usage([String])
  /// A heading and its rows of a name and what it means.
  case table(String, [Row])

  /// A name, and what it means.
  struct Row: Equatable, Sendable {
    let label: String
    let text: String

    init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// Laid out as swift-argument-parser does: labels indented by 2, their texts by 26.
  func lines(width: Int) -> [String] {
    switch self {
    case .paragraph(let text): return WordWrap.lines(text, width: width)
    case .usage(let pieces):
      return WordWrap.lines(pieces, after: "USAGE: ", width: width)
    case .table(let heading, let rows):
      return ["\(heading):"] + rows.flatMap { HelpBlock.lines(of: $0, width: width) }
    }
  }

  /// What stands before the texts of a table.
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
