import CommandLine
import Rendering

/// `help`: prints help about the program, a command or a topic.
struct HelpCommand: DeclaredCommand {
  static let name = "help"
  static let subject = Operand(
    any: .subject, "A command or a topic; an overview without one.")
  static let man = Switch("man", "Print the manual page of the whole program, in mdoc.")
  static let declaration = Declaration(
    name, "Show help about a command or a topic.",
    discussion: "With --json, commands and topics are described for programs, by one object.",
    group: .program, reach: .nothing, operands: [subject.shape], options: [man.shape],
    formats: [.text, .json],
    examples: [
      .init("profilectl help show", "the same as profilectl show --help"),
      .init("profilectl help exit-codes", "what the exit status says"),
      .init("profilectl help --man", "the source of profilectl(1)"),
    ])

  private let subject: HelpSubject
  private let wantsManual: Bool

  init(_ parsed: Parsed) throws {
    let words = try parsed.value(of: Self.subject).values()
    subject = try Parser(AllCommands.catalog).subject(named: words)
    wantsManual = parsed.value(of: Self.man)
    if wantsManual, !words.isEmpty {
      throw UsageError(.conflict(Self.man.shape.spelled, Self.subject.shape.spelled))
    }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let catalog = AllCommands.catalog
    if wantsManual {
      try context.answer(Output(ours: ManualPage(catalog).mdoc))
      return CommandResult()
    }
    try context.answer(
      CommandsDocument(catalog: catalog).record(about: subject), mayBeTall: true,
      text: { traits in
        Output(ours: HelpPage(subject, catalog).text(width: traits.width))
      })
    return CommandResult()
  }
}
