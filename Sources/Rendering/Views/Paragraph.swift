import Model

/// A paragraph, wrapped to a readable width.
struct Paragraph {
  private static let widest = 78
  /// The most lines of a valid text; a file of another program may have longer texts.
  private static let longest = PostTextRule.limit

  private let text: SafeText
  private let indent: Int
  private let style: Style
  private let target: ClickTarget?
  /// Whether web addresses, mentions and hashtags have the accent.
  private var isMarked = false

  init(_ text: SafeText, indent: Int = 0, _ style: Style = .plain, _ target: ClickTarget? = nil) {
    (self.text, self.indent, self.style, self.target) = (text, indent, style, target)
  }

  /// The words of a user.
  init(marking text: SafeText, indent: Int = 0, _ style: Style = .plain) {
    self.init(text, indent: indent, style)
    isMarked = true
  }

  func lines(in traits: Traits) -> [StyledLine] {
    let margin = min(indent, traits.width / 4)
    let width = min(traits.width - margin, Paragraph.widest)
    if isMarked {
      return MarkedText(text, in: traits).lines(to: width, lineLimit: Paragraph.longest, style)
        .map { $0.indented(by: margin) }
    }
    return traits.wrap(text, to: width, lineLimit: Paragraph.longest)
      .map { StyledLine($0, style, target).indented(by: margin) }
  }
}

/// A sentence and the suggested command.
struct NextCommand {
  private let sentence: SafeText
  private let command: SafeText
  private let target: ClickTarget?

  init(_ sentence: SafeText, _ command: SafeText, _ target: ClickTarget? = nil) {
    (self.sentence, self.command, self.target) = (sentence, command, target)
  }

  /// One line if both fit; otherwise the command is on the next line.
  func lines(in traits: Traits) -> [StyledLine] {
    var line = StyledLine(sentence, .faint, target)
    line.append(" " + command, .accent, target)
    if line.width <= traits.width { return [line] }
    return [(sentence, Style.faint), (command, .accent)].flatMap { text, style in
      traits.wrap(text, to: traits.width).map { StyledLine($0, style, target) }
    }
  }
}
