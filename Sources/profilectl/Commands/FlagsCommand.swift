import CommandLine
import Model
import Rendering
import Services

/// `flags`: lists reported posts.
struct FlagsCommand: DeclaredCommand {
  static let name = "flags"
  static let declaration = Declaration(
    name, "List reported posts, newest report first.",
    group: .posts, reach: .nothing, groups: [ListOptions.group], fields: RecordKind.flag.keys,
    columns: RecordKind.flag.columns,
    examples: [.init("profilectl flags --fields post,reason", "two columns")])

  private let list: ListOptions

  init(_ parsed: Parsed) throws {
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let posts = try context.network().posts
    return try context.list(
      list, .flags(ifEmpty: "Nothing was reported. How to:", .help("flag")),
      count: { try posts.flagCount() },
      page: { try posts.flags($0) })
  }
}
