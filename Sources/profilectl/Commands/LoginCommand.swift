import CommandLine
import Model
import Rendering
import Services

/// `login`: choose who you are on this database.
struct LoginCommand: Command {
  static let name = "login"
  static let user = Operand(.handle, "Who you are from now on.")
  static let declaration = Declaration(
    name, "Choose who you are on this database.",
    discussion: """
      It is remembered for the database until you log out. There is no password: whoever can read \
      the file can read everything in it, and choosing who you are is not access control.
      """,
    group: .session, reach: .actor, operands: [user.shape], fields: RecordKind.session.keys,
    examples: [.init("profilectl login alice", "act as @alice from now on")])

  private let user: Handle

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: Self.user)
  }

  func run(in context: CommandContext) throws {
    let other = try context.namedFirst()
    let user = try context.network().users.profile(of: user, as: .nobody).item.user
    if case .login(let login) = try context.resolveActing(), login.user == user.id {
      context.effect = .unchanged
    }
    try context.logIn(user)
    try context.tell(
      Record(.session, [.string("logged_in"), .string(user.handle.text)]),
      saved: context.host.surface == .script ? .nothing : .all,
      text: { _ in
        context.host.surface == .script
          ? Output("You are \(user.handle) for the rest of the script.\n")
          : Output("You are \(user.handle) on this database.\n")
      })
    try context.remark(namedFirst: other)
  }
}
