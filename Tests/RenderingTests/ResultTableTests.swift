import Model
import Rendering
import Testing

/// Tests tables written in several parts.
@Suite struct ResultTableTests {
  private static let names = ["id", "word"]

  /// The text of each part, given the parts before it.
  private func texts(width: Int, _ stretches: [[JSONValue]]...) -> [String] {
    let traits = Traits(width: width, isASCII: true, now: Sample.now)
    var columns: [Table.Column]?
    return stretches.map { rows in
      ResultTable(columns: Self.names, rows: rows).output(after: &columns, in: traits).text
    }
  }

  @Test func `columns never get narrower again`() {
    let texts = texts(
      width: 40, [[.integer(999), .string("a")]], [[.integer(1_000), .string("bbbbb")]],
      [[.integer(2), .string("c")]])
    #expect(
      texts == [
        " id  word\n---  ----\n999  a\n",
        "1000  bbbbb\n",
        "   2  c\n",
      ])
  }

  @Test func `a column of numbers goes to the left from the first word on`() {
    let texts = texts(
      width: 40, [[.integer(1), .null]], [[.string("x"), .string("a word")]],
      [[.integer(2), .null]])
    #expect(
      texts == [
        "id  word\n--  ----\n 1  null\n",
        "x   a word\n",
        "2   null\n",
      ])
  }

  @Test func `the window shrinks what is widest`() {
    let texts = texts(
      width: 16, [[.integer(999), .string("eleven cell")]],
      [[.integer(1_000), .string("eleven cell")]])
    #expect(
      texts.map { $0.split(separator: "\n").last } == ["999  eleven cell", "1000  eleven..."])
  }

  @Test func `rows that find no room any more stand below each other`() {
    let long = JSONValue.string("a long word")
    let texts = texts(
      width: 17, [[.integer(1), .string("a")]], [[long, long]], [[.integer(2), .null]])
    #expect(
      texts == [
        "id  word\n--  ----\n 1  a\n",
        "\nid\n  a long word\nword\n  a long word\n",
        "\nid\n  2\nword\n  null\n",
      ])
  }
}
