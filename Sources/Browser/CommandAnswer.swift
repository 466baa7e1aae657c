package import Model
package import Rendering

/// The outcome of a command that the browser asked for.
package struct CommandAnswer {
  package let request: CommandRequest
  /// The answer as the command printed it.
  package var said: String
  /// The output on standard error.
  package var remarked: String
  package var isRefused: Bool
  /// Whether a corrected line would succeed, so that the prompt opens with it again.
  package var isMistyped = false
  /// Whether a part of it failed.
  package var isUndone = false
  /// Whether it ran beside the commands that write, and so may have begun before a login.
  package var isReading = false
  /// The question to confirm before it is carried out.
  package var question: SafeText?
  /// The handle that it gave to the viewer, if it renamed them.
  package var newHandle: Handle?
  /// Who acts from now on, and by which login.
  package var viewer: Person?
  package var login = LoginState.unchanged
  /// The profile to open.
  package var opens: Destination?

  package init(
    to request: CommandRequest, said: String = "", remarked: String = "", isRefused: Bool = false,
    viewer: Person?
  ) {
    self.request = request
    self.said = said
    self.remarked = remarked
    self.isRefused = isRefused
    self.viewer = viewer
  }
}

/// The login or logout of a line in this browser, which replaces the remembered login.
package enum LoginState: Equatable, Sendable {
  case unchanged, nobody
  case user(User.ID)
}
