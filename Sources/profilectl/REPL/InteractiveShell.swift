import CommandLine
import Model
import Rendering
import Services
import Terminal

/// The interactive shell: lines typed at a prompt, on one open database, until somebody leaves.
struct InteractiveShell {
  /// What leaves it, beside the end of input.
  static let exits = ["exit", "quit"]

  private let context: CommandContext
  private let host: Host
  /// Why there is none, where nobody knows which folder is whose.
  private let history: Result<LineHistory, any Error>

  init(_ context: CommandContext) {
    self.context = context
    host = context.host
    history = Result { LineHistory(folder: try context.surroundings.stateFolder()) }
  }

  /// No error ends it; a terminal that goes away does.
  func run() throws -> ExitStatus {
    let completion = LineCompletion(host: host)
    let editor = LineEditor { completion.candidates(for: $0) }
    try loadHistory(into: editor)
    // From here on a signal is noticed, and decides about one line and not about the process.
    host.setting.isAtPrompt = true
    host.settleSignals()
    try greet()
    while true {
      switch editor.readLine(prompt: prompt()) {
      case .line(let text):
        // What was pasted is lines, as in a script, whatever is quoted in them.
        let lines = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        for line in lines where LineHistory.keeps(line) { remember(line, in: editor) }
        for line in lines where carryOut(line) == .leaves { return .done }
      case .dropped: break
      case .end: return ending() ?? .done
      }
      if let status = ending() { return status }
    }
  }

  /// What follows from a line for the shell.
  private enum Consequence {
    case staysHere, leaves
  }

  private func carryOut(_ line: [UInt8]) -> Consequence {
    if Interruption.pending != nil { return .staysHere }
    do throws(LineFailure) {
      let words = try InteractiveShell.words(of: line, on: host)
      if words.isEmpty { return .staysHere }
      if try InteractiveShell.leaves(words, in: host.context()) { return .leaves }
      _ = try Interpreter(host: host).carryOut(words, of: line)
    } catch {
      _ = host.report(error)
    }
    return .staysHere
  }

  /// Whether a line leaves; the word alone does.
  static func leaves(
    _ words: [Token], in context: @autoclosure () -> FailureContext
  ) throws(LineFailure) -> Bool {
    guard let first = words.first, exits.contains(first.text) else { return false }
    if words.count == 1 { return true }
    throw LineFailure(
      error: UsageError(.notAlone(first.text), at: words[1]), context: context(), format: nil)
  }

  /// The words of a line that was typed.
  static func words(of line: [UInt8], on host: Host) throws(LineFailure) -> [Token] {
    do throws(LineSplitter.Trouble) {
      // Who types a line over a page types the number of a post as it stands there.
      return try LineSplitter.textWords(of: line, knowsComments: host.surface != .browser)
    } catch {
      throw LineFailure(error: error, context: host.context(ofUnsplit: line), format: nil)
    }
  }

  /// An interrupt dropped a line or stopped a command and is done with; other signals end the
  /// shell.
  private func ending() -> ExitStatus? {
    guard let status = ExitStatus.asked else { return nil }
    if status != .interrupted { return status }
    Interruption.forget()
    return nil
  }

  /// Who acts on which file, as in `bob@sample.db> `.
  private func prompt() -> String {
    let path = (try? context.surroundings.databasePlace(for: context.options).path) ?? ""
    let file = SafeText(path.split(separator: "/").last.map(String.init) ?? "")
    let me = (try? actingHandle()).flatMap { $0 }.map { SafeText($0.text) }
    let text: SafeText = "\(me ?? "")\(me == nil ? "" : "@")\(file)> "
    guard context.traits.depth != .none, let me else { return context.traits.words(text).string }
    let rest = context.traits.words("@\(file)> ").string
    return "\u{1}\u{1B}[1;36m\u{2}\(me.string)\u{1}\u{1B}[0m\u{2}\(rest)"
  }

  /// Nil while nobody is logged in, or nobody could be: there is no database yet.
  private func actingHandle() throws -> Handle? {
    let acting = try context.resolveActing()
    return try context.network().users.user(acting.viewer)?.handle
  }

  private func greet() throws {
    let greeting =
      "profilectl \(Version.number). Type help for the commands; Ctrl-D or exit leaves."
    for line in lines(greeting) { try context.remark(line) }
    do {
      _ = try context.network()
    } catch ServiceError.file(.missing) {
      try context.remark("There is no such database yet. Begin: create-user alice")
    } catch {
      // Each line that needs it will say so again.
      _ = host.report(context.failure(error))
    }
  }

  /// A history that can't be used is said once and done without.
  private func loadHistory(into editor: LineEditor) throws {
    do {
      for line in try history.get().load() { editor.remember(line) }
    } catch {
      let failure = Wording.failure(for: error, in: context.failureContext)
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
