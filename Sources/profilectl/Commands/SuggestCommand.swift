import CommandLine
import Model
import Rendering
import Services

/// `suggest`: lists people followed by those you follow.
struct SuggestCommand: DeclaredCommand {
  static let name = "suggest"
  static let declaration = Declaration(
    name, "Suggest people to follow, with the reason.",
    discussion: """
      Those followed by the people you follow, most shared first. Where these follow more than 3,000 \
      in all, those of them who follow the fewest are asked, and only they count; where you follow \
      more than 10,000, those of them who joined first.
      """,
    group: .follows, reach: .nothing, groups: [ListOptions.group],
    fields: RecordKind.suggestion.keys,
    columns: RecordKind.suggestion.columns,
    examples: [.init("profilectl suggest -n 5", "the five best")])

  private let list: ListOptions

  init(_ parsed: Parsed) throws {
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let follows = try context.network().follows
    let viewer = try context.viewer()
    return try context.list(
      list,
      .suggestions(ifEmpty: "No suggestions yet. Find people:", .command(["users"])),
      count: { try follows.suggestionCount(for: viewer) },
      page: { try follows.suggestions(for: viewer, $0) })
  }
}
