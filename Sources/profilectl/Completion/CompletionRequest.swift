import CommandLine
import Rendering

/// The request of a completion script: `profilectl complete -- <words before>... <word>`.
///
/// It is not a command, because it reports no errors.
///
/// The answer has a line `candidate<TAB>description` for each candidate. A line that begins with a
/// colon is no candidate. `:path <lead>` and `:pictures <lead>` ask the script for paths after the
/// lead, and `:open` suppresses the blank after a candidate.
struct CompletionRequest {
  private let words: [[UInt8]]

  /// Nil if the words ask for something else.
  init?(_ arguments: [Token]) {
    guard arguments.first?.bytes == Array("complete".utf8) else { return nil }
    let rest = arguments.dropFirst()
    let words = rest.first?.isTerminator == true ? rest.dropFirst() : rest
    self.words = words.map(\.bytes)
  }

  /// One answer, which may be empty.
  func answer(in interpreter: Interpreter) -> Output {
    let engine = CompletionEngine(
      catalog: interpreter.commands.catalog,
      context: { try interpreter.contextForCompletion(given: $0) })
    let completions = engine.completions(of: words.last ?? [], after: words.dropLast())
    var output = Output()
    if let files = completions.files { output.append(":\(files.kind.rawValue) \(files.lead)\n") }
    if !completions.endsWord { output.append(":open\n") }
    // Each shell quotes blanks in its own way.
    for candidate in completions.candidates where !candidate.text.utf8.contains(UInt8(ascii: " ")) {
      output.append("\(candidate.text)\t\(candidate.description)\n")
    }
    return output
  }
}

extension Interpreter {
  /// A context for the database and the user that the options name; it waits for no lock.
  fileprivate func contextForCompletion(given options: [GivenOption]) throws -> CommandContext {
    let names = [GlobalOptions.database.shape.name, GlobalOptions.user.shape.name]
    let wait = GivenOption(
      name: GlobalOptions.wait.shape.name, value: [UInt8(ascii: "0")],
      token: Token(bytes: [], position: 0))
    return try CommandContext(
      given: options.filter { names.contains($0.name) } + [wait], from: LineOrigin(), in: self)
  }
}
