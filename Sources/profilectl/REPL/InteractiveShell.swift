import CommandLine
import Model
import Rendering
import Services
import Storage
import Terminal

/// The interactive shell: lines typed at a prompt, on one open database.
struct InteractiveShell {
  /// The context of the line that began it.
  private let context: CommandContext
  private let interpreter: Interpreter
  /// The origin of the lines.
  private let origin: LineOrigin
  /// An error if the folder of the history is unknown.
  private let history: Result<LineHistory, any Error>

  init(_ context: CommandContext, inheriting inherited: [GivenOption]) {
    self.context = context
    interpreter = context.interpreter
    var origin = context.line.origin
    (origin.surface, origin.inherited) = (.interactive, inherited)
    (origin.isAtPrompt, origin.speaksJSON) = (true, context.options.format?.isJSON == true)
    self.origin = origin
    history = Result { LineHistory(folder: try context.environment.stateFolder()) }
  }

  /// Continues after errors; ends at the end of input, `exit`, or a signal other than an interrupt.
  func run() throws -> ExitStatus {
    let completion = LineCompletion(interpreter: interpreter, origin: origin)
    let editor = LineEditor { completion.candidates(for: $0) }
    try loadHistory(into: editor)
    // Loading it shortens the file to the lines that are kept.
    defer { _ = try? history.get().load() }
    // From here on a signal ends a line and not the process.
    SignalMessages.settle(at: origin)
    defer { SignalMessages.settle(at: context.line.origin) }
    try greet()
    while true {
      switch editor.readLine(prompt: prompt()) {
      case .line(let text):
        // Pasted text is split at each line feed, even within quotes, as a script is.
        let lines = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        for line in lines where LineHistory.keeps(line) { remember(line, in: editor) }
        for line in lines where carryOut(line) == .leaves { return .done }
      case .dropped: break
      case .end: return ending() ?? .done
      }
      if let status = ending() { return status }
    }
  }

  /// The consequence of a line for the shell.
  private enum Consequence {
    case staysHere, leaves
  }

  private func carryOut(_ line: [UInt8]) -> Consequence {
    if Interruption.pending != nil { return .staysHere }
    do throws(LineFailure) {
      let words = try interpreter.words(of: line, from: origin)
      if words.isEmpty { return .staysHere }
      if try PromptExit.isExit(words, from: origin, in: interpreter) { return .leaves }
      _ = try interpreter.carryOut(words, from: origin)
    } catch {
      interpreter.failures.report(error, from: origin)
    }
    return .staysHere
  }

  /// The status of a signal that ends the shell; nil for an interrupt, which only ends a line.
  private func ending() -> ExitStatus? {
    guard let status = ExitStatus.asked else { return nil }
    if status != .interrupted { return status }
    Interruption.forget()
    return nil
  }

  /// The acting user and the file, as in `bob@sample.db> `.
  private func prompt() -> String {
    let place = try? context.environment.databasePlace(for: context.options)
    let file = SafeText(place?.name ?? "")
    let me = (try? actingHandle()).flatMap { $0 }.map { SafeText($0.text) }
    let text: SafeText = "\(me ?? "")\(me == nil ? "" : "@")\(file)> "
    guard context.traits.depth != .none, let me else { return context.traits.words(text).string }
    let rest = context.traits.words("@\(file)> ").string
    return "\u{1}\u{1B}[1;36m\u{2}\(me.string)\u{1}\u{1B}[0m\u{2}\(rest)"
  }

  /// Nil without a login or without a database.
  private func actingHandle() throws -> Handle? {
    let acting = try interpreter.identity.resolve(
      context.options, on: origin.surface, now: context.now)
    return try context.network().users.user(acting.user.viewer)?.handle
  }

  private func greet() throws {
    let greeting =
      "profilectl \(Version.number). Type help for the commands; Ctrl-D or exit leaves."
    for line in lines(greeting) { try context.remark(line) }
    do {
      _ = try context.network()
    } catch ServiceError.storage(.file(.missing)) {
      try context.remark("There is no such database yet. Begin: create-user alice")
    } catch {
      // Each line that needs the database reports it again.
      interpreter.failures.report(context.failure(error), from: origin)
    }
  }

  /// A history that can't be read is reported once.
  private func loadHistory(into editor: LineEditor) throws {
    do {
      for line in try history.get().load() { editor.remember(line) }
    } catch {
      let failure = FailureWords.failure(for: error, in: context.failureContext)
      let note = "Note: Earlier lines can't be called back. \(failure.message)"
      for line in lines(note) { try context.say(line) }
    }
  }

  private func lines(_ text: String) -> [SafeText] {
    WordWrap.lines(text, width: context.traits.width).map { SafeText($0) }
  }

  private func remember(_ line: [UInt8], in editor: LineEditor) {
    editor.remember(line)
    try? history.get().append(line)
  }
}

extension Interpreter {
  /// The words of a line that was typed at a prompt; none if it is a comment.
  func words(of line: [UInt8], from origin: LineOrigin) throws(LineFailure) -> [Token] {
    if LineSplitter.isComment(line) { return [] }
    do throws(LineSplitter.SplitError) {
      return try LineSplitter.textWords(of: line, knowsComments: false)
    } catch {
      throw failures.failure(
        error, of: Line(unsplit: line, from: origin, in: commands.catalog),
        named: identity.nameElsewhere(own: nil))
    }
  }
}
