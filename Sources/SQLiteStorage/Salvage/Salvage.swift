package import Model
internal import SQLText
internal import SQLite
package import Storage

/// Reads all rows that a damaged file still has into a new file.
///
/// A row with a checksum is recognized on any page. An edge is stored in two trees, and either one
/// suffices.
final class Salvage {
  let connection: Connection
  let walk: TreeWalk
  let roots: [String: Int]
  /// Whether the schema is readable and identifies the file as ours.
  private let hasSchema: Bool
  /// Whether the version of the file has no tables of conversations.
  private let isOfVersion1: Bool
  /// Whether the version of the file has no origins.
  private let predatesOrigins: Bool
  var faults: [Fault] = []
  /// The tables whose rows were all read and kept.
  private(set) var wholeTables: Set<String> = []
  /// Pictures on pages that no tree leads to; they may have been deleted.
  private(set) var strayPictures: Set<Int64> = []
  /// Whether a checksum proved a row to be ours.
  private var hasProvenRow = false
  /// The pages of rows that don't match their checksum.
  ///
  /// Only the numbers are held; the pages are read again at the end, after all sound rows.
  private var changed: [(page: Int, table: Table)] = []

  /// The tables that are read row by row.
  ///
  /// `readEdges` reads edges that two trees store.
  static let tables = Table.all.filter {
    !$0.isDerived && $0.mirror == nil && $0.name != "counters"
  }

  /// The tables of the version of the file.
  var tables: [Table] { Self.tables.filter(exists) }

  /// Whether the version of the file has a table.
  func exists(_ table: Table) -> Bool {
    // The current version has every table.
    !(isOfVersion1 || predatesOrigins) || roots[table.name.text] != nil
  }

  init(_ file: PageFile, into connection: Connection, unless shouldStop: (() -> Bool)?) throws {
    self.connection = connection
    walk = TreeWalk(file, unless: shouldStop)
    // A file whose schema is unreadable has its trees where a new file has them.
    let rootsOfNewFile = try connection.all {
      "SELECT \($0) FROM sqlite_schema WHERE rootpage > 0"
    } as: { row in
      (row["name"] as String, row["rootpage"] as Int)
    }
    let rootsFound = try walk.roots()
    hasSchema = rootsFound["follows_by_followee"] != nil
    isOfVersion1 = hasSchema && rootsFound["mentions"] == nil
    let predatesOrigins = hasSchema && rootsFound["origins"] == nil
    self.predatesOrigins = predatesOrigins
    // A file of an older version has no trees for newer tables.
    let missing = rootsOfNewFile.filter { !predatesOrigins || !$0.0.hasPrefix("origins") }
    roots = isOfVersion1 ? rootsFound : rootsFound.merging(missing) { found, _ in found }
  }

  /// The faults of the salvage: rows that are lost or changed.
  ///
  /// Nil if nothing in the file is ours; the caller then rolls back.
  func run() throws -> [Fault]? {
    // References are checked after all rows are read.
    try connection.run("PRAGMA defer_foreign_keys=1")
    // 1. Sound rows in the trees of the tables.
    for table in tables {
      var isKnown = true
      let isTree = try walk.rows(ofTreeAt: roots[table.name.text], isTable: table.hasRowNumbers) {
        if try !salvage($0, of: table) { isKnown = false }
      }
      if isTree && isKnown { wholeTables.insert(table.name.text) }
    }
    // 2. Sound rows on pages that no tree leads to.
    try walk.strayRows { row in
      guard let row = SalvagedRow(stray: row), try row.isSound(on: connection) else { return }
      if try keep(row), case .picture(let number) = row.object { strayPictures.insert(number) }
    }
    // 3. Edges and handles, which indexes have too.
    let lostParts = try readEdges()
    let hasHandles = try readHandles()
    // 4. Rows that don't match their checksum.
    for (page, table) in changed { try walk.rows(again: page) { try keepChanged($0, of: table) } }
    faults += lostParts.map { .lostPart(table: $0) }
    try readCounters()
    guard hasProvenRow || hasSchema else { return nil }
    // 5. Users with nothing left but the handle; then references and counts.
    try nameUsers()
    try reportMissing(hasHandles: hasHandles)
    try settle()
    if isOfVersion1 {
      // `settle` has removed follows without a user.
      try connection.run(
        """
        UPDATE follows SET at = max(
          (SELECT created_at FROM users WHERE id = follower),
          (SELECT created_at FROM users WHERE id = followee))
        """)
      try connection.run("DELETE FROM hashtags")
      try MigrationTo2.fill(connection)
      try MigrationTo3.fill(connection)
    }
    return faults
  }

