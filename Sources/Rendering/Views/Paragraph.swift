import Model

/// Running text, wrapped to a width that is comfortable to read.
struct Paragraph {
  private static let widest = 78
  /// No text that may be written has more lines; what another program put in the file may.
  private static let longest = PostTextRule.limit

  private let text: SafeText
  private let indent: Int
  private let style: Style
  private let target: ClickTarget?

  init(_ text: SafeText, indent: Int = 0, _ style: Style = .plain, _ target: ClickTarget? = nil) {
    self.text = text
    self.indent = indent
    self.style = style
    self.target = target
  }

  func lines(in traits: Traits) -> [StyledLine] {
    let margin = min(indent, traits.width / 4)
    let width = min(traits.width - margin, Paragraph.widest)
    return traits.wrap(text, to: width, lineLimit: Paragraph.longest).map { text in
      var line = StyledLine()
      line.pad(to: text.isEmpty ? 0 : margin)
      line.append(text, style, target)
      return line
    }
  }
}
