import CommandLine
import Model
import Rendering
import Services
import Terminal

/// `backup`: copies the database.
struct BackupCommand: DeclaredCommand {
  static let name = "backup"
  static let file = Operand(.file, "Where the copy goes.")
  static let declaration = Declaration(
    name, "Copy the database to a file.",
    discussion: """
      The copy is of one moment, others may write meanwhile, and it is read back and checked before \
      anything is said. Before it takes the place of a file that is there already you are asked on a \
      terminal, elsewhere --yes is needed; it is replaced all at once and only by a whole copy, and \
      never while somebody is at work on it. A file with damage in its structure is not copied; \
      counts, references and content are for 'profilectl doctor' to look at.
      """,
    group: .file, operands: [file.shape], fields: RecordKind.backup.keys, standsAlone: true,
    examples: [
      .init("profilectl backup monday.db", "and keep it somewhere else"),
      .init("profilectl backup nightly.db --yes", "in the place of the last one"),
      .init("profilectl --db monday.db info", "look at it"),
    ])

  private let file: String

  init(_ parsed: Parsed) throws {
    file = try parsed.value(of: Self.file)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let file = context.environment.path(file)
    try context.expectOnDisk(Self.name)
    let database = try context.network().file
    let replaces = try database.backupReplaces(file)
    if replaces, !context.isConfirmed {
      return .asking(.replacing(file), "Replace '\(SafeText(file))'?")
    }
    // A backup that is stopped leaves no file.
    Interruption.hold()
    // Another backup may have made the file meanwhile.
    let backup = try database.backUp(to: file, mayReplace: context.isConfirmed)
    let result = try Confirmation(context).answer(Record(backup))
    if replaces { try saving { try context.remark("The file that was there is replaced.") } }
    return result
  }
}
