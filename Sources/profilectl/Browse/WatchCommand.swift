import CommandLine
import Model
import Rendering

/// `watch`: shows a profile again whenever any process changes it.
struct WatchCommand: DeclaredCommand {
  static let name = "watch"
  static let declaration = Declaration(
    name, "Show a profile and keep it up to date.",
    discussion: """
      The command shows a profile as 'show' does, and shows it again whenever a process changes it. \
      Ctrl-C or q ends the command. If standard output is not a terminal, it prints each state below the \
      previous one. With --format ndjson, each state is one line.
      """,
    group: .interactive, writeScope: .nothing, operands: [ShowCommand.user.shape],
    options: [ShowCommand.tab.shape, ShowCommand.limit.shape, ShowCommand.columns.shape],
    groups: [PictureOptions.group], fields: RecordKind.profilePage.keys,
    examples: [
      .init("profilectl watch bob", "the profile of @bob"),
      .init("profilectl watch bob --tab likes", "the posts that @bob likes"),
    ])

  private let user: Handle?
  private let tab: ProfileTab
  private let page: PageRequest
  private let columns: Int?
  private let pictures: PictureOptions

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: ShowCommand.user)
    tab = try parsed.value(of: ShowCommand.tab)
    columns = try parsed.value(of: ShowCommand.columns)
    pictures = try PictureOptions(parsed)
    page = PageRequest(limit: try parsed.value(of: ShowCommand.limit))
  }

  func run(in context: CommandContext) throws -> CommandResult {
    switch context.surface {
    case .script: throw UsageError(.notInScript, at: Token.word(Self.name))
    case .browser:
      // The browser watches every profile.
      return CommandResult(opens: try context.destination(user))
    case .shell, .interactive:
      let watch = ProfileWatch(
        context: context, user: user, tab: tab, page: page, columns: columns, pictures: pictures)
      return CommandResult(status: try watch.run())
    }
  }
}
