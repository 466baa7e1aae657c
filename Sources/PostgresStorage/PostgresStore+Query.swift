package import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Statements that people write themselves.
extension PostgresStore {
  /// Runs a statement with a connection of its own, which is closed afterwards: locks of a session
  /// and settings would outlive the transaction.
  ///
  /// The grammar of a cursor takes nothing but a query, and the transaction refuses what writes.
  package func query(
    _ statement: String, batchSize: Int, each take: (QueryResult) throws -> Void
  ) throws {
    if let fault = QueryFault(statement) { throw StorageError.badQuery(fault) }
    try translating {
      let session = try connections.connect(wait: patience.duration)
      try session.run("BEGIN READ ONLY")
      defer { _ = try? session.run("ROLLBACK") }
      let isSuperuser: Bool? = try session.value(
        "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
      // A superuser may read files of the server and run programs there.
      if isSuperuser == true { throw StorageError.badQuery(.superuser) }
      let limit = PostgresConnections.milliseconds(max(patience.duration, .seconds(3)))
      try session.run([
        "SET LOCAL search_path = profilectl, pg_catalog",
        "SELECT set_config('statement_timeout', \(limit), true)",
      ])
      do {
        // The line feed ends a comment.
        _ = try session.foreign("DECLARE answer NO SCROLL CURSOR FOR \(statement)\n")
        var isAnswered = false
        while true {
          let found = try session.foreign("FETCH \(max(1, batchSize)) FROM answer")
          if found.columns.isEmpty { throw StorageError.badQuery(.incomplete) }
          if found.rows.isEmpty, isAnswered { return }
          try take(
            QueryResult(
              columns: found.columns,
              rows: found.rows.map { row in
                zip(row, found.types).map { QueryResult.Value($0, type: $1) }
              }))
          isAnswered = true
          if found.rows.count < batchSize { return }
        }
      } catch let error as PostgresError where error.isAboutTheQuery {
        _ = try? session.run("ROLLBACK")
        throw StorageError.badQuery(try QueryFault(error, on: session))
      }
    }
  }

  /// The statements that `body` reads with, and the plan of the server for each.
  package func explain(_ body: () throws -> Void) throws -> [Explanation] {
    var seen: [SQL] = []
    observer = { sql in
      let asks = sql.text.hasPrefix("SELECT") || sql.text.hasPrefix("WITH")
      if asks, !seen.contains(where: { $0.text == sql.text }) { seen.append(sql) }
    }
    defer { observer = nil }
    try body()
    observer = nil
    return try withSession { session in
      try seen.map { sql in
        Explanation(
          statement: sql.form.text(.numbered),
          plan: PlanLines.steps(try session.values("EXPLAIN \(sql)")))
      }
    }
  }
}

/// The lines of an `EXPLAIN`: nodes begin with an arrow, each six columns to the right of its
/// parent.
private enum PlanLines {
  static func steps(_ lines: [String]) -> [Explanation.Step] {
    var depth = 0
    return lines.map { line in
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      if words.hasPrefix("->") {
        depth = (indent + 4) / 6
        return Explanation.Step(String(words.dropFirst(4)), depth: depth)
      }
      return Explanation.Step(String(words), depth: indent == 0 ? 0 : depth + 1)
    }
  }
}

extension QueryResult.Value {
  /// The text that the server writes for a value of a type (pg_type.dat).
  fileprivate init(_ text: String?, type: UInt32) {
    guard let text else {
      self = .null
      return
    }
    switch type {
    case 16: self = .integer(text == "t" ? 1 : 0)
    case 20, 21, 23, 26, 1700: self = Int64(text).map { .integer($0) } ?? .number(text)
    case 700, 701: self = .number(text)
    case 17: self = .blob(QueryResult.Value.bytes(text))
    default: self = .text(text)
    }
  }

  private static func number(_ text: String) -> QueryResult.Value {
    Double(text).map { .real($0) } ?? .text(text)
  }

  /// After `\x`, two digits for each byte.
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8.dropFirst(2))
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) ?? 0
    }
  }
}
