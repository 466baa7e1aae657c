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
      The prompt says who you are on which file. TAB completes, the arrow keys and Ctrl-R call back \
      earlier lines, Ctrl-C drops a line, Ctrl-D, exit or quit leaves. A line that begins with a \
      blank is not remembered, and of what is pasted every line is one. Where standard input is no \
      terminal, it is read like 'run -', but for exit and quit, which end it there too.
      """,
    group: .interactive, reach: .lines, formats: [.text, .json, .ndjson],
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
