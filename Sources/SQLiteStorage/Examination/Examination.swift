internal import Model
internal import SQLText
internal import SQLite

/// Examines a file for contradictions within one snapshot.
///
/// A check that meets damage reports its table as damaged, and the examination continues, if needed
/// in a later snapshot.
struct Examination {
  /// The number of faults of one category that are listed; the rest is counted.
  static let mostListed = 200

  let connection: Connection
  let isDeep: Bool

  /// All faults, those of the whole file first.
  func faults() throws -> [Fault] {
    // First, because it creates temporary tables: SQLite refuses writes in a transaction that has
    // met a damaged page.
    let words = isDeep ? try words() : []
    let checks = isDeep ? Examination.checks + Examination.checksOfContents : Examination.checks
    var seen: Set<Fault> = []
    return try (checks.flatMap { try $0(self) } + words).filter { seen.insert($0).inserted }
  }

  typealias Check = @Sendable (Examination) throws -> [Fault]

  /// The checks of the structure, the references and the counts, each independent of the others.
  static let checks: [Check] = [
    { try $0.structure() }, { try $0.look(at: "counters", $0.counters) }, { try $0.orphans() },
    { try $0.counts() }, { try $0.look(at: "pictures", $0.unshownPictures) },
  ]

  /// The checks of the rows themselves.
  static let checksOfContents: [Check] = [
    { try $0.oneSidedEdges() }, { try $0.changedRows() }, { try $0.wrongAuthors() },
    { try $0.look(at: "thumbnails", $0.badThumbnails) },
  ]

  /// Runs a check; damage that it meets becomes a fault of the table.
  func look(at table: Name, _ check: () throws -> [Fault]) throws -> [Fault] {
    do {
      return try check()
    } catch let error as SQLiteError where error.indicatesDamage {
      try connection.renewSnapshot()
      return [.damaged(.table(table.text))]
    }
  }

  /// One fault for each row; after `mostListed` of them the number of the rest.
  func listed(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Fault
  ) throws -> [Fault] {
    var faults: [Fault] = []
    var rest: Int64 = 0
    try connection.each(query, as: read) { fault in
      if faults.count < Examination.mostListed { faults.append(fault) } else { rest += 1 }
    }
    if rest > 0, let category = faults.last?.category {
      faults.append(.rest(category, count: rest))
    }
    return faults
  }

  func counters() throws -> [Fault] {
    let faults = try connection.all {
      """
      SELECT \($0) FROM counters AS c JOIN (
        SELECT 'users' AS name, coalesce(max(id), 0) AS last FROM users
        UNION ALL SELECT 'posts', coalesce(max(id), 0) FROM posts
      ) AS m ON m.name = c.name WHERE c.value < m.last OR c.value >= \(Counter.exhausted)
      """
    } as: { row in
      Fault.counter(row["c.name"], stored: row["c.value"], highest: row["m.last"])
    }
    let names: [String] = try connection.values("SELECT name FROM counters ORDER BY name")
    return names == ["posts", "users"] ? faults : faults + [.damaged(.table("counters"))]
  }

  func unshownPictures() throws -> [Fault] {
    try listed {
      "SELECT \($0) FROM pictures WHERE \(Table.isUnshownPicture)"
    } as: { row in
      .unshown(picture: row["id"])
    }
  }

  private func badThumbnails() throws -> [Fault] {
    try listed {
      "SELECT \($0) FROM thumbnails WHERE \(Table.isBadThumbnail)"
    } as: { row in
      .thumbnail(picture: row["picture"])
    }
  }
}

/// Checks the structure of the file by the integrity check of SQLite.
extension Examination {
  /// The number of messages that are reported.
  private static let mostMessages = 200

  /// Indexes are compared with their tables only by a deep examination.
  func structure() throws -> [Fault] {
    try look(at: "sqlite_schema") {
      var messages: [String] = []
      do {
        try connection.each(
          value: isDeep
            ? "PRAGMA integrity_check(200)" : "PRAGMA quick_check(200)"
        ) { messages.append($0) }
      } catch let error as SQLiteError where error.indicatesDamage && !messages.isEmpty {
        // The messages from before the error are faults.
        try connection.renewSnapshot()
      }
      // SQLite reports an unreadable page as a wrong one.
      if messages != ["ok"] { try connection.checkDisk() }
      return messages.flatMap { $0.split(separator: "\n") }.prefix(Examination.mostMessages)
        .filter { $0 != "ok" && !$0.hasPrefix("***") }
        .map { fault(saying: String($0)) }
    }
  }

  /// The place that a message of the integrity check names
  /// (<https://www.sqlite.org/pragma.html#pragma_integrity_check>).
  ///
  /// The words differ between versions of SQLite; only the names in them are used.
  private func fault(saying message: String) -> Fault {
    let words = message.split { " :,.".contains($0) }.map(String.init)
    for (word, next) in zip(words, words.dropFirst()) where word == "index" {
      if Examination.indexes.contains(next) { return .index(next) }
    }
    for (word, next) in zip(words, words.dropFirst()) where word.lowercased() == "page" {
      if let page = Int64(next) { return .damaged(.page(page)) }
    }
    guard let table = words.first(where: Examination.tables.contains) else {
      return .damaged(.file)
    }
    return words.first == "CHECK" ? .breach(table: table) : .damaged(.table(table))
  }

  private static let indexes = names(of: "index")
  private static let tables = names(of: "table")

  private static func names(of type: String) -> Set<String> {
    Set(Schema.definitions.map(\.object).filter { $0.type == type }.map(\.name))
  }
}
