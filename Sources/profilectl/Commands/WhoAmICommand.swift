import CommandLine
import Model
import Rendering
import Services

/// `whoami`: prints the acting user.
struct WhoAmICommand: DeclaredCommand {
  static let name = "whoami"
  static let declaration = Declaration(
    name, "Say who you are on this database.",
    discussion: "With --verbose it also says what made you that: --as, PROFILECTL_USER or login.",
    group: .session, reach: .nothing, fields: RecordKind.viewer.keys,
    examples: [.init("profilectl whoami -v", "who, and why")])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    let acting = try context.acting()
    let user = try context.network().users.profile(of: nil, as: acting.viewer).item.user
    let handle = user.handle
    let source = acting.source ?? ""
    try context.answer(
      Record(.viewer, [.string(handle.text), .string(source)]),
      text: { _ in
        Output(context.options.isVerbose ? "\(handle), by \(source)\n" : "\(handle)\n")
      })
    return CommandResult()
  }
}
