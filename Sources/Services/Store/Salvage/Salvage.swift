internal import Model
internal import SQLite

/// Reads everything that can still be read out of a damaged file, into a new one.
///
/// Rows of users, posts, pictures and flags carry a checksum, so that they are known for what they
/// are wherever in the file they lie. An edge lies in two trees, and either will do.
final class Salvage {
  let writing: Writing
  let walk: TreeWalk
  let roots: [String: Int]
  /// Whether the schema could be read as far as it says that the file is of ours.
  private let hasSchema: Bool
  var faults: [Fault] = []
  /// Of which tables every row was read, and kept.
  private(set) var isWhole: [SalvagedRow.Table: Bool] = [:]
  /// Those of pages that no tree led to, which may have been deleted.
  private(set) var strayPictures: Set<Int64> = []
  /// Whether a row was found that its checksum shows to be of ours: nothing is, in a file without
  /// any.
  private var hasFound = false
  /// Where rows lie that are not what was written: they come last, so that they are in nobody's
  /// way, and are read again then, so that none is held.
  private var changed: [(page: Int, table: SalvagedRow.Table)] = []

  init(_ file: PageFile, into writing: Writing, unless shouldStop: (() -> Bool)?) throws {
    self.writing = writing
    walk = TreeWalk(file, unless: shouldStop)
    // Where the schema can't be read, the trees begin where they do in every file as it is made.
    let usual = try writing.connection.all(
      "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"
    ) { ($0.text(0), $0.int(1)) }
    let read = try walk.roots()
    hasSchema = read["follows_by_followee"] != nil
    roots = read.merging(usual) { found, _ in found }
  }

  var connection: Connection { writing.connection }

  /// What could not be kept, or not as it was; nil when there is nothing of ours in the file.
  ///
  /// The caller's transaction is to be undone then.
  func run() throws -> [Fault]? {
    // References are looked at when everything is there.
    try connection.run("PRAGMA defer_foreign_keys=1")
    for table in SalvagedRow.Table.allCases {
      var isKnown = true
      let isTree = try walk.rows(ofTreeAt: roots[table.rawValue], isTable: table.hasRowNumbers) {
        if try !take($0, of: table) { isKnown = false }
      }
      isWhole[table] = isTree && isKnown
    }
    try walk.strayRows { row in
      guard let row = SalvagedRow(stray: row), try row.isSound(on: connection) else { return }
      if try keep(row), case .picture(let number) = row.subject { strayPictures.insert(number) }
    }
    let hasEdges = try edges()
    let hasHandles = try readHandles()
    for (page, table) in changed { try walk.rows(again: page) { try takeChanged($0, of: table) } }
    if !hasEdges.follows { faults.append(.lostPart(table: "follows")) }
    if !hasEdges.likes { faults.append(.lostPart(table: "likes")) }
    try counters()
    guard hasFound || hasSchema else { return nil }
    try nameUsers()
    try tellMissing(hasHandles: hasHandles)
    try settle()
    return faults
  }

  /// Whether it has the form of such a row, and can be one: it is in the new file, or waits for
  /// those that are what was written.
  private func take(_ row: FoundRow, of table: SalvagedRow.Table) throws -> Bool {
    guard let salvaged = SalvagedRow(row, of: table) else { return false }
    if try salvaged.isSound(on: connection) {
      return try keep(salvaged) || salvaged.isThere(on: connection)
    } else if changed.last?.page != row.page {
      changed.append((row.page, table))
    }
    return true
  }

  /// Puts a sound row into the new file, and says whether it was not there.
  private func keep(_ row: SalvagedRow) throws -> Bool {
    let isNew = try row.insert(on: connection)
    hasFound = hasFound || isNew && row.hasChecksum
    return isNew
  }

  private func takeChanged(_ row: FoundRow, of table: SalvagedRow.Table) throws {
    guard let row = SalvagedRow(row, of: table), try !row.isSound(on: connection) else { return }
    if let whole = try underHandle(row), try keep(whole) { return }
    if try row.asFound.insert(on: connection) {
      faults.append(.changed(row.subject))
    } else {
      isWhole[table] = false
    }
  }

  private func counters() throws {
    var known: Set<String> = []
    _ = try walk.rows(ofTreeAt: roots["counters"], isTable: false) { row in
      guard row.values.count == 2, case .text(let name) = row.values[0],
        case .integer(let value) = row.values[1],
        value < Writing.Counter.exhausted
      else { return }
      let last: SQL = name == "users" ? "SELECT max(id) FROM users" : "SELECT max(id) FROM posts"
      let highest = try connection.first(last, { $0.int64(0) }) ?? 0
      if value >= highest { known.insert(name) }
      try connection.run(
        "UPDATE counters SET value = max(value, \(value)) WHERE name = \(name)")
    }
    // Without them numbers of what was deleted are given out again.
    if !known.isSuperset(of: [Writing.Counter.users, .posts].map(\.rawValue)) {
      faults.append(.lostPart(table: "counters"))
    }
  }
}
