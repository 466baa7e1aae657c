/// Breaks the program's own words into lines.
///
/// They are ASCII, where a byte is a cell; names of files and people in them may leave a line
/// short.
enum WordWrap {
  /// Breaks between words only, so that a word longer than the width has a line of its own.
  ///
  /// Line breaks in `text` are kept.
  static func lines(_ text: String, width: Int) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .flatMap { paragraph in
        let words = paragraph.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        return lines(words, width: width)
      }
  }

  /// Breaks between `pieces` only; following lines are indented by the length of `lead`.
  static func lines(_ pieces: [String], after lead: String = "", width: Int) -> [String] {
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
