import Model
import Support
import Testing

/// Compares the words of texts with those that FTS5 finds in them.
@Suite struct IndexedWordsTests {
  /// Scalars whose category changed after Unicode 6.1, and two whose accents FTS5 keeps.
  private static let exceptions: Set<UInt32> = Set(0x19B0...0x19C0).union([
    0x1E0, 0x1E1, 0x1885, 0x1886, 0x19C8, 0x19C9, 0x1CF2, 0x1CF3,
  ])

  @Test func `nearly every scalar is taken as the full-text index takes it`() throws {
    let database = try RawDatabase(":memory:")
    try database.run(
      """
      CREATE VIRTUAL TABLE t USING fts5(x, tokenize='unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE v USING fts5vocab(t, instance);
      INSERT INTO t (rowid, x)
        WITH RECURSIVE n (c) AS (SELECT 1 UNION ALL SELECT c + 1 FROM n WHERE c < 0x1FFFF)
        SELECT c, 'a' || char(c) || 'b' FROM n WHERE c NOT BETWEEN 0xD800 AND 0xDFFF AND c NOT IN (0xFFFE, 0xFFFF);
      """)
    var found: [UInt32: [[UInt8]]] = [:]
    for row in try database.rows("SELECT doc, term FROM v ORDER BY doc, offset") {
      found[try #require(UInt32(row[0])), default: []].append(Array(row[1].utf8))
    }
    let different = found.compactMap { number, words -> UInt32? in
      guard let scalar = Unicode.Scalar(number) else { return nil }
      let text = "a" + String(Character(scalar)) + "b"
      return IndexedWords.all(in: text).map { Array($0.utf8) } == words ? nil : number
    }
    #expect(found.count > 120_000)
    #expect(Set(different) == IndexedWordsTests.exceptions)
  }

  @Test(arguments: [
    ("", []), ("Crème brûlée, twice-baked", ["creme", "brulee", "twice", "baked"]),
    ("e\u{301}te\u{301}", ["ete"]), ("\u{301} a", ["a"]), ("日本語 の", ["日本語", "の"]),
    ("ΣΊΣΥΦΟΣ", ["σίσυφοσ"]), ("I ı İ ß", ["i", "ı", "i", "ß"]),
    ("50% off_now", ["50", "off", "now"]),
  ])
  func `words are folded`(text: String, words: [String]) {
    #expect(IndexedWords.all(in: text) == words)
  }

  @Test func `signs may join words`() {
    #expect(IndexedWords.all(in: "bo_b bo.b", joining: ["_", "."]) == ["bo_b", "bo.b"])
  }

  @Test func `letters that share a place in memory stay apart`() {
    let known = KnownLetters()
    for text in ["É \u{10E9} \u{20E9} É", "\u{1}É\u{1000}a"] {
      #expect(IndexedWords.all(in: text, known) == IndexedWords.all(in: text))
    }
  }
}
