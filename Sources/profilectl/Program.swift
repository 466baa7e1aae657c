import Model
import Rendering
import Terminal

/// One run of the program: from the words it was started with to the status it ends with.
struct Program {
  private let words: [Token]
  private let surroundings: Surroundings
  private let parser = Parser(commands: AllCommands.types)

  init(arguments: [[UInt8]], in surroundings: Surroundings) {
    words = arguments.dropFirst().enumerated().map { Token(bytes: $1, position: $0) }
    self.surroundings = surroundings
  }

  func run() -> ExitStatus {
    Interruption.arm(saying: Wording.interruptedReading)
    var context = FailureContext(words: words.map(\.text))
    do {
      switch try parser.request(for: words, clock: try surroundings.now()) {
      case .version:
        try surroundings.console.write(Version.number + "\n")
        return .done
      case .help(let subject):
        try surroundings.console.write(HelpPage(subject, commands: AllCommands.types).text(width: 80))
        return .done
      case .command(let command, let parsed):
        context.declaration = command.declaration
        return try run(command, parsed, &context)
      }
    } catch {
      return report(error, context, format: Parser.format(typedIn: words))
    }
  }

  private func run(
    _ command: any Command.Type, _ parsed: Parsed, _ context: inout FailureContext
  ) throws -> ExitStatus {
    let options = try GlobalOptions(parsed)
    let session = try Session(options: options, in: surroundings, now: parsed.now)
    do {
      try command.init(parsed).run(in: session)
    } catch {
      context.isSaved = session.hasSaved
      context.database = session.pathForMessages
      return report(error, context, format: options.format)
    }
    return session.status
  }

  /// A reader who went away is no error, unless they were to be told that something was saved.
  private func report(
    _ error: any Error, _ context: FailureContext, format: OutputFormat?
  ) -> ExitStatus {
    if case .closedPipe(.output)? = error as? ConsoleError, !context.isSaved { return .done }
    let failure = Wording.failure(for: error, in: context)
    let text = format?.isJSON == true ? failure.json : failure.text
    try? surroundings.console.write(text, to: .error)
    return failure.status
  }
}
