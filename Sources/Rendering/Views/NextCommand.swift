/// A sentence, and the command that it leads to.
struct NextCommand {
  private let sentence: SafeText
  private let command: SafeText
  private let target: ClickTarget?

  init(_ sentence: SafeText, _ command: SafeText, _ target: ClickTarget? = nil) {
    self.sentence = sentence
    self.command = command
    self.target = target
  }

  /// Beside each other where both fit on a line; else the command has lines of its own, so that it
  /// is broken only where it is wider than one.
  func lines(in traits: Traits) -> [StyledLine] {
    var line = StyledLine(sentence, .faint, target)
    line.append(" " + command, .accent, target)
    if line.width <= traits.width { return [line] }
    return [(sentence, Style.faint), (command, .accent)].flatMap { text, style in
      traits.wrap(text, to: traits.width).map { StyledLine($0, style, target) }
    }
  }
}
