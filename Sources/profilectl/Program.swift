import Model
import Rendering
import Terminal

/// One run of the program: from the words it was started with to the status it ends with.
struct Program {
  private let words: [Token]
  private let surroundings: Surroundings

  init(arguments: [[UInt8]], in surroundings: Surroundings) {
    words = Token.list(arguments)
    self.surroundings = surroundings
  }

  func run() -> ExitStatus {
    if let request = CompletionRequest(words) {
      // A shell that went away wants no answer.
      try? surroundings.console.write(request.answer(in: surroundings).bytes)
      return .done
    }
    Interruption.arm(saying: Wording.interruptedReading)
    var context = FailureContext(words: words.map(\.text))
    do {
      let parser = Parser(commands: AllCommands.types)
      switch try parser.request(for: words, clock: try surroundings.now()) {
      case .version:
        try surroundings.console.write(Version.number + "\n")
        return .done
      case .help(let subject):
        let page = HelpPage(subject: subject, commands: AllCommands.types)
        try surroundings.console.write(page.text(width: try surroundings.helpWidth()))
        return .done
      case .command(let command, let parsed):
        context.declaration = command.declaration
        return try run(command, parsed, context)
      }
    } catch {
      return surroundings.report(error, context, as: Parser.format(typedIn: words))
    }
  }

  private func run(
    _ command: any Command.Type, _ parsed: Parsed, _ context: FailureContext
  ) throws -> ExitStatus {
    let session = try Session(
      options: try GlobalOptions(parsed), context: context, in: surroundings, now: parsed.now)
    do {
      try command.init(parsed).run(in: session)
    } catch {
      return session.report(error)
    }
    return try interruption() ?? session.status
  }

  /// What a signal that came during a commit ends the process with, now that all is told.
  private func interruption() throws -> ExitStatus? {
    guard let status = Interruption.pending.flatMap(ExitStatus.init(signal:)) else { return nil }
    try surroundings.console.write(Wording.interruptedSaved + "\n", to: .error)
    return status
  }
}

extension Surroundings {
  /// Tells of an error and says what the process ends with.
  ///
  /// A reader who went away is no error, unless they were to be told that something was saved.
  func report(_ error: any Error, _ context: FailureContext, as format: OutputFormat?) -> ExitStatus
  {
    if case .closedPipe(.output)? = error as? ConsoleError, !context.isSaved { return .done }
    if error is Declined {
      try? console.write(Wording.declined + "\n", to: .error)
      return .no
    }
    let failure = Wording.failure(for: error, in: context)
    // Where standard error can't be written either, the status has to do.
    try? console.write(format?.isJSON == true ? failure.json : failure.text, to: .error)
    return failure.status
  }
}
