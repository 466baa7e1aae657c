internal import CSQLite

/// What a file was found to be: one of the versions we know, and nothing else.
struct Judgement: Sendable, Equatable {
  let version: Int32
  /// The schema cookie, which every change of the schema changes.
  let cookie: Int64
}

extension Connection {
  func header() throws(SQLiteError) -> FileHeader {
    var bytes = [UInt8](repeating: 0, count: 100)
    let status = unsafe csqlite_read_header(handle, &bytes, 100)
    guard status == SQLITE_OK, let header = FileHeader(bytes) else {
      throw unsafe SQLiteError(status, on: handle, sql: nil)
    }
    return header
  }

  /// Refuses a file that is not ours by its header alone; no lock is taken and no schema read.
  func judgeHeader(as identity: DatabaseIdentity) throws {
    let header = try header()
    guard header.isMarked(as: identity) else { throw DatabaseError.foreign }
    guard header.isOfKnownForm else { throw DatabaseError.damaged }
    let version = header.version
    if version > identity.version { throw DatabaseError.newer(version: Int(version)) }
  }

  /// The log may say otherwise than the header in the file.
  private func requireMark(of identity: DatabaseIdentity) throws {
    guard try number("PRAGMA application_id") == Int64(identity.applicationID) else {
      throw DatabaseError.tampered
    }
  }

  /// Whether the header says that the file has a write-ahead log.
  func hasLogMode() throws(SQLiteError) -> Bool {
    try header().hasLog
  }

  /// Compares the whole schema with the one expected for its version.
  func judge(as identity: DatabaseIdentity) throws -> Judgement {
    try snapshot {
      try requireMark(of: identity)
      let version = Int32(clamping: try number("PRAGMA user_version"))
      guard try hasSchema(identity.schema(at: version)) else { throw DatabaseError.tampered }
      return Judgement(version: version, cookie: try number("PRAGMA schema_version"))
    }
  }

  /// Judges again only if the schema is no longer the one that was judged.
  func confirm(_ judgement: Judgement, as identity: DatabaseIdentity) throws -> Judgement {
    try snapshot {
      try requireMark(of: identity)
      let now = Judgement(
        version: Int32(clamping: try number("PRAGMA user_version")),
        cookie: try number("PRAGMA schema_version"))
      return now == judgement ? now : try judge(as: identity)
    }
  }
}
