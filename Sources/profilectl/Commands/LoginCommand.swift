import CommandLine
import Model
import Rendering
import Services

/// `login`: remembers the acting user of this database.
struct LoginCommand: DeclaredCommand {
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

  func run(in context: CommandContext) throws -> CommandResult {
    let override = try context.loginOverride()
    let user = try context.network().users.profile(of: user, as: .nobody).item.user
    let acting = try context.actingOnLines()
    let isSame = if case .login(let login) = acting { login.user == user.id } else { false }
    try context.interpreter.identity.logIn(user, context.options, on: context.surface)
    let isScript = context.surface == .script
    let result = try Confirmation(context).answer(
      Record(.session, [.string("logged_in"), .string(user.handle.text)]),
      saved: isScript ? .nothing : .all, effect: isSame ? .unchanged : .done,
      text: { _ in
        Output(
          "You are \(user.handle) \(isScript ? "for the rest of the script" : "on this database").\n"
        )
      })
    try saving(result.saved) { try context.note(loginOverride: override) }
    return result
  }
}

extension CommandContext {
  /// The user that PROFILECTL_USER names, which overrides the remembered login of a shell.
  ///
  /// Asked for first: if it can't be read, nothing is remembered.
  func loginOverride() throws -> Handle? {
    surface == .shell ? try interpreter.identity.userByVariable(now) : nil
  }

  /// Prints, to programs too, that PROFILECTL_USER overrides what was just remembered.
  func note(loginOverride user: Handle?) throws {
    if let user { try note("PROFILECTL_USER goes first, and names \(SafeText(user)).") }
  }
}
