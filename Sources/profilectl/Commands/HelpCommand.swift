import Rendering

/// `help`: what can be asked for, and how.
struct HelpCommand: Command {
  static let name = "help"
  static let subject = Operand(
    any: .subject, "A command or a topic; an overview without one.")
  static let declaration = Declaration(
    name, "Show help about a command or a topic.", group: .program, operands: [subject.shape],
    examples: [
      .init("profilectl help show", "the same as profilectl show --help"),
      .init("profilectl help exit-codes", "what the exit status says"),
    ])

  private let subject: HelpSubject

  init(_ parsed: Parsed) throws {
    let words = try parsed.value(of: Self.subject).values()
    subject = try Parser(commands: AllCommands.types).subject(named: words)
  }

  func run(in session: Session) throws {
    let page = HelpPage(subject: subject, commands: AllCommands.types)
    try session.answer(Output(page.text(width: session.traits.width)))
  }
}
