import CommandLine
import Model
import Rendering
import Services

/// The commands that choose and name the acting user.
enum IdentityCommands {
  private static let user = Operand(.handle, "The user to act as.")

  static let login = CommandEntry(
    Declaration(
      "login", "Choose the user you act as on this database.",
      discussion: """
        The program remembers the choice for this database until you log out. There is no \
        password, because choosing a user is not access control. Anyone who can read the file can \
        read everything in it.
        """,
      group: .session, writeScope: .actor, operands: [user.shape], fields: RecordKind.session.keys,
      examples: [.init("profilectl login alice", "act as @alice from now on")])
  ) { parsed in
    let user = try parsed.value(of: user)
    return { try logIn(as: user, in: $0) }
  }

  private static func logIn(as user: Handle, in context: CommandContext) throws -> CommandResult {
    let override = try context.loginOverride()
    let user = try context.network().users.profile(of: user, as: .nobody).item.user
    let acting = try context.actingOnLines()
    let isSame = if case .login(let login) = acting { login.user == user.id } else { false }
    try context.interpreter.identity.logIn(user, context.options, on: context.surface)
    let isScript = context.surface == .script
    let scope = isScript ? "for the rest of the script" : "on this database"
    let result = try Confirmation(context).answer(
      Record(.session, [.string("logged_in"), .string(user.handle.text)]),
      saved: isScript ? .nothing : .all, effect: isSame ? .unchanged : .done,
      text: { _ in Output("You are \(user.handle) \(scope).\n") })
    try saving(result.saved) { try context.note(loginOverride: override) }
    return result
  }

  static let logout = CommandEntry(
    Declaration(
      "logout", "Forget the user you act as on this database.",
      group: .session, writeScope: .actor, fields: RecordKind.session.keys,
      examples: [.init("profilectl logout", "act as no user")])
  ) { _ in
    { context in
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
        text: { _ in Output(wasNobody ? "You were not logged in.\n" : "You are logged out.\n") })
      try saving(result.saved) { try context.note(loginOverride: override) }
      return result
    }
  }

  static let whoami = CommandEntry(
    Declaration(
      "whoami", "Print the user you act as on this database.",
      discussion: "With --verbose it also prints the source: --as, PROFILECTL_USER or login.",
      group: .session, writeScope: .nothing, fields: RecordKind.viewer.keys,
      examples: [.init("profilectl whoami -v", "the user and the source")])
  ) { _ in
    { context in
      let acting = try context.acting()
      let handle = try context.network().users.profile(of: nil, as: acting.viewer).item.user.handle
      let source = acting.source ?? ""
      try context.answer(
        Record(.viewer, [.string(handle.text), .string(source)]),
        text: { _ in
          Output(context.options.isVerbose ? "\(handle), by \(source)\n" : "\(handle)\n")
        })
      return CommandResult()
    }
  }
}

extension CommandContext {
  /// The user that PROFILECTL_USER names, which overrides the remembered login of a shell.
  ///
  /// It is read first: if it can't be read, nothing is remembered.
  fileprivate func loginOverride() throws -> Handle? {
    surface == .shell ? try interpreter.identity.userByVariable(now) : nil
  }

  /// Prints, to programs too, that PROFILECTL_USER overrides the new login.
  fileprivate func note(loginOverride user: Handle?) throws {
    if let user { try note("PROFILECTL_USER overrides this: here you are \(SafeText(user)).") }
  }
}
