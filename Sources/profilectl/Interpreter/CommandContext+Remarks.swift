import CommandLine
import Model
import Rendering
import Services
import Terminal

/// What is said beside the answer, on standard error.
extension CommandContext {
  /// Says something that only people care about, and only on a terminal.
  func remark(_ text: SafeText) throws(ConsoleError) {
    if remarks { try say(text) }
  }

  /// Whether remarks are wanted; where the answer is not shown there is nothing to say beside it.
  ///
  /// The browser tells them in its own way, wherever its streams lead.
  var remarks: Bool {
    let areSeen = host.surface == .browser || surroundings.console.isTerminal(.error)
    return areSeen && !options.isQuiet && !host.streams.isMuted
  }

  /// Says that a list has nothing, and what to do about it.
  func remark(_ empty: EmptyList) throws(ConsoleError) {
    try remark(empty.sentence, empty.next)
  }

  /// Says something with the line that leads on.
  func remark(_ sentence: SafeText, _ next: Hint) throws(ConsoleError) {
    try remark("\(sentence) \(SafeText(leading(next).line))")
  }

  /// Says how to get the rest of a list.
  func remarkMore(after cursor: Cursor) throws(ConsoleError) {
    guard remarks else { return }
    guard let rest = Wording.again(failureContext, after: cursor) else {
      return try remark("More: add --after=\(cursor.text)")
    }
    try remark("More: \(SafeText(leading(rest).line))")
  }

  /// Says that a list has nothing after the place that was asked for.
  func remarkEnd() throws(ConsoleError) {
    guard remarks else { return }
    guard let whole = Wording.againFromBeginning(failureContext) else {
      return try remark("That was all.")
    }
    try remark("That was all. From the beginning: \(SafeText(leading(whole).line))")
  }

  /// Says that something beside the point went wrong; the answer stands.
  func warn(_ text: SafeText, _ error: ServiceError) throws(ConsoleError) {
    let failure = Wording.failure(for: error, in: failureContext)
    try say("Note: \(text). \(failure.message)")
  }

  /// Says something to whoever reads standard error.
  func say(_ text: SafeText) throws(ConsoleError) {
    var output = Output()
    output.append(traits.words(text))
    output.appendNewline()
    try host.streams.write(output.bytes, to: .error)
  }
}
