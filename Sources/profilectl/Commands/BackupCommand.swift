import CommandLine
import Model
import Rendering
import Services

/// `backup`: a copy of the database.
struct BackupCommand: Command {
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

  func run(in context: CommandContext) throws {
    let file = context.surroundings.path(file)
    try context.expectOnDisk(Self.name)
    let database = try context.network().file
    let replaces = try database.backupReplaces(file)
    if replaces { try context.askBefore(.replacing(file), "Replace '\(SafeText(file))'?") }
    // Another backup may come to be there meanwhile.
    let mayReplace = replaces || context.options.saysYes
    let backup = try context.undoingIfStopped {
      try database.backUp(to: file, mayReplace: mayReplace)
    }
    try context.tell(Record(backup))
    if replaces { try context.remark("The file that was there is replaced.") }
  }
}
