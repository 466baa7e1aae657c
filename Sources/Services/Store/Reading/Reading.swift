internal import Model
internal import SQLite

/// One consistent view of the network: every named statement that reads, in the extensions of this
/// type.
///
/// A value of it lives as long as the snapshot or transaction it was made for.
struct Reading {
  let connection: Connection

  /// The acting user, if somebody is named and exists.
  ///
  /// A handle that nobody has, given with the command, is an error even where nobody is needed:
  /// somebody mistyped it.
  func viewer(_ viewer: Viewer) throws -> User.ID? {
    switch viewer {
    case .nobody: nil
    case .named(let handle): try userID(of: handle)
    case .preset(let handle): try userID(ifAny: handle)
    case .loggedIn(let id, let createdAt):
      try connection.first(
        "SELECT id FROM users WHERE id = \(id) AND created_at = \(createdAt)"
      ) { User.ID($0.int64(0)) }
    }
  }

  /// The acting user, where a deed needs one.
  func actor(_ viewer: Viewer) throws -> User.ID {
    switch viewer {
    case .nobody: throw ServiceError.noCurrentUser(.notChosen)
    case .named(let handle), .preset(let handle): return try userID(of: handle)
    case .loggedIn:
      guard let id = try self.viewer(viewer) else { throw ServiceError.noCurrentUser(.gone) }
      return id
    }
  }

  /// The user somebody named; the acting user when nobody is named.
  func subject(_ handle: Handle?, as viewer: Viewer) throws -> User.ID {
    if let handle { return try userID(of: handle) }
    return try actor(viewer)
  }
}
