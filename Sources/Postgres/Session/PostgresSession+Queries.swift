package import SQLText

/// A query that shares one round trip with others, and a function that takes its rows.
package struct RowQuery {
  let sql: SQL
  let take: (PostgresRow) throws -> Void

  /// `query` gets the columns that `read` names.
  package init<Value>(
    _ query: (_ columns: SQL) -> SQL, as read: @escaping (inout ResultRow) -> Value,
    take: @escaping (Value) throws -> Void
  ) {
    sql = query(ResultRow.columns(of: read))
    self.take = { values in
      var row = ResultRow(values)
      try take(row.read(as: read))
    }
  }
}

/// Queries for the columns that a function names where it reads them.
extension PostgresSession {
  /// The first row of a query that shares one round trip with the statements before it, if any.
  package func first<Value>(
    _ query: (_ columns: SQL) -> SQL, after statements: [SQL] = [],
    as read: (inout ResultRow) -> Value
  ) throws -> Value? {
    var found: Value?
    try rows(of: statements + [query(ResultRow.columns(of: read))]) { index, values in
      guard index == statements.count, found == nil else { return }
      var row = ResultRow(values)
      found = row.read(as: read)
    }
    return found
  }

  package func all<Value>(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    try rows(of: [query(ResultRow.columns(of: read))]) { _, values in
      var row = ResultRow(values)
      found.append(row.read(as: read))
    }
    return found
  }

  /// A value for each key, from the first row with that key.
  package func dictionary<Key, Value>(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> (Key, Value)
  ) throws -> [Key: Value] {
    Dictionary(try all(query, as: read), uniquingKeysWith: { first, _ in first })
  }

  /// Passes rows on as they arrive, so that a long result needs little memory.
  ///
  /// `take` must not use the session.
  package func each<Value>(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Value,
    take: (Value) throws -> Void
  ) throws {
    try stream(query(ResultRow.columns(of: read))) { values in
      var row = ResultRow(values)
      try take(row.read(as: read))
    }
  }

  /// Runs queries in one round trip.
  package func each(_ queries: [RowQuery]) throws {
    try rows(of: queries.map(\.sql)) { index, values in try queries[index].take(values) }
  }

  /// The first value of a query for one column; nil without a row.
  package func value<Value: Storable>(_ query: SQL) throws -> Value? {
    try firstValues([query])[0]
  }

  /// The first value of each query for one column, in one round trip; nil without a row.
  package func firstValues<Value: Storable>(_ queries: [SQL]) throws -> [Value?] {
    var found = [Value?](repeating: nil, count: queries.count)
    try rows(of: queries) { index, values in
      if found[index] == nil { found[index] = Value(values, at: 0) }
    }
    return found
  }

  /// The values of a query for one column.
  package func values<Value: Storable>(_ query: SQL) throws -> [Value] {
    var found: [Value] = []
    try rows(of: [query]) { _, values in found.append(Value(values, at: 0)) }
    return found
  }

  package func hasRow(_ query: SQL) throws -> Bool { try run(query) > 0 }
}
