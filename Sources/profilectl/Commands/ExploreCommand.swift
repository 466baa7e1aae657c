import CommandLine
import Model
import Rendering
import Services

/// `explore`: lists the public posts of all users.
struct ExploreCommand: DeclaredCommand {
  static let name = "explore"
  static let declaration = Declaration(
    name, "List everyone's public posts, newest first.",
    group: .reading, reach: .nothing, groups: [ListOptions.group], fields: RecordKind.post.keys,
    columns: RecordKind.post.columns,
    examples: [.init("profilectl explore -n 3", "the latest three")])

  private let list: ListOptions

  init(_ parsed: Parsed) throws {
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let posts = try context.network().posts
    let viewer = try context.viewer()
    let next = try firstStep(for: viewer, in: context)
    return try context.list(
      list, .posts(ifEmpty: "Nothing here yet. Begin:", .command(next)),
      count: { try posts.exploreCount() }, page: { try posts.explore(as: viewer, $0) })
  }

  /// The line that leads to a first post.
  private func firstStep(for viewer: Viewer, in context: CommandContext) throws -> [String] {
    if viewer != .nobody { return ["post", "hello"] }
    let anybody = try context.network().users.find(nil, as: viewer, PageRequest(limit: 1))
    return anybody.entries.isEmpty ? Phrases.firstUser : [UsersCommand.name]
  }
}
