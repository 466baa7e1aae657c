package import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Statements written by users.
extension SQLiteStore {
  /// The most bytes of rows that are held before they are passed on, because rows may hold
  /// pictures.
  private static let heaviestBatch = 256 << 10
  /// The number of copies of a value until it is written: as stored, in JSON with six characters
  /// for each, and in buffers that double as they grow.
  private static let copies = 24

  package func query(
    _ statement: String, batchSize: Int, each take: (QueryResult) throws -> Void
  ) throws {
    try sharedConnection?.runDeferred()
    let connection = try sharedConnection ?? newReader()
    var result = QueryResult(columns: [], rows: [])
    var isAnswered = false
    var weight = 0
    do {
      try connection.userQuery(statement, columns: { result.columns = $0 }) { row in
        guard
          row.weight < SQLiteStore.heaviestBatch || row.hasMemory(forCopies: SQLiteStore.copies)
        else {
          throw StorageError.failed(.memoryShort, saved: .nothing)
        }
        weight += row.weight
        result.rows.append((0..<row.columnCount).map { QueryResult.Value(row.value($0)) })
        if result.rows.count == batchSize || weight > SQLiteStore.heaviestBatch {
          try take(result)
          isAnswered = true
          weight = 0
          result.rows.removeAll(keepingCapacity: true)
        }
        return true
      }
    } catch let refusal as UserQueryError {
      throw StorageError.badQuery(QueryFault(refusal))
    } catch let error as SQLiteError {
      throw try translating {
        guard error.isAboutTheQuery else { throw error }
        return StorageError.badQuery(try QueryFault(error, on: connection))
      }
    }
    if !result.rows.isEmpty || !isAnswered { try take(result) }
  }
}
