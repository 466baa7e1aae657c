import Support

extension Program {
  /// A POSIX shell instead of `profilectl`.
  static func shell(
    database: String? = nil, user: String? = nil, now: String? = nil
  ) throws -> Program {
    var program = try Program(database: database, user: user, now: now)
    program.executable = "/bin/sh"
    return program
  }
}
