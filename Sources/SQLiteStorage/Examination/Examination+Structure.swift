internal import Model
internal import SQLite

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
          isDeep
            ? "PRAGMA integrity_check(200)" : "PRAGMA quick_check(200)"
        ) { messages.append($0.text(0)) }
      } catch let error as SQLiteError where error.tellsOfDamage && !messages.isEmpty {
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
