internal import Model
internal import SQLText
internal import SQLite

/// A row of a damaged file that has the form of a row of one table.
struct SalvagedRow {
  let table: Table
  private var values: [SQLValue]

  /// Nil for a row of another form.
  init?(_ row: FoundRow, of table: Table) {
    guard let whole = table.whole(row.values), (row.number != nil) == table.hasRowNumbers
    else { return nil }
    self.table = table
    // SQLite stores NULL in the column of the row number.
    values = row.number.map { [.integer($0)] + whole.dropFirst() } ?? whole
  }

  /// A row on a page that belongs to no tree; its form decides on the table.
  init?(stray row: FoundRow) {
    let tables = Salvage.tables.lazy.filter(\.hasChecksum)
    guard let found = tables.compactMap({ SalvagedRow(row, of: $0) }).first else { return nil }
    self = found
  }

  var object: Fault.Object {
    let handle: String? = if case .user = table.rows { text("username") } else { nil }
    return table.object(table.identity.map(number), handle: handle)
  }

  /// Whether the row matches its checksum; a row without a checksum counts as sound.
  func isSound(on connection: Connection) throws -> Bool {
    guard table.hasChecksum else { return true }
    let actual: Int64? = try connection.value("SELECT \(checksum)")
    return actual.map { .integer($0) } == value("checksum")
  }

  /// The row with the size that the content of its picture has.
  var withActualSize: SalvagedRow {
    guard case .picture = table.rows, case .blob(let content) = value("content") else {
      return self
    }
    return setting("bytes", to: .integer(Int64(content.count)))
  }

  /// The row of a user with another handle.
  func named(_ handle: String) -> SalvagedRow { setting("username", to: .text(handle)) }

  /// Inserts the row with a new checksum; false if it exists or breaks a rule of the table.
  func insert(on connection: Connection) throws -> Bool {
    guard isPossible else { return false }
    let written = table.hasChecksum ? table.content + table.addedContent : table.columns
    let columns = SQL.list(written)
    let values = bound(written)
    do throws(SQLiteError) {
      try connection.run(
        table.hasChecksum
          ? """
          INSERT OR IGNORE INTO \(table.name) (\(columns), checksum)
          VALUES (\(values), \(checksum))
          """ : "INSERT OR IGNORE INTO \(table.name) (\(columns)) VALUES (\(values))")
      return connection.changes > 0
    } catch {
      guard [.constraint, .mismatch, .tooBig].contains(error.code.primary) else { throw error }
      return false
    }
  }

  /// Whether the new file has a row with the same identity.
  ///
  /// False without a checksum: if a copied page replaced another, its rows exist already, and those
  /// of the other page are lost.
  func isKept(on connection: Connection) throws -> Bool {
    guard table.hasChecksum else { return false }
    return try table.contains(table.identity.map(value), of: table.identity, on: connection)
  }

  /// Whether numbers can still be given out after the row, and the handle is valid.
  private var isPossible: Bool {
    switch table.rows {
    case .user:
      (1..<Counter.exhausted).contains(number("id")) && Handle.accepts(text("username"))
    case .post: (1..<Counter.exhausted).contains(number("id"))
    default: true
    }
  }

  /// The checksum that the row should have.
  private var checksum: SQL { table.checksum { "\(value($0))" } }

  private func bound(_ columns: [Name]) -> SQL { .joined(columns.map { "\(value($0))" }) }

  private func setting(_ column: Name, to value: SQLValue) -> SalvagedRow {
    var row = self
    if let index = table.columns.firstIndex(of: column) { row.values[index] = value }
    return row
  }

  private func value(_ column: Name) -> SQLValue {
    table.columns.firstIndex(of: column).map { values[$0] } ?? .null
  }

  private func number(_ column: Name) -> Int64 {
    if case .integer(let number) = value(column) { return number }
    return 0
  }

  private func text(_ column: Name) -> String {
    if case .text(let text) = value(column) { return text }
    return ""
  }
}
