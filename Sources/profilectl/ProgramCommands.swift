import CommandLine
import Rendering

/// The commands about the program itself.
enum ProgramCommands {
  private static let subject = Operand(
    any: .subject, "A command or a topic; without one, help prints an overview.")
  private static let man = Switch("man", "Print the manual page of the whole program, in mdoc.")

  static let help: CommandEntry = CommandEntry(
    Declaration(
      "help", "Show help about a command or a topic.",
      discussion: "With --json, the answer describes commands and topics for programs.",
      group: .program, writeScope: .nothing, operands: [subject.shape], options: [man.shape],
      formats: [.text, .json],
      examples: [
        .init("profilectl help show", "the same as profilectl show --help"),
        .init("profilectl help exit-codes", "the meaning of the exit status"),
        .init("profilectl help --man", "the source of profilectl(1)"),
      ])
  ) { parsed in
    let words = try parsed.value(of: subject).values()
    let wantsManual = parsed.value(of: man)
    if wantsManual, !words.isEmpty {
      throw UsageError(.conflict(man.shape.spelled, ProgramCommands.subject.shape.spelled))
    }
    return { context in
      let catalog = context.interpreter.commands.catalog
      let subject = try Parser(catalog).subject(named: words)
      if wantsManual {
        try context.answer(Output(ours: ManualPage(catalog).mdoc))
        return CommandResult()
      }
      try context.answer(
        CommandsDocument(catalog: catalog).record(about: subject), mayBeTall: true,
        text: {
          Output(ours: HelpPage(subject, catalog).text(width: min(HelpPage.widest, $0.width)))
        })
      return CommandResult()
    }
  }

  private static let shell = Operand(.choice("shell") as ValueKind<Shell>, "The shell.")

  static let completions = CommandEntry(
    Declaration(
      "completions", "Print the completion script for bash, zsh or fish.",
      discussion: """
        With the script, TAB completes commands, options, their values, files, handles, hashtags \
        and recent posts. Completion reads users and posts from the database that the line names, \
        and never changes it.
        """,
      group: .program, writeScope: .nothing, operands: [shell.shape], formats: [.text],
      examples: [
        .init("profilectl completions bash", "to source it in ~/.bashrc"),
        .init("profilectl completions zsh", "to save it as _profilectl in a folder of $fpath"),
        .init("profilectl completions fish", "to pipe it into source"),
      ])
  ) { parsed in
    let shell = try parsed.value(of: shell)
    return { context in
      try context.answer(Output(ours: shell.completionScript))
      return CommandResult()
    }
  }
}
