/// A sentence, and the command that it leads to.
struct Advice {
  private let sentence: SafeText
  private let command: SafeText
  private let spot: Spot?

  init(_ sentence: SafeText, _ command: SafeText, _ spot: Spot? = nil) {
    self.sentence = sentence
    self.command = command
    self.spot = spot
  }

  /// Beside each other where both fit on a line; else the command has lines of its own, so that it
  /// is broken only where it is wider than one.
  func lines(in traits: Traits) -> [StyledLine] {
    var line = StyledLine(sentence, .faint, spot)
    line.append(" " + command, .accent, spot)
    if line.width <= traits.width { return [line] }
    return [(sentence, Style.faint), (command, .accent)].flatMap { text, style in
      traits.wrap(text, to: traits.width).map { StyledLine($0, style, spot) }
    }
  }
}
