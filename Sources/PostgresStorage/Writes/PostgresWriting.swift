internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// A network on a server inside a transaction: every named statement that changes something, in the
/// extensions of this type.
///
/// Deletions first lock the users they affect, in ascending order of numbers. Each change
/// compares what it changed in both halves of an edge, and throws a `Conflict` where they differ:
/// the transaction is run again then.
struct PostgresWriting {
  let session: PostgresSession
  /// The place as it is shown.
  let place: String
  let outcome: WriteOutcome
  /// The rows that an import staged in this or an earlier transaction.
  var memory = ImportMemory()

  var read: PostgresReading { PostgresReading(session: session, place: place) }

  var isOpen: Bool { session.canContinue && !outcome.isDoomed }

  /// A conflict ends the whole transaction, which runs again.
  func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try session.run("SAVEPOINT write")
    let proof = outcome.proof
    do {
      let value = try body()
      try session.run("RELEASE SAVEPOINT write")
      return value
    } catch {
      let mayPass = error is Conflict || (error as? PostgresError)?.mayPass == true
      if mayPass { outcome.isDoomed = true }
      outcome.proof = proof
      if !outcome.isDoomed, session.isUsable {
        try session.run(["ROLLBACK TO SAVEPOINT write", "RELEASE SAVEPOINT write"])
      }
      throw error
    }
  }

  /// Ends the transaction unless a statement changed the right number of rows.
  func expect(_ count: Int, toBe expected: Int = 1) throws {
    if count != expected { throw conflict() }
  }

  /// Another transaction came between two statements of one change.
  func conflict() -> Conflict {
    outcome.isDoomed = true
    return Conflict()
  }

  /// Waits for other imports and loads to end, keeps further ones waiting, and checks the tables.
  ///
  /// They add many keys, and can't run again.
  func lockBulkLoads() throws {
    try session.run("SELECT 1 FROM profilectl.network FOR NO KEY UPDATE")
    try PostgresSchema.check(session)
  }

  /// The next number of a sequence, never given out before.
  func nextNumber(_ sequence: SQL) throws -> Int64 {
    guard let number: Int64 = try session.value("SELECT nextval(\(sequence))") else {
      throw StorageError.internal("A sequence gave no number.")
    }
    return number
  }
}

/// Pictures are kept once for each content, as long as anything shows them.
extension PostgresWriting {
  /// The number of the picture, which may be stored already.
  ///
  /// The lock on its row keeps others from forgetting it.
  func keep(_ picture: PictureDraft) throws -> PictureID {
    var id = PictureID(for: picture.hash)
    while try !store(picture, as: id) { id = id.next }
    if let copies = picture.copies { try keep(copies, of: id) }
    return id
  }

  /// False if another picture has the number.
  ///
  /// The given content replaces that of a damaged row.
  private func store(_ picture: PictureDraft, as id: PictureID) throws -> Bool {
    let checksum = RowChecksum.of([
      id.sqlValue, .blob(picture.hash.bytes), .integer(Int64(picture.width)),
      .integer(Int64(picture.height)), .integer(Int64(picture.content.count)),
      .blob(picture.content),
    ])
    let found = try session.first {
      "SELECT \($0) FROM profilectl.pictures WHERE id = \(id) FOR KEY SHARE"
    } as: { row -> (hash: [UInt8], checksum: Int64, count: Int) in
      (row["hash"], row["checksum"], row["length(content)"])
    }
    if let found {
      if found.hash != picture.hash.bytes { return false }
      if found.checksum == checksum, found.count == picture.content.count { return true }
      try session.run([
        "DELETE FROM profilectl.thumbnails WHERE picture = \(id)",
        "DELETE FROM profilectl.pictures WHERE id = \(id)",
      ])
    }
    let inserted = try session.run(
      """
      INSERT INTO profilectl.pictures (id, hash, width, height, bytes, checksum, content)
      VALUES (\(id), \(picture.hash.bytes), \(picture.width), \(picture.height),
        \(picture.content.count), \(checksum), \(picture.content))
      ON CONFLICT (id) DO NOTHING
      """)
    try expect(inserted)
    return true
  }

