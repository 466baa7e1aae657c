internal import Model
internal import SQLite

/// Whether the full-text indexes say what the rows say.
///
/// FTS5 itself compares a copy of each with the rows: the index in the file has no rows to be
/// compared with, and is not to be written.
/// <https://www.sqlite.org/fts5.html#the_integrity_check_command> It goes through all there is; the
/// way to each word is tried here.
extension Examination {
  func words() throws -> [Fault] {
    try look(
      into: "post_words", Schema.postWordsForm(content: Examination.rowsInView),
      of: "SELECT at AS number, text, alt FROM main.posts", beginnings: [])
      + look(
        into: "user_words", Schema.userWordsForm(content: Examination.rowsInView),
        of: "SELECT id AS number, username, name FROM main.users",
        beginnings: Schema.userWordsBeginnings)
  }

  private static let rowsInView: SQL = "content='looked_rows', content_rowid='number'"

  /// Temporary tables are written, the file is not.
  private func look(
    into index: SQL, _ form: SQL, of rows: SQL, beginnings: [Int]
  ) throws -> [Fault] {
    let isReader = try connection.first("PRAGMA query_only") { $0.bool(0) } ?? false
    if isReader { try connection.run("PRAGMA query_only=0") }
    defer {
      if isReader { try? connection.run("PRAGMA query_only=1") }
    }
    let isSound: Bool
    do {
      // What a look into damage has left behind.
      try dropTables()
      isSound = try holds(index, form, rows) && leads(index, beginnings)
    } catch let error as SQLiteError where error.tellsOfBrokenRules {
      isSound = false
    } catch {
      try? dropTables()
      throw error
    }
    // Where a damaged page was met, nothing is written any more before the transaction ends.
    if isSound { try dropTables() } else { try? dropTables() }
    return isSound ? [] : [.words(index.text)]
  }

  /// Whether every word of the rows is in the index, and no other.
  private func holds(_ index: SQL, _ form: SQL, _ rows: SQL) throws -> Bool {
    try connection.script([
      "CREATE TEMP VIEW looked_rows AS \(rows)",
      "CREATE VIRTUAL TABLE temp.looked_words USING fts5(\(form))",
    ])
    try connection.replaceWords(in: "temp.looked_words", by: "main.\(index)")
    try connection.run(
      "INSERT INTO temp.looked_words (looked_words, rank) VALUES ('integrity-check', 1)")
    // The check leaves out how many rows the index says it has.
    let said = try connection.first("SELECT block FROM temp.looked_words_data WHERE id = 1") {
      $0.leadingNumber(0)
    }
    return try connection.first("SELECT count(*) FROM temp.looked_rows") { $0.int64(0) } == said
  }

  /// Whether whoever looks for a word, or for what words begin with, is led there.
  private func leads(_ index: SQL, _ beginnings: [Int]) throws -> Bool {
    try connection.run(
      "CREATE VIRTUAL TABLE temp.found_words USING fts5vocab(main, \(index), row)")
    let lostWord: SQL = """
      SELECT 1 FROM temp.found_words AS w
      WHERE (SELECT doc FROM temp.found_words WHERE term = w.term) IS NOT w.doc
      """
    let lostBeginnings = beginnings.map { length -> SQL in
      """
      SELECT 1 FROM (
        SELECT DISTINCT substr(term, 1, \(length)) AS beginning FROM temp.found_words
        WHERE length(term) >= \(length)
      ) WHERE NOT EXISTS (
        SELECT 1 FROM main.\(index) WHERE \(index) MATCH '"' || beginning || '"*')
      """
    }
    return try ([lostWord] + lostBeginnings).allSatisfy {
      try connection.first($0) { _ in true } == nil
    }
  }

  private func dropTables() throws {
    try connection.script([
      "DROP TABLE IF EXISTS temp.found_words", "DROP TABLE IF EXISTS temp.looked_words",
      "DROP VIEW IF EXISTS temp.looked_rows",
    ])
  }
}

extension Connection {
  /// Puts all that FTS5 keeps of one index in the place of what it keeps of another.
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
