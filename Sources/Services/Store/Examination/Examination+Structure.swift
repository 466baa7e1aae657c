internal import Model
internal import SQLite

/// Whether the file is put together as SQLite puts files together.
extension Examination {
  /// More than this are not told one by one.
  private static let mostMessages = 200

  /// The plain look leaves out whether each index agrees with its table.
  func structure() throws -> [Fault] {
    try look(at: "sqlite_schema") {
      var messages: [String] = []
      do {
        try connection.each(
          isDeep
            ? "PRAGMA integrity_check(200)" : "PRAGMA quick_check(200)"
        ) { messages.append($0.text(0)) }
      } catch let error as SQLiteError where error.tellsOfDamage && !messages.isEmpty {
        // What it said before it could go no further is what is wrong.
        try connection.renewSnapshot()
      }
      // It tells a page that the disk does not give as one that does not fit.
      if messages != ["ok"] { try connection.checkDisk() }
      return messages.flatMap { $0.split(separator: "\n") }.prefix(Examination.mostMessages)
        .filter { $0 != "ok" && !$0.hasPrefix("***") }
        .map { fault(saying: String($0)) }
    }
  }

  /// What SQLite says, reduced to where the damage is.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_integrity_check>; the words differ between
  /// versions, so that only the names of what is there are taken from them.
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
