/// What can be told of a network's file without judging it.
package struct FileFacts: Equatable, Sendable {
  /// With links resolved.
  package var path: String
  package var schemaVersion: Int
  package var sqliteVersion: String
  package var journal: String
  package var pageSize: Int
  package var pageCount: Int
  /// Pages that hold nothing and will be used again.
  package var freePages: Int
  package var rows: [RowCount]

  package init(
    path: String, schemaVersion: Int, sqliteVersion: String, journal: String, pageSize: Int,
    pageCount: Int, freePages: Int, rows: [RowCount]
  ) {
    self.path = path
    self.schemaVersion = schemaVersion
    self.sqliteVersion = sqliteVersion
    self.journal = journal
    self.pageSize = pageSize
    self.pageCount = pageCount
    self.freePages = freePages
    self.rows = rows
  }

  /// How many rows a table has.
  package struct RowCount: Equatable, Sendable {
    package var table: String
    package var count: Int

    package init(table: String, count: Int) {
      self.table = table
      self.count = count
    }
  }
}
