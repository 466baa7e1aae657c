import CommandLine
import Model
import Rendering
import Services

/// `logout`: forgets the acting user of this database.
struct LogoutCommand: DeclaredCommand {
  static let name = "logout"
  static let declaration = Declaration(
    name, "Forget who you are on this database.",
    group: .session, reach: .actor, fields: RecordKind.session.keys,
    examples: [.init("profilectl logout", "be nobody again")])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    let override = try context.loginOverride()
    let former = try context.interpreter.identity.logOut(
      context.options, on: context.surface, now: context.now)
    // The user may be gone.
    let user = try? context.network().users.user(former.viewer)
    let wasNobody = former == .nobody
    let result = try Confirmation(context).answer(
      Record(
        .session,
        [.string(wasNobody ? "not_logged_in" : "logged_out"), .text(user?.handle.text)]),
      saved: context.surface == .script || wasNobody ? .nothing : .all,
      effect: wasNobody ? .unchanged : .done,
      text: { _ in
        Output(wasNobody ? "You were not logged in.\n" : "You are logged out.\n")
      })
    try saving(result.saved) { try context.note(loginOverride: override) }
    return result
  }
}
