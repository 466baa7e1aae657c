import CommandLine
import Model
import Services
import Storage
import Terminal

/// The acting user of the lines of one process.
final class Identity {
  /// A login that holds for the lines of this process.
  ///
  /// A script does not remember its login. Otherwise it is the remembered login, read for the first
  /// line that needs it.
  enum SessionLogin: Equatable {
    case none
    case nobody
    case user(Login)
  }

  /// The part that a script restores at its end.
  struct State {
    var login = SessionLogin.none
    /// The user whom another line has to name to act like these lines.
    var named: Handle?
  }

  private let environment: ProcessEnvironment
  private let network: NetworkAccess
  var state = State()

  init(_ environment: ProcessEnvironment, network: NetworkAccess) {
    self.environment = environment
    self.network = network
  }

  /// The acting user of lines with these options, and why the remembered login can't be read.
  ///
  /// `--as` of the line that began a script or prompt holds until a login. The login remembered
  /// when the first line needed it holds for all lines, even if other processes remember another
  /// one.
  func resolve(
    _ options: GlobalOptions, on surface: LineOrigin.Surface, now: Moment
  ) throws -> (user: ActingUser, trouble: (any Error)?) {
    switch state.login {
    case .user(let login): return (.login(login), nil)
    case .nobody: return (.nobody, nil)
    case .none: break
    }
    if let handle = options.user { return (.option(handle), nil) }
    if let handle = try userByVariable(now) { return (.variable(handle), nil) }
    let isKept = surface != .shell
    do {
      _ = try opened(options)
    } catch {
      // Without a database there is no user.
      if isKept, error as? ServiceError == .storage(.file(.missing)) { state.login = .nobody }
      throw error
    }
    do {
      let login = try logins(options).current()
      if isKept { state.login = login.map { .user($0) } ?? .nobody }
      return (login.map { .login($0) } ?? .nobody, nil)
    } catch {
      return (.nobody, error)
    }
  }

  /// The user that PROFILECTL_USER names.
  func userByVariable(_ now: Moment) throws -> Handle? {
    try ValueKind.handle.value(of: "PROFILECTL_USER", in: environment.variables, now: now)
  }

  /// Makes `user` the acting user: on this database from now on, or for the rest of a script.
  func logIn(_ user: User, _ options: GlobalOptions, on surface: LineOrigin.Surface) throws {
    if surface != .script {
      Interruption.hold()
      try logins(options).remember(user)
    }
    guard surface != .shell else { return }
    state.login = .user(Login(user: user.id, createdAt: user.createdAt))
    if surface == .script { state.named = user.handle }
  }

  /// Takes the new handle of the user who logged in for this script.
  func noteName(of user: User) {
    guard state.named != nil, case .user(let login) = state.login, login.user == user.id
    else { return }
    state.named = user.handle
  }

  /// Ends the login of a user, and returns that user; in a shell, the remembered one.
  func logOut(
    _ options: GlobalOptions, on surface: LineOrigin.Surface, now: Moment
  ) throws -> ActingUser {
    let logins = try logins(options)
    let remembered = try logins.current().map(ActingUser.login) ?? .nobody
    let former = try surface == .shell ? remembered : resolve(options, on: surface, now: now).user
    // Another process may have remembered a different login, which stays.
    if surface != .script, former == remembered {
      Interruption.hold()
      try logins.forget()
    }
    if surface != .shell { state.login = .nobody }
    state.named = nil
    return former
  }

  /// The user whom another line has to name to act like this one; nil if none is needed, or the
  /// user is gone.
  func nameElsewhere(own: Handle?) -> Handle? {
    guard let name = own ?? state.named, let network = network.current else {
      return own ?? state.named
    }
    return try? network.users.user(.named(name))?.handle
  }

  private func logins(_ options: GlobalOptions) throws -> Logins {
    Logins(
      folder: try environment.stateFolder(), database: try opened(options).file.identity)
  }

  /// Does not set the patience of an open network, which waits for a running transaction.
  private func opened(_ options: GlobalOptions) throws -> Network {
    try network.current ?? network.network(options)
  }
}

/// The acting user and the source of the choice.
enum ActingUser: Equatable {
  case nobody
  case option(Handle)
  case variable(Handle)
  case login(Login)

  var viewer: Viewer {
    switch self {
    case .nobody: .nobody
    case .option(let handle): .named(handle)
    case .variable(let handle): .preset(handle)
    case .login(let login): .loggedIn(login.user, createdAt: login.createdAt)
    }
  }

  /// The source as `whoami` shows it.
  var source: String? {
    switch self {
    case .nobody: nil
    case .option: GlobalOptions.user.shape.spelled
    case .variable: "PROFILECTL_USER"
    case .login: "login"
    }
  }
}
