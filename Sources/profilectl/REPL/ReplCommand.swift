import CommandLine
import Model
import Services
import Terminal

/// `repl`: reads commands at a prompt.
struct ReplCommand: DeclaredCommand {
  static let name = "repl"
  static let declaration = Declaration(
    name, "Type commands at a prompt.",
    discussion: """
      The prompt shows the acting user and the database. TAB completes words. The arrow keys and \
      Ctrl-R recall earlier lines. Ctrl-C discards a line. Ctrl-D, 'exit' and 'quit' leave. The \
      history has no lines that begin with a blank. Each line of pasted text is a command of its \
      own. If standard input is not a terminal, the command reads it as 'run -' does. Unlike \
      'run', it also ends at 'exit' and 'quit'.
      """,
    group: .interactive, writeScope: .lines, formats: [.text, .json, .ndjson],
    examples: [.init("profilectl repl --as bob", "as @bob, until you log in or out")])

  private let inheritedAtPrompt: [GivenOption]
  private let inheritedInScript: [GivenOption]

  init(_ parsed: Parsed) throws {
    inheritedAtPrompt = LineOrigin.inheritance(of: parsed, answersOnce: false)
    inheritedInScript = LineOrigin.inheritance(of: parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    guard context.surface == .shell else {
      throw UsageError(context.line.origin.shellsOnly, at: Token.word(Self.name))
    }
    let console = context.environment.console
    let showsPrompt = console.isTerminal(.output) || console.isTerminal(.error)
    guard context.inputIsTerminal, showsPrompt else {
      let script = Script(
        files: ["-"], isAtomic: false, keepsGoing: false, inherited: inheritedInScript,
        endsAtExit: true)
      return try script.run(in: context)
    }
    if let user = context.ownUser,
      let network = try context.interpreter.network.networkIfThere(context.options)
    {
      _ = try network.users.user(.named(user))
    }
    return CommandResult(
      status: try InteractiveShell(context, inheriting: inheritedAtPrompt).run())
  }
}
