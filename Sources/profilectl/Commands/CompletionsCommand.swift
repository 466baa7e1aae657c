import CommandLine
import Rendering

/// `completions`: prints the script that teaches a shell to complete.
struct CompletionsCommand: DeclaredCommand {
  static let name = "completions"
  static let shell = Operand(.choice("shell") as ValueKind<Shell>, "The shell to print it for.")
  static let declaration = Declaration(
    name, "Teach bash, zsh or fish to complete.",
    discussion: """
      TAB then offers commands, options, their values, files, handles and recent posts. Handles \
      and posts are those of the database that the line names; they are only read.
      """,
    group: .program, reach: .nothing, operands: [shell.shape], formats: [.text],
    examples: [
      .init("profilectl completions bash", "to source it in ~/.bashrc"),
      .init("profilectl completions zsh", "to save it as _profilectl in a folder of $fpath"),
      .init("profilectl completions fish", "to pipe it into source"),
    ])

  private let shell: Shell

  init(_ parsed: Parsed) throws {
    shell = try parsed.value(of: Self.shell)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.answer(Output(ours: shell.completionScript))
    return CommandResult()
  }
}
