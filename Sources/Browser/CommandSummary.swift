import Rendering

/// The answer of a command as the browser shows it: a brief alert, or a page.
enum CommandSummary {
  case alert(SafeText, AlertBox.Mood)
  case page(title: SafeText, String)

  /// Nil for a command that printed nothing.
  ///
  /// `actor` is the user who asked for the command, and `viewer` the acting user after it. A
  /// sentence fits in `width` cells.
  init?(
    of answer: CommandAnswer, actor: UserReference?, viewer: UserReference?, width: Int
  ) {
    let printed = answer.output.trimmed
    let said = PaintedText(printed).plain
    let remark = PaintedText(answer.messages.trimmed).plain
    let isTrouble = answer.isRefused || answer.isUndone
    let mood: AlertBox.Mood = isTrouble ? .trouble : answer.isChange ? .done : .plain
    let isShort = !said.contains("\n") && !remark.contains("\n")
    if said.isEmpty {
      if remark.isEmpty { return nil }
      self = .alert(SafeText(remark.onOneLine), mood)
    } else if isTrouble || answer.isList || !isShort
      || SafeText(said).width + 1 + SafeText(remark).width > max(20, width - 10)
    {
      self = .page(
        title: SafeText(answer.request.shownLine ?? ""),
        remark.isEmpty ? printed : printed + "\n\n" + remark)
    } else if let viewer, remark.isEmpty, viewer.handle != actor?.handle,
      answer.newHandle == viewer.handle
    {
      // "Edited" would not say the new handle.
      self = .alert("You are \(viewer.handle) now.", mood)
    } else {
      self = .alert(SafeText(remark.isEmpty ? said : "\(said) \(remark.onOneLine)"), mood)
    }
  }
}

extension String {
  /// The text without line feeds and blanks at its end.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The lines of a message joined, without `Error:` before them.
  fileprivate var onOneLine: String {
    var line = split(separator: "\n").joined(separator: " ")
    if line.hasPrefix("Error: ") { line.removeFirst("Error: ".count) }
    return line
  }
}
