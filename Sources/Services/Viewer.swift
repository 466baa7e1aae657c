package import Model

/// Who is looking and acting, as the command line named them.
///
/// The file decides whether they exist.
package enum Viewer: Equatable, Sendable {
  case nobody
  case named(Handle)
  /// Somebody named beforehand for whatever comes; where nobody is needed they need not exist.
  case preset(Handle)
  /// Somebody who logged in earlier; the time of their creation tells a user whose number was
  /// given out by another file at the same path.
  case loggedIn(User.ID, createdAt: Moment)
}
