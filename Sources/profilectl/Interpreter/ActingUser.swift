import CommandLine
import Model
import Services

/// Who acts, and what said so.
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

  /// How it is told to people and programs.
  var source: String? {
    switch self {
    case .nobody: nil
    case .option: GlobalOptions.user.shape.spelled
    case .variable: "PROFILECTL_USER"
    case .login: "login"
    }
  }
}
