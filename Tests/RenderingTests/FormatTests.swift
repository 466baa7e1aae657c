import Foundation
import Model
import Rendering
import Support
import Testing

@Suite struct Formats {
  private let records = Sample.page.entries.prefix(2).map { Record($0) }

  @Test(arguments: [
    ("plain", #""plain""#), ("q\"b\\", #""q\"b\\""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{1B}[0m\u{7F}\u{9B}", #""\u001b[0m\u007f\u009b""#), ("\u{202E}", #""\u202e""#),
    ("\u{2028}", #""\u2028""#), ("\u{E0041}", #""\udb40\udc41""#), ("é日👩‍💻", #""é日👩‍💻""#),
    (Noncharacter.all[0], #""\ufffe""#), (Noncharacter.all[2], #""\udbff\udfff""#), ("/", #""/""#),
  ])
  func `JSON escapes what could steer a terminal`(raw: String, json: String) {
    #expect(self.json(.string(raw)) == json)
  }

  @Test(arguments: UInt64(0)..<500)
  func `JSON survives a round trip`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (key, text) = (
      RandomText.make(using: &generator), RandomText.make(using: &generator)
    )
    let number = Int64.random(in: .min ... .max, using: &generator)
    let record = Record(
      keys: ["k" + key, "list", "none"],
      values: [.string(text), .array([.integer(number), .bool(true), .real(0.5)]), .null])
    for output in [record.output(as: .json), record.output(as: .ndjson)] {
      let read = try JSONSerialization.jsonObject(with: Data(output.bytes))
      let object = try #require(read as? [String: Any])
      #expect(object.count == 3)
      #expect((object["k" + key] as? String).map { Array($0.utf16) } == Array(text.utf16))
      let list = try #require(object["list"] as? [NSNumber])
      #expect(list.map(\.int64Value)[0] == number && list[1] == true && list[2] == 0.5)
      #expect(object["none"] is NSNull)
      let isHarmless = output.bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x0A }
      #expect(isHarmless)
    }
  }

  @Test(arguments: UInt64(0)..<500)
  func `TSV escapes decode back`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fields = (0..<3).map { _ in RandomText.make(using: &generator) }
    let record = Record(keys: ["a", "b", "c"], values: fields.map(JSONValue.string))
    let row = record.output(as: .lines).text
    #expect(row.utf8.count { $0 == 0x0A } == 1)
    let parts = row.dropLast().split(separator: "\t", omittingEmptySubsequences: false)
    let decoded = try parts.map { try #require(TSVDecoder.decode(String($0))) }
    #expect(decoded.map { Array($0.utf8) } == fields.map { Array($0.utf8) })
  }

  @Test func `TSV shows what is hidden`() {
    let record = Record(keys: ["a"], values: [.string("x\t\u{202E}\u{200B}\\\u{1B}👩‍💻")])
    #expect(record.output(as: .lines).text == "x\\t\\u{202E}\\u{200B}\\\\\\u{1B}👩‍💻\n")
  }

  @Test func `CSV follows RFC 4180`() {
    let record = Record(
      keys: ["a", "b,c", "d"],
      values: [.string("x\"y"), .string("line\nfeed"), .array([.string("p"), .string("q")])])
    #expect(
      record.output(as: .csv).text == "a,\"b,c\",d\r\n\"x\"\"y\",\"line\nfeed\",\"p,q\"\r\n")
  }

  @Test func `CSV is exact on a pipe and harmless on a terminal`() {
    let record = Record(keys: ["a"], values: [.string("\u{1B}[2J")])
    #expect(record.output(as: .csv).text == "a\r\n\u{1B}[2J\r\n")
    #expect(record.output(as: .csv, isTerminal: true).text == "a\r\n␛[2J\r\n")
  }

  @Test func `an empty list is an empty array, or just a header`() {
    var list = ListWriter(.json, of: .user)
    #expect(list.list([]).text == "[]\n")
    var rows = ListWriter(.csv, of: .cache)
    #expect(rows.list([]).text == "thumbnails,bytes\r\n")
    var lines = ListWriter(.lines, of: .cache)
    #expect(lines.list([]).text == "")
  }

  @Test(arguments: RecordFormat.allCases)
  func `pages written one by one are the whole list`(format: RecordFormat) {
    var whole = ListWriter(format, of: .post, only: ["id", "text"])
    var paged = ListWriter(format, of: .post, only: ["id", "text"])
    var output = paged.begin()
    for record in records { output.append(paged.add([record])) }
    output.append(paged.end())
    #expect(output == whole.list(Array(records)))
    #expect(!output.isEmpty)
  }

  @Test func `a list has one element a line`() {
    var writer = ListWriter(.json, of: .post, only: ["id", "private"])
    #expect(
      writer.list(Array(records)).text == """
        [
          {"id":42,"private":false},
          {"id":41,"private":false}
        ]

        """)
  }

  @Test func `one thing is an object with one key a line`() {
    let page = Record(Sample.ana, tab: .posts, posts: Page(entries: [], next: nil))
      .only(["tab", "posts", "next"])
    #expect(
      page.output(as: .json).text
        == "{\n  \"tab\": \"posts\",\n  \"posts\": [],\n  \"next\": null\n}\n")
  }

  @Test(arguments: RecordFormat.allCases)
  func `formats are as recorded`(format: RecordFormat) {
    var users = ListWriter(format, of: .user)
    let profiles = Sample.profiles.map { Entry($0, at: Cursor(.user, $0.user.id.number)) }
    expectGolden(users.list(profiles.map { Record($0) }), "users-\(format)")
    var posts = ListWriter(format, of: .post)
    expectGolden(posts.list(Sample.page.entries.map { Record($0) }), "posts-\(format)")
    let page = Record(Sample.ana, tab: .posts, posts: Sample.page)
    expectGolden(page.output(as: format), "page-\(format)")
  }

  private func json(_ value: JSONValue) -> String {
    var output = Output()
    JSONText.write(value, to: &output)
    return output.text
  }
}
