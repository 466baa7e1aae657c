internal import Model
internal import SQLText
internal import SQLite

/// Users whose row is gone or changed, and whose handle the index still has.
///
/// `temp.handles` holds these handles from `readHandles` to `nameUsers`.
extension Salvage {
  /// Collects the handles of missing users, and reports impossible numbers.
  ///
  /// False if the index could not be read completely or has other entries.
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
      guard (1..<Counter.exhausted).contains(id) else {
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

  /// The row of a user with the handle of the index, if that matches the checksum.
  func withHandleOfIndex(_ row: SalvagedRow) throws -> SalvagedRow? {
    guard case .user(let id, _) = row.object else { return nil }
    let names: [String] = try connection.values(
      "SELECT username FROM temp.handles WHERE id = \(id)")
    return try names.map(row.named).first { try $0.isSound(on: connection) }
  }

  /// Creates users with nothing left but the handle, so that their posts and edges are kept.
  ///
  /// Reports the users that can't be created.
  func nameUsers() throws {
    try connection.each {
      "SELECT \($0) FROM temp.handles"
    } as: { row in
      (row["id"] as Int64, row["username"] as String)
    } take: { id, name in
      if Handle.accepts(name), try createUser(id, name) {
        return faults.append(.bare(.user(id, handle: name)))
      }
      if try !Table.users.contains([.integer(id)], of: ["id"], on: connection) {
        faults.append(.lost(.user(id, handle: name)))
      }
    }
    try connection.run("DROP TABLE temp.handles")
  }

  /// False if the number or the handle is taken.
  private func createUser(_ id: Int64, _ name: String) throws -> Bool {
    try connection.run(
      """
      INSERT OR IGNORE INTO users (id, username, name, bio, created_at, checksum)
      SELECT id, username, '', '', at, row_checksum(id, username, '', '', NULL, at) FROM (
        SELECT \(id) AS id, \(name) AS username, coalesce(
          (SELECT created_at FROM users WHERE id < \(id) ORDER BY id DESC LIMIT 1), 0) AS at
      ) AS bare
      """)
    return connection.changes > 0
  }
}
