import Exchange
import Files
import Support
import Testing

/// Tests hostile archives and texts.
@Suite struct HostileTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  private func fault(of bytes: [UInt8]) throws -> ArchiveFault? {
    do {
      try net.take(bytes: bytes)
      return nil
    } catch ExchangeError.badArchive(_, let fault) {
      return fault
    }
  }

  private func fault(of text: String) throws -> ArchiveFault? { try fault(of: Array(text.utf8)) }

  private static let start = #"{"@context":"x","orderedItems":["#

  @Test func `each bound of JSON is named`() throws {
    let start = HostileTests.start
    #expect(
      try fault(of: start + String(repeating: "[", count: 70)) == .over(.nesting))
    #expect(
      try fault(of: start + "{\"type\":\"\(String(repeating: "x", count: 17 << 20))\"}]}")
        == .over(.string))
    #expect(
      try fault(of: start + String(repeating: "1", count: 65) + "]}") == .over(.number))
    #expect(
      try fault(of: start + "[" + String(repeating: "0,", count: 530_000) + "0]]}")
        == .over(.record))
  }

  @Test func `text that is no JSON is refused with its place`() throws {
    #expect(
      throws: ExchangeError.badArchive(
        InputPosition(net.folder.file("input"), line: 2, column: 7),
        .damaged("JSON: expected a value"))
    ) { try net.take(text: "{\"@context\":1,\n  \"a\":z}") }
    #expect(try fault(of: #"{"@context":"x","a":"b"#) == .cut)
    #expect(
      try fault(of: Array(#"{"@context":"a"#.utf8) + [0xFF] + Array("\"}".utf8))
        == .notUTF8(byte: 2))
  }

  @Test func `a lone surrogate becomes a replacement character`() throws {
    let alice = try net.add("alice")
    let report = try net.take(
      text:
        #"{"@context":"x","type":"Note","id":"https://h/1","to":"as:Public","attributedTo":"https://h/@bo","#
        + #""published":"2020-01-01T00:00:00Z","content":"a\ud800b \ud83d\ude00"}"#,
      ImportFixture.options { $0.into = alice })
    #expect(report[.posts].added == 1)
    #expect(try net.texts() == ["a\u{FFFD}b \u{1F600}"])
  }

  @Test func `names that lead out of an archive are counted and never opened`() throws {
    var link = Archives.Entry("link", "target")
    link.mode = 0o120777
    let zip = Archives.zip([
      .init("../evil", "x"), .init("/etc/x", "x"), link, .init("a.txt", "0 1\n", isDeflated: true),
    ])
    let report = try net.take(bytes: zip)
    #expect(report.skipped[.unsafeName] == 3)
    #expect(report[.follows].added == 1)
    let tar = Archives.tar([
      ("../evil", "x", "0"), ("dev", "", "3"), ("ln", "", "2"), ("a.txt", "0 2\n", "0"),
    ])
    for bytes in [tar, Archives.gzip(tar)] {
      #expect(try net.take(bytes: bytes).skipped[.unsafeName] == 3)
    }
    #expect(try net.text(as: "edges") == "n0\tn1\nn0\tn2\n")
  }

  @Test func `an unsafe name is reported with its archive, also before a single file`() throws {
    let zip = Archives.zip([.init("../evil", "x"), .init("a.txt", "0 1\n")])
    let path = try net.folder.write(zip, to: "a.zip")
    var notes: [String] = []
    let session = ImportSession(
      ImportFixture.options(), pictureSize: { _, _ in nil },
      note: { notes.append("\($0): \($1): \($2)") })
    let input = try DetectedInput(try InputPath.open(path, InputMeter()), named: nil)
    try net.store.queue.together { writing in
      try session.run([input], into: try writing.importing(continuing: false))
    }
    #expect(notes == ["\(path): unsafe_name: ../evil"])
  }

  @Test(arguments: [
    #"{"@context":"x","orderedItems":5}"#, #"{"@context":"x","orderedItems":"a"}"#,
  ])
  func `a wrong type at the top refuses the file`(text: String) throws {
    #expect(try fault(of: text) == .damaged("JSON: expected a list"))
  }

  @Test(arguments: [
    #"{"@context":"x","type":"Note","id":"https://h/1","to":"as:Public","content":5}"#,
    #"[{"media":[],"creation_timestamp":1},5]"#, #"[{"media":5,"creation_timestamp":1}]"#,
    #"[{"media":[5],"creation_timestamp":1}]"#,
    #"[{"media":[{"uri":"a.png"}],"title":5,"creation_timestamp":1}]"#,
  ])
  func `a wrong type within a record refuses the record`(text: String) throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options { ($0.viewer, $0.keepsGoing) = (alice, true) }
    #expect(try net.take(text: text, options).refused == [.badRecord: 1])
  }

  @Test func `a list of one item may be written without brackets`() throws {
    let note =
      #"{"type":"Note","id":"https://h/1","to":"as:Public","attributedTo":"https://h/@alice","#
      + #""published":"2020-01-01T00:00:00Z","content":"x"}"#
    let report = try net.take(text: #"{"@context":"x","orderedItems":\#(note)}"#)
    #expect(report[.posts].added == 1)
  }

  @Test func `bombs, overlaps, encryption and cut archives are refused`() throws {
    // Deflate expands one byte to at most 1,032.
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    #expect(throws: ExchangeError.self) { try net.take(bytes: Archives.gzip(zeros)) }
    var second = Archives.Entry("b", "0 1\n")
    second.shift = -20
    #expect(try fault(of: Archives.zip([.init("a", "0 1\n"), second])) == .over(.overlap))
    var secret = Archives.Entry("a", "0 1\n")
    secret.flags = 1
    #expect(try fault(of: Archives.zip([secret])) == .encrypted)
    let whole = Archives.zip([.init("a", "0 1\n", isDeflated: true)])
    #expect(try fault(of: Array(whole.dropLast(30))) == .cut)
    let packed = Archives.gzip(Array("0 1\n0 2\n".utf8))
    #expect(try fault(of: Array(packed.dropLast(10))) == .cut)
    var wrong = packed
    wrong[wrong.count - 6] ^= 0xFF
    #expect(try fault(of: wrong) == .damaged("deflate"))
    let tar = Archives.tar([("a", String(repeating: "0 1\n", count: 400), "0")])
    #expect(try fault(of: Array(tar.prefix(1_000))) == .cut)
  }

  @Test func `what fits no format, or two, is not guessed`() throws {
    let both = #"{"@context":"x","orderedItems":[],"users":{},"posts":{}}"#
    #expect(
      throws: ExchangeError.unknownFormat(
        path: net.folder.file("input"), fitting: ["activitystreams", "makestagram"])
    ) { try net.take(text: both) }
    #expect(
      throws: ExchangeError.unknownFormat(path: net.folder.file("input"), fitting: [])
    ) { try net.take(text: "once upon a time\n") }
  }
}