  /// Keeps a sound row, and notes a changed one for the end; false if the row is not of the table.
  private func salvage(_ row: FoundRow, of table: Table) throws -> Bool {
    guard let salvaged = SalvagedRow(row, of: table) else { return false }
    if try salvaged.isSound(on: connection) {
      return try keep(salvaged) || salvaged.isKept(on: connection)
    } else if changed.last?.page != row.page {
      changed.append((row.page, table))
    }
    return true
  }

  /// Inserts a sound row; false if the new file has it already.
  private func keep(_ row: SalvagedRow) throws -> Bool {
    let isNew = try row.insert(on: connection)
    hasProvenRow = hasProvenRow || isNew && row.table.hasChecksum
    return isNew
  }

  private func keepChanged(_ row: FoundRow, of table: Table) throws {
    guard let row = SalvagedRow(row, of: table), try !row.isSound(on: connection) else { return }
    if let whole = try withHandleOfIndex(row), try keep(whole) { return }
    if try row.withActualSize.insert(on: connection) {
      faults.append(.changed(row.object))
    } else {
      wholeTables.remove(table.name.text)
    }
  }

  /// Reads the counters, without which a new user could get the number of a deleted one.
  private func readCounters() throws {
    var known: Set<String> = []
    _ = try walk.rows(ofTreeAt: roots["counters"], isTable: false) { row in
      guard row.values.count == 2, case .text(let name) = row.values[0],
        case .integer(let value) = row.values[1], value < Counter.exhausted
      else { return }
      let last: SQL = name == "users" ? "SELECT max(id) FROM users" : "SELECT max(id) FROM posts"
      let highest: Int64 = try connection.value(last) ?? 0
      if value >= highest { known.insert(name) }
      try connection.run(
        "UPDATE counters SET value = max(value, \(value)) WHERE name = \(name)")
    }
    if !known.isSuperset(of: ["users", "posts"]) { faults.append(.lostPart(table: "counters")) }
  }
}

extension SQLiteStore {
  /// Reads all readable rows of the file at `path` into a new file at `target`.
  ///
  /// Does not change the old file. Returns the rows that were lost or changed. Starts again if
  /// another process wrote meanwhile without the lock, and throws `busy` once the patience is over.
  package static func salvage(
    _ path: String, to target: String, isDryRun: Bool = false, patience: Patience,
    interrupts: Interrupts
  ) throws -> [Finding] {
    let end = ContinuousClock.now + patience.duration
    var isLast = false
    var readsLog = true
    while true {
      let pages = try PageFile(
        path, as: Schema.identity, readsLog: readsLog, wait: patience.duration,
        unless: interrupts.isAsked)
      do {
        let faults = try fill(
          newFileAt: target, isDryRun: isDryRun, patience: patience, interrupts: interrupts
        ) { try read(pages, into: SQLiteWriting($0), unless: interrupts.isAsked) }
        return faults.map { Finding($0) }
      } catch is Outdated {
        // One attempt more: the writer may have made its lock file by now.
        if isLast { throw StorageError.busy(seconds: patience.seconds) }
        isLast = ContinuousClock.now >= end
      } catch StorageError.file(let reason)
        where [.lost, .foreign].contains(reason) && pages.hasLog
      {
        // The log may belong to another file.
        readsLog = false
      }
    }
  }

  private static func read(
    _ pages: PageFile, into writing: SQLiteWriting, unless shouldStop: @escaping () -> Bool
  ) throws -> [Fault] {
    do {
      let faults = try Salvage(pages, into: writing.connection, unless: shouldStop).run()
      if pages.isOutdated { throw Outdated() }
      if let faults {
        return faults + (pages.hasMoreInLog ? [.unread(.log)] : [])
          + (pages.hasUnreadJournal ? [.unread(.journal)] : [])
          + (try pages.hasMore(than: Schema.identity) ? [.otherForm] : [])
      }
      throw StorageError.file(pages.isMarked(as: Schema.identity) ? .lost : .foreign)
    } catch let error as DatabaseError {
      // The error concerns the damaged file; errors of the new file are `SQLiteError`s.
      throw error.storageError
    }
  }

  /// Thrown if the rows read may not be of one moment.
  private struct Outdated: Error {}
}
