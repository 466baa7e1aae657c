import CommandLine
import Model
import Rendering
import Services

/// `logout`: be nobody again.
struct LogoutCommand: Command {
  static let name = "logout"
  static let declaration = Declaration(
    name, "Forget who you are on this database.",
    group: .session, reach: .actor, fields: RecordKind.session.keys,
    examples: [.init("profilectl logout", "be nobody again")])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws {
    let other = try context.namedFirst()
    let former = try context.logOut()
    // They may be gone.
    let user = try? context.network().users.user(former.viewer)
    if former == .nobody { context.effect = .unchanged }
    let result = former == .nobody ? "not_logged_in" : "logged_out"
    try context.tell(
      Record(.session, [.string(result), .text(user?.handle.text)]),
      saved: context.host.surface == .script || former == .nobody ? .nothing : .all,
      text: { _ in
        Output(former == .nobody ? "You were not logged in.\n" : "You are logged out.\n")
      })
    try context.remark(namedFirst: other)
  }
}
