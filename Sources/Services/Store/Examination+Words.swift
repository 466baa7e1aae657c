internal import Model
internal import SQLite

/// Whether the full-text indexes say what the rows say.
///
/// Each is made a second time beside the file, and the sums over all entries of both are compared.
/// Each word is looked up, too: that goes another way than reading all of them.
extension Examination {
  func words() throws -> [Fault] {
    try indexed(
      "post_words",
      [
        "CREATE VIRTUAL TABLE temp.wanted_words USING fts5(\(Schema.postWordsForm))",
        "CREATE VIRTUAL TABLE temp.found_terms USING fts5vocab(main, post_words, instance)",
        "CREATE VIRTUAL TABLE temp.found_words USING fts5vocab(main, post_words, row)",
        """
        INSERT INTO temp.wanted_words (rowid, text, alt)
        SELECT at, text, alt FROM main.posts ORDER BY at
        """,
      ])
      + indexed(
        "user_words",
        [
          "CREATE VIRTUAL TABLE temp.wanted_words USING fts5(\(Schema.userWordsForm))",
          "CREATE VIRTUAL TABLE temp.found_terms USING fts5vocab(main, user_words, instance)",
          "CREATE VIRTUAL TABLE temp.found_words USING fts5vocab(main, user_words, row)",
          """
          INSERT INTO temp.wanted_words (rowid, username, name)
          SELECT id, username, name FROM main.users ORDER BY id
          """,
        ])
  }

  /// Temporary tables are written, the file is not.
  private func indexed(_ table: String, _ making: [SQL]) throws -> [Fault] {
    let isReader = try connection.first("PRAGMA query_only") { $0.bool(0) } ?? false
    if isReader { try connection.run("PRAGMA query_only=0") }
    defer {
      if isReader { try? connection.run("PRAGMA query_only=1") }
    }
    let faults: [Fault]
    do {
      faults = try compared(table, making)
    } catch {
      try? dropTables()
      throw error
    }
    // What is left behind here would be in the way of the next look.
    try dropTables()
    return faults
  }

  private func compared(_ table: String, _ making: [SQL]) throws -> [Fault] {
    do {
      try connection.script(making)
      try connection.run(
        "CREATE VIRTUAL TABLE temp.wanted_terms USING fts5vocab(temp, wanted_words, instance)")
      let isSame = try sum(over: "temp.wanted_terms") == sum(over: "temp.found_terms")
      return try isSame && hasAllWords() ? [] : [.words(table)]
    } catch let error as SQLiteError where error.tellsOfDamage {
      return [.words(table)]
    }
  }

  /// Whether whoever looks for a word is led to all that say it.
  private func hasAllWords() throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM temp.found_words AS w
      WHERE (SELECT doc FROM temp.found_words WHERE term = w.term) IS NOT w.doc
      """
    ) { _ in true } == nil
  }

  private func dropTables() throws {
    for name: SQL in ["wanted_terms", "found_terms", "found_words", "wanted_words"] {
      try connection.run("DROP TABLE IF EXISTS temp.\(name)")
    }
  }

  private func sum(over terms: SQL) throws -> [Int64]? {
    try connection.first(
      """
      SELECT count(*), coalesce(sum(row_checksum(term, doc, col, offset) & 0xFFFFFFFF), 0)
      FROM \(terms)
      """
    ) { [$0.int64(0), $0.int64(1)] }
  }
}
