internal import Model
internal import SQLite

/// What the index of handles knows of users whose row is gone, or is not what was written: it is
/// kept in `temp.handles` from `readHandles` to `nameUsers`.
extension Salvage {
  /// Notes whom it names of those who are not there yet, and tells of numbers that nobody can have;
  /// whether it was read to its end, and had nothing in it but handles.
  func readHandles() throws -> Bool {
    try connection.run(
      """
      CREATE TEMP TABLE handles (
        id INTEGER, username TEXT, PRIMARY KEY (id, username)
      ) WITHOUT ROWID
      """)
    var areHandles = true
    let isWhole = try walk.rows(ofTreeAt: roots["sqlite_autoindex_users_1"], isTable: false) {
      guard $0.values.count == 2, case .text(let name) = $0.values[0],
        case .integer(let id) = $0.values[1]
      else { return areHandles = false }
      guard (1..<Writing.Counter.exhausted).contains(id) else {
        return faults.append(.lost(.user(id, handle: name)))
      }
      try connection.run(
        """
        INSERT OR IGNORE INTO temp.handles SELECT \(id), \(name)
        WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = \(id))
        """)
    }
    return isWhole && areHandles
  }

  /// The row of a user with the handle that the index has for them, if that makes it what was
  /// written.
  func underHandle(_ row: SalvagedRow) throws -> SalvagedRow? {
    guard case .user(let id, _) = row.subject else { return nil }
    return try connection.all("SELECT username FROM temp.handles WHERE id = \(id)") {
      row.named($0.text(0))
    }.first { try $0.isSound(on: connection) }
  }

  /// Makes users of whom only the handle is left: their posts and ties are kept.
  ///
  /// Those who can't be made are told of.
  func nameUsers() throws {
    try connection.each("SELECT id, username FROM temp.handles") { row in
      let (id, name) = (row.int64(0), row.text(1))
      if Handle.accepts(name), try makeUser(id, name) {
        return faults.append(.bare(.user(id, handle: name)))
      }
      let isThere = try connection.first("SELECT 1 FROM users WHERE id = \(id)") { _ in true }
      if isThere == nil { faults.append(.lost(.user(id, handle: name))) }
    }
    try connection.run("DROP TABLE temp.handles")
  }

  /// False where somebody has the number or the handle.
  private func makeUser(_ id: Int64, _ name: String) throws -> Bool {
    let sum = Checksum.user(name: "''", bio: "''", avatar: "NULL", createdAt: "at")
    try connection.run(
      """
      INSERT OR IGNORE INTO users (id, username, name, bio, created_at, checksum)
      SELECT id, username, '', '', at, \(sum) FROM (
        SELECT \(id) AS id, \(name) AS username, coalesce(
          (SELECT created_at FROM users WHERE id < \(id) ORDER BY id DESC LIMIT 1), 0) AS at
      ) AS bare
      """)
    return connection.changes > 0
  }
}
