/// One row of `sqlite_schema`: a table, an index, a view or a trigger with the text that made it.
package struct SchemaObject: Sendable, Equatable {
  package let type: String
  package let name: String
  package let table: String
  /// Empty for the indexes that SQLite makes by itself.
  package let sql: String

  package init(type: String, name: String, table: String, sql: String) {
    self.type = type
    self.name = name
    self.table = table
    self.sql = sql
  }

  /// Whether a row of `Connection.schemaRows` has the same bytes.
  fileprivate func isHeld(by row: borrowing Row) -> Bool {
    row.hasText(name, at: 1) && row.hasText(sql, at: 3) && row.hasText(type, at: 0)
      && row.hasText(table, at: 2)
  }

  /// Whether a row of the schema's tree has the same bytes.
  fileprivate func isHeld(by row: FoundRow) -> Bool {
    guard row.values.count == 5 else { return false }
    return zip([0, 1, 2, 4], [type, name, table, sql]).allSatisfy { column, text in
      row.values[column].isText(text) || (text.isEmpty && row.values[column] == .null)
    }
  }
}

/// Holds the rows of a schema against the one that is expected, in any order.
private struct SchemaComparison {
  private let expected: [SchemaObject]
  private var isFound: [Bool]
  private var hasStranger = false

  init(with expected: [SchemaObject]) {
    self.expected = expected
    isFound = [Bool](repeating: false, count: expected.count)
  }

  /// Whether every object was found once, and nothing else.
  var isEqual: Bool { !hasStranger && !isFound.contains(false) }

  mutating func take(_ isHeld: (SchemaObject) -> Bool) {
    guard let place = expected.firstIndex(where: isHeld), !isFound[place] else {
      hasStranger = true
      return
    }
    isFound[place] = true
  }
}

extension Connection {
  /// The schema without the tables of ANALYZE, by type and name.
  package func schema() throws -> [SchemaObject] {
    try all("\(Connection.schemaRows) ORDER BY type, name") { row in
      SchemaObject(type: row.text(0), name: row.text(1), table: row.text(2), sql: row.text(3))
    }
  }

  /// Whether the schema without the tables of ANALYZE is this one, in any order.
  ///
  /// Every command asks this first, so no string is made of what the file holds.
  func hasSchema(_ expected: [SchemaObject]) throws -> Bool {
    var comparison = SchemaComparison(with: expected)
    _ = try all(Connection.schemaRows) { row in comparison.take { $0.isHeld(by: row) } }
    return comparison.isEqual
  }

  private static let schemaRows: SQL = """
    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
    WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')
    """
}

extension PageFile {
  /// Judges the schema in the pages as `Connection.judge` does, and leaves them as they are.
  func judgeSchema(as identity: DatabaseIdentity) throws {
    guard let header = page(1).flatMap({ FileHeader($0) }) else { throw DatabaseError.damaged }
    var comparison = SchemaComparison(with: try identity.schema(at: header.version))
    let isWhole = try TreeWalk(self, unless: nil).rows(ofTreeAt: 1, isTable: true) { row in
      if !row.isOfAnalysis { comparison.take { $0.isHeld(by: row) } }
    }
    guard isWhole else { throw DatabaseError.damaged }
    guard comparison.isEqual else { throw DatabaseError.tampered }
  }
}

extension PageFile {
  /// Whether the pages are of this application and have a schema that it doesn't know.
  package func hasOtherSchema(than identity: DatabaseIdentity) -> Bool {
    guard isMarked(as: identity) else { return false }
    do {
      try judgeSchema(as: identity)
      return false
    } catch {
      return error as? DatabaseError != .damaged
    }
  }
}

extension FoundRow {
  fileprivate var isOfAnalysis: Bool {
    values.count == 5 && values[0].isText("table")
      && (values[1].isText("sqlite_stat1") || values[1].isText("sqlite_stat4"))
  }
}

extension SQLValue {
  /// Whether it is this text, byte by byte: equal strings need not have the same.
  fileprivate func isText(_ text: String) -> Bool {
    if case .text(let own) = self { own.utf8.elementsEqual(text.utf8) } else { false }
  }
}
