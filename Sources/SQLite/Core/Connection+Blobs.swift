internal import CSQLite

/// Reads and writes long values in pieces: <https://www.sqlite.org/c3ref/blob.html>.
extension Connection {
  private static let pieceSize = 65_536

  /// Passes on the first `most` bytes of the blob of a row in pieces of at most 64 KiB.
  package func eachPiece(
    of column: String, in table: String, row: Int64, upTo most: Int = .max,
    _ take: ([UInt8]) throws -> Void
  ) throws {
    try unsafe withBlob(column, in: table, row: row, isWritable: false) { blob in
      let end = min(most, Int(unsafe sqlite3_blob_bytes(blob)))
      var offset = 0
      while offset < end {
        var piece = [UInt8](repeating: 0, count: min(end - offset, Connection.pieceSize))
        try check(unsafe sqlite3_blob_read(blob, &piece, Int32(piece.count), Int32(offset)))
        offset += piece.count
        try take(piece)
      }
    }
  }

  /// Overwrites the blob of a row with bytes of the same number; `pieces` passes them in order.
  package func fill(
    _ column: String, in table: String, row: Int64,
    with pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try unsafe withBlob(column, in: table, row: row, isWritable: true) { blob in
      var offset = 0
      try pieces { piece in
        let wasInTransaction = isInTransaction
        try check(
          unsafe sqlite3_blob_write(blob, piece, Int32(piece.count), Int32(offset)),
          wasInTransaction: wasInTransaction)
        offset += piece.count
      }
    }
  }

  /// Wraps `sqlite3_blob_open` and `sqlite3_blob_close`.
  private func withBlob(
    _ column: String, in table: String, row: Int64, isWritable: Bool,
    _ body: (OpaquePointer?) throws -> Void
  ) throws {
    var blob: OpaquePointer?
    let status = unsafe sqlite3_blob_open(
      handle, "main", table, column, row, isWritable ? 1 : 0, &blob)
    defer { unsafe _ = sqlite3_blob_close(blob) }
    try check(status)
    try unsafe body(blob)
  }

  private func check(_ status: Int32, wasInTransaction: Bool = false) throws(SQLiteError) {
    if status == SQLITE_OK { return }
    let error = unsafe SQLiteError(status, on: handle, sql: nil)
    noteFailure(error, wasInTransaction: wasInTransaction)
    throw error
  }
}
