import Files
import Model

/// Remembers who logged in on one network, in a private file named after its identity.
struct Logins {
  private let file: PrivateFile
  private let database: String

  /// `database` is a path with its links resolved, or the identity of a network on a server.
  init(folder: String, database: String) {
    self.database = database
    // Two paths may share a name, so the file contains the path.
    file = PrivateFile(folder: folder, name: "login-" + StableHash(database).value.hexadecimal)
  }

  /// Nil without a login, or if the file can't be understood.
  func current() throws -> Login? {
    guard let bytes = try file.read() else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2)
    guard lines.count == 3, lines[2] == database + "\n", let id = Int64(lines[0]),
      let createdAt = Int64(lines[1])
    else { return nil }
    return Login(user: User.ID(id), createdAt: Moment(microseconds: createdAt))
  }

  func remember(_ user: User) throws {
    let text = "\(user.id.number)\n\(user.createdAt.microseconds)\n\(database)\n"
    try file.replace(with: Array(text.utf8))
  }

  func forget() throws {
    try file.remove()
  }
}

/// A user who logged in.
///
/// The time of creation distinguishes them from a user with the same number in a new file at the
/// same path.
struct Login: Equatable {
  let user: User.ID
  let createdAt: Moment
}
