import Model
import Terminal

/// Somebody who logged in.
///
/// Their time of creation tells them from whoever gets the same number in another file at the same
/// path.
struct Login: Equatable {
  let user: User.ID
  let createdAt: Moment
}

/// Remembers who logged in on one database, in a private file named after its path.
struct Logins {
  private let file: PrivateFile
  private let database: String

  /// `database` has its links resolved.
  init(folder: String, database: String) {
    self.database = database
    file = PrivateFile(folder: folder, name: "login-" + Logins.fingerprint(of: database))
  }

  /// Nil if nobody is logged in, or the file can't be understood.
  func current() throws -> Login? {
    guard let bytes = try file.read() else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2)
    guard lines.count == 3, lines[2].dropLast() == database, let id = Int64(lines[0]),
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

  /// FNV-1a of 64 bits: short, and the same on every machine.
  ///
  /// The path in the file decides.
  private static func fingerprint(of path: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
