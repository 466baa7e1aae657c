/// Bringing an older file to the newest version.
extension DatabaseFile {
  /// This file, or the same one judged anew after its migration.
  func migrated() throws(DatabaseError) -> DatabaseFile {
    guard judgement.version < identity.version else { return self }
    if let obstacle = place.obstacleToWriting { throw obstacle }
    let writer = DatabaseWriter(self, acceptsOlder: true)
    try translated(wait: wait) {
      try writer.transaction(wait: wait) { connection in
        let version = Int32(clamping: try connection.number("PRAGMA user_version"))
        try connection.migrate(from: version, as: identity)
      }
    }
    writer.close()
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: wasCreated)
  }
}

extension Connection {
  /// Runs the migrations that come after `version`, inside the caller's transaction.
  func migrate(from version: Int32, as identity: DatabaseIdentity) throws {
    for next in identity.versions where next.number > version {
      try script(next.migration)
    }
    try run(SQL(pragma: "user_version", identity.version))
    let isExpected = try hasSchema(identity.versions.last?.schema ?? [])
    precondition(
      isExpected,
      "The migrations do not make the schema that is expected for version \(identity.version)")
  }
}
