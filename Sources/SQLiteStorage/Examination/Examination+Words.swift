internal import Model
internal import SQLText
internal import SQLite

/// Compares the full-text indexes with the rows they index.
///
/// FTS5 compares a copy of each index with the rows
/// (<https://www.sqlite.org/fts5.html#the_integrity_check_command>): the index in the file is
/// contentless and must not be written. The check reads all entries; whether a search finds each
/// word is tested here.
extension Examination {
  func words() throws -> [Fault] {
    let texts: [(Name, () throws -> Bool)] = [Table.posts, .users].compactMap { table in
      table.fullText.map { index in
        (index.name, { try hasAllWords(index, of: table) && findsAllWords(index) })
      }
    }
    return try (texts + [("hashtags", hasAllTags)]).flatMap { try look(into: $0, $1) }
  }

  /// Writes temporary tables only.
  private func look(into index: Name, _ check: () throws -> Bool) throws -> [Fault] {
    let isReader: Bool = try connection.value("PRAGMA query_only") ?? false
    if isReader { try connection.run("PRAGMA query_only=0") }
    defer {
      if isReader { try? connection.run("PRAGMA query_only=1") }
    }
    let isSound: Bool
    do {
      // An earlier examination that met damage may have left them.
      try dropTables()
      isSound = try check()
    } catch let error as SQLiteError where error.indicatesBrokenRules {
      isSound = false
    } catch {
      try? dropTables()
      throw error
    }
    // After a damaged page SQLite refuses writes until the transaction ends.
    if isSound { try dropTables() } else { try? dropTables() }
    return isSound ? [] : [.words(index.text)]
  }

  /// Whether the table of hashtags has every tag of the public posts and no other.
  private func hasAllTags() throws -> Bool {
    try connection.run(
      """
      CREATE TEMP TABLE found_tags (
        tag TEXT, at INTEGER, spelling TEXT, PRIMARY KEY (tag, at)
      ) WITHOUT ROWID
      """)
    try connection.eachTaggedPost { at, tags in
      for tag in tags {
        try connection.run(
          "INSERT INTO temp.found_tags VALUES (\(tag.folded), \(at), \(tag.spelling))")
      }
    }
    let (stored, found): (SQL, SQL) = (
      "SELECT tag, at, spelling FROM main.hashtags", "SELECT tag, at, spelling FROM temp.found_tags"
    )
    return try [(stored, found), (found, stored)].allSatisfy { one, other in
      try !connection.hasRow("\(one) EXCEPT \(other) LIMIT 1")
    }
  }

  /// Whether the index has every word of the rows and no other.
  private func hasAllWords(_ index: Table.FullText, of table: Table) throws -> Bool {
    let form = index.arguments(content: "content='looked_rows', content_rowid='\(index.number)'")
    try connection.script([
      """
      CREATE TEMP VIEW looked_rows AS
      SELECT \(index.number), \(.list(index.columns)) FROM main.\(table.name)
      """,
      "CREATE VIRTUAL TABLE temp.looked_words USING fts5(\(form))",
    ])
    try connection.replaceWords(in: "temp.looked_words", by: "main.\(index.name)")
    try connection.run(
      "INSERT INTO temp.looked_words (looked_words, rank) VALUES ('integrity-check', 1)")
    // The integrity check ignores the number of rows that the index records.
    let block: [UInt8]? = try connection.value(
      "SELECT block FROM temp.looked_words_data WHERE id = 1")
    let recorded = block?.leadingNumber
    return try connection.value("SELECT count(*) FROM temp.looked_rows") == recorded
  }

  /// Whether a search finds each word, and each beginning of a word that has an index.
  private func findsAllWords(_ index: Table.FullText) throws -> Bool {
    try connection.run(
      "CREATE VIRTUAL TABLE temp.found_words USING fts5vocab(main, \(index.name), row)")
    let lostWord: SQL = """
      SELECT 1 FROM temp.found_words AS w
      WHERE (SELECT doc FROM temp.found_words WHERE term = w.term) IS NOT w.doc
      """
    let lostBeginnings = index.beginnings.map { length -> SQL in
      """
      SELECT 1 FROM (
        SELECT DISTINCT substr(term, 1, \(length)) AS beginning FROM temp.found_words
        WHERE length(term) >= \(length)
      ) WHERE NOT EXISTS (
        SELECT 1 FROM main.\(index.name) WHERE \(index.name) MATCH '"' || beginning || '"*')
      """
    }
    return try ([lostWord] + lostBeginnings).allSatisfy {
      try !connection.hasRow($0)
    }
  }

  private func dropTables() throws {
    try connection.script([
      "DROP TABLE IF EXISTS temp.found_tags", "DROP TABLE IF EXISTS temp.found_words",
      "DROP TABLE IF EXISTS temp.looked_words",
      "DROP VIEW IF EXISTS temp.looked_rows",
    ])
  }
}

extension Connection {
  /// Replaces the contents of one full-text index by those of another.
  func replaceWords(in index: SQL, by other: SQL) throws {
    try writingShadows {
      for part: SQL in ["data", "idx", "config"] {
        try script([
          "DELETE FROM \(index)_\(part)",
          "INSERT INTO \(index)_\(part) SELECT * FROM \(other)_\(part)",
        ])
      }
    }
  }
}
