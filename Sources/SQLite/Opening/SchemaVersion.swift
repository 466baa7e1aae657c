internal import CSQLite
internal import SQLText

/// Checks that a file belongs to this application, through a connection.
extension Connection {
  func header() throws(SQLiteError) -> FileHeader {
    var bytes = [UInt8](repeating: 0, count: 100)
    let status = unsafe csqlite_read_header(handle, &bytes, 100)
    guard status == SQLITE_OK, let header = FileHeader(bytes) else {
      throw unsafe SQLiteError(status, on: handle, sql: nil)
    }
    return header
  }

  /// Whether the header says that the file has a write-ahead log.
  func hasLogMode() throws(SQLiteError) -> Bool {
    try header().hasLog
  }

  /// Refuses a foreign file by its header alone; takes no lock and reads no schema.
  func checkHeader(as identity: DatabaseIdentity) throws {
    let header = try header()
    guard header.isMarked(as: identity) else { throw DatabaseError.foreign }
    guard header.isOfKnownForm else { throw DatabaseError.damaged }
    let version = header.version
    if version > identity.newest { throw DatabaseError.newer(version: Int(version)) }
  }

  /// Compares the whole schema with the one expected for its version.
  func schemaVersion(as identity: DatabaseIdentity) throws -> SchemaVersion {
    try snapshot {
      let found = try statedVersion(as: identity)
      guard try hasSchema(identity.schema(at: found.number)) else { throw DatabaseError.tampered }
      return found
    }
  }

  /// Compares the schema again only if its cookie changed.
  func confirm(_ version: SchemaVersion, as identity: DatabaseIdentity) throws -> SchemaVersion {
    try snapshot {
      let now = try statedVersion(as: identity)
      return now == version ? now : try schemaVersion(as: identity)
    }
  }

  /// The stated version; the log may have another application ID than the header.
  private func statedVersion(as identity: DatabaseIdentity) throws -> SchemaVersion {
    guard try value("PRAGMA application_id") == Int64(identity.applicationID) else {
      throw DatabaseError.tampered
    }
    return SchemaVersion(
      number: Int32(clamping: try value("PRAGMA user_version") ?? Int64(0)),
      cookie: try value("PRAGMA schema_version") ?? 0)
  }
}
