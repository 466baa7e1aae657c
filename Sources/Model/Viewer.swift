/// The user who looks and acts, as the command line names them.
///
/// The network decides whether they exist.
package enum Viewer: Equatable, Sendable {
  case nobody
  case named(Handle)
  /// A user named in advance for all commands. Commands that need no user ignore a missing one.
  case preset(Handle)
  /// A user who logged in earlier. The time of creation rejects a user with the same number in
  /// another file at the same path.
  case loggedIn(User.ID, createdAt: Moment)
}
