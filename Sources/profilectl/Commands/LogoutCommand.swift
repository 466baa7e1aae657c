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

  func run(in session: Session) throws {
    let login = try session.logOut()
    let user = try login.flatMap {
      try session.network().users.user(ActingUser.login($0).viewer)
    }
    let result = login == nil ? "not_logged_in" : "logged_out"
    try session.tell(
      Record(.session, [.string(result), .text(user?.handle.text)]),
      saved: session.host.surface == .script || login == nil ? .nothing : .all,
      text: { _ in
        Output(login == nil ? "You were not logged in.\n" : "You are logged out.\n")
      })
    try session.remarkVariable()
  }
}