  /// Inserts a picture that may be too large for the memory, and whose hash is new.
  func insert(_ picture: StreamedPicture) throws {
    var id = PictureID(for: picture.hash)
    while try session.hasRow("SELECT 1 FROM profilectl.pictures WHERE id = \(id)") { id = id.next }
    let values: [SQLValue] = [
      id.sqlValue, .blob(picture.hash.bytes), .integer(Int64(picture.width)),
      .integer(Int64(picture.height)), .integer(Int64(picture.byteCount)),
    ]
    let checksum = try RowChecksum.of(values, blob: picture.byteCount, in: picture.pieces)
    try session.copy(
      "COPY profilectl.pictures (id, hash, width, height, bytes, checksum, content) FROM STDIN"
    ) { try $0.send(values + [.integer(checksum)], blob: picture.pieces) }
  }

  /// A picture that is gone needs no thumbnail.
  func keep(_ copies: PictureCopies, of hash: String) throws {
    if let id = try picture(hash) { try keep(copies, of: id) }
  }

  private func picture(_ hash: String) throws -> PictureID? {
    guard let hash = PictureHash(hash) else { return nil }
    let id: PictureID? = try session.value(
      "SELECT id FROM profilectl.pictures WHERE hash = \(hash.bytes)")
    // Rows are locked by their key, which decides their machine.
    return try session.value(
      "SELECT id FROM profilectl.pictures WHERE id = \(id) FOR KEY SHARE")
  }

  /// A tile alone leaves the copy of the whole picture as it is.
  private func keep(_ copies: PictureCopies, of picture: PictureID) throws {
    try session.run(
      """
      INSERT INTO profilectl.thumbnails AS t (picture, pixels, whole)
      VALUES (\(picture), \(copies.tile.pixels), \(copies.whole))
      ON CONFLICT (picture) DO UPDATE
      SET pixels = excluded.pixels, whole = coalesce(excluded.whole, t.whole)
      WHERE t.pixels <> excluded.pixels
        OR t.whole IS DISTINCT FROM coalesce(excluded.whole, t.whole)
      """)
  }

  /// A picture without pixels is not tried again; one that has some keeps them.
  func markUndecodable(_ hash: String) throws {
    guard let id = try picture(hash) else { return }
    let nothing: [UInt8] = []
    try session.run(
      """
      INSERT INTO profilectl.thumbnails (picture, pixels) VALUES (\(id), \(nothing))
      ON CONFLICT (picture) DO NOTHING
      """)
  }

  /// Removes the pictures among these that nothing shows any more, each with its thumbnail.
  ///
  /// A change that removes a use of a picture calls it in the same transaction. The locks wait for
  /// transactions that are about to show one of them.
  func forgetUnused(_ pictures: [PictureID]) throws {
    let pictures = Set(pictures)
    if pictures.isEmpty { return }
    let numbers = pictures.map(\.number).sorted()
    try session.run(
      numbers.map { "SELECT 1 FROM profilectl.pictures WHERE id = \($0) FOR UPDATE" })
    let given = SQLValue.integers(numbers)
    let used =
      ["posts": "picture", "users": "avatar", "users": "banner"] as KeyValuePairs<Name, Name>
    var shown: Set<PictureID> = []
    for (table, column) in used {
      shown.formUnion(
        try session.values(
          "SELECT DISTINCT \(column) FROM profilectl.\(table) WHERE \(column) = ANY(\(given))"))
    }
    let unused = SQLValue.integers(pictures.subtracting(shown).map(\.number))
    try session.run([
      "DELETE FROM profilectl.thumbnails WHERE picture = ANY(\(unused))",
      "DELETE FROM profilectl.pictures WHERE id = ANY(\(unused))",
    ])
  }

  /// Removes all pictures that nothing shows any more.
  func forgetAllUnused() throws {
    try forgetUnused(try session.values("SELECT id FROM profilectl.pictures"))
  }

  /// Drops every thumbnail; the server reuses the room.
  func clearThumbnails() throws -> ClearedCache {
    let dropped = try read.pictures.cache()
    try session.run("DELETE FROM profilectl.thumbnails")
    return ClearedCache(dropped: dropped, freedBytes: dropped.bytes)
  }
}

/// Whether a transaction can still be committed.
final class WriteOutcome {
  var isDoomed = false
  /// Selects a row that the transaction has added.
  var proof: SQL?
}

/// Thrown where another transaction came between two statements of one change.
struct Conflict: Error {}
