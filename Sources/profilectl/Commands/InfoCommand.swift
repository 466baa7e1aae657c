import CommandLine
import Model
import Rendering
import Services

/// `info`: prints facts about the database file.
struct InfoCommand: DeclaredCommand {
  static let name = "info"
  static let declaration = Declaration(
    name, "Tell about the database file.",
    discussion: "Where it is, versions, sizes, and how many of everything it holds.",
    group: .file, reach: .nothing, fields: RecordKind.file.keys,
    examples: [.init("profilectl info --json", "for a program")])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    try context.answer(facts: record(of: try context.network().file.facts()))
    return CommandResult()
  }

  private func record(of facts: FileFacts) -> Record {
    Record(
      .file,
      [
        .string(facts.path), .count(facts.bytes), .string(Version.number),
        .count(facts.schemaVersion), .string(facts.sqliteVersion), .count(facts.pageSize),
        .count(facts.pageCount), .count(facts.users), .count(facts.posts),
      ] + facts.edges.map { .count($0) } + [.count(facts.pictures)])
  }
}
