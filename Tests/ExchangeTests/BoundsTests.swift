import Exchange
import Files
import Model
import Storage
import Support
import Testing

/// Tests input whose numbers, cycles or repetitions would overflow, damage a network or cost too
/// much.
@Suite struct BoundsTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  private func fault(_ body: () throws -> Void) throws -> ArchiveFault? {
    do {
      try body()
      return nil
    } catch ExchangeError.badArchive(_, let fault) {
      return fault
    }
  }

  private func fault(of bytes: [UInt8]) throws -> ArchiveFault? {
    try fault { try net.take(bytes: bytes) }
  }

  // MARK: Lossless exports

  /// An export with these lines after its header.
  static func dump(
    _ lines: [String], next: (user: Int64, post: Int64) = (10, 10)
  ) -> String {
    let header = #"{"type":"header","format":"profilectl","version":1,"private":true,"#
    let numbers = "\"next_user\":\(next.user),\"next_post\":\(next.post)}"
    let text = ([header + numbers] + lines).map { $0 + "\n" }.joined()
    var hash = SHA256()
    hash.add(Array(text.utf8))
    let digest = hash.digest().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return text + "{\"type\":\"end\",\"sha256\":\"\(digest)\"}\n"
  }

  static func user(_ id: Int64, _ name: String) -> String {
    "{\"type\":\"user\",\"id\":\(id),\"username\":\"\(name)\",\"created_at\":\"\(time)\"}"
  }

  static func post(_ id: Int64, _ text: String, more: String = "") -> String {
    "{\"type\":\"post\",\"id\":\(id),\"author\":\"a\",\"text\":\"\(text)\","
      + "\"created_at\":\"\(time)\"\(more)}"
  }

  private static let time = "2020-01-01T00:00:00Z"

  @Test(
    arguments: [(Int64.min, 1), (1, -5), (0, 1), (1, 9_007_199_254_740_993)] as [(Int64, Int64)])
  func `an export whose next numbers no counter can have is refused`(user: Int64, post: Int64)
    throws
  {
    let dump = BoundsTests.dump([], next: (user, post))
    #expect(try fault { try net.take(text: dump) } == .damaged("ndjson: header"))
  }

  @Test func `users and posts with unusable numbers, and empty posts, are refused one by one`()
    throws
  {
    let records: [(lines: [String], refused: Int)] = [
      ([BoundsTests.user(10, "b")], 1), ([BoundsTests.user(0, "b")], 1),
      ([BoundsTests.user(2, "b"), BoundsTests.user(2, "c")], 1),
      ([BoundsTests.post(10, "x"), BoundsTests.post(-1, "x")], 2),
      ([BoundsTests.post(3, "x"), BoundsTests.post(3, "y")], 1),
      ([BoundsTests.post(3, "")], 1), ([BoundsTests.post(3, "x", more: ",\"reposts\":2")], 1),
    ]
    for (lines, refused) in records {
      let net = try ImportFixture()
      let dump = BoundsTests.dump([BoundsTests.user(1, "a")] + lines)
      #expect {
        try net.take(text: dump)
      } throws: { error in
        if case .refused(let refusal) = error as? ExchangeError {
          return refusal.reason == .badRecord
        }
        return false
      }
      let options = ImportFixture.options { $0.keepsGoing = true }
      #expect(try net.take(text: dump, options).refused == [.badRecord: refused])
      #expect(try net.faults() == [])
      try net.add("zoe")
      #expect(try net.user("zoe")?.number == 10)
    }
  }

  @Test func `a repost of a post that the export lacks is left out`() throws {
    let dump = BoundsTests.dump([
      BoundsTests.user(1, "a"), BoundsTests.post(3, "", more: ",\"reposts\":2"),
    ])
    #expect(try net.take(text: dump).skipped == [.repost: 1])
    #expect(try net.faults() == [])
  }

  @Test func `a private mark without its time is a refused record`() throws {
    let dump = BoundsTests.dump([
      BoundsTests.user(1, "a"), BoundsTests.user(2, "b"),
      #"{"type":"mute","muter":"a","muted":"b","created_at":"x"}"#,
    ])
    #expect(throws: ExchangeError.self) { try net.take(text: dump) }
    let options = ImportFixture.options { $0.keepsGoing = true }
    #expect(try net.take(text: dump, options).refused == [.badTime: 1])
  }

  @Test func `at most 200 characters of a refused record are shown`() {
    let long = String(repeating: "ä", count: 5_000)
    let refusal = RecordRefusal(InputPosition("x"), .badRecord, long)
    #expect(refusal.detail.count == 200)
  }

  // MARK: Archives

  @Test func `sizes and counts of 64 bits in a zip can't overflow`() throws {
    var large = Archives.Entry("b", "0 1\n")
    large.packed = 0xFFFF_FFFF
    large.extra = [1, 0, 8, 0] + Archives.number(Int64.max)
    let entries = [Archives.Entry("a", "0 1\n"), large]
    #expect(try fault(of: Archives.zip(entries)) == .over(.entrySize))
    for (count, start) in [(-1, 0), (1, Int64.max)] as [(Int64, Int64)] {
      let zip = Archives.zip([.init("a", "0 1\n")])
      let record =
        [0x50, 0x4B, 6, 6] + [UInt8](repeating: 0, count: 28) + Archives.number(count)
        + [UInt8](repeating: 0, count: 8) + Archives.number(start)
      let locator =
        [0x50, 0x4B, 6, 7, 0, 0, 0, 0] + Archives.number(Int64(zip.count)) + [1, 0, 0, 0]
      let end = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0xFF, count: 16) + [0, 0]
      #expect(try fault(of: zip + record + locator + end) == .damaged("zip"))
    }
  }

  @Test(arguments: ["9223372036854775807", "-2047", "x"])
  func `a size of pax that no entry can have is damage`(size: String) throws {
    let record = " size=\(size)\n"
    let length = record.utf8.count + 2
    let tar = Archives.tar([("x", "\(length)\(record)", "x"), ("a.txt", "0 1\n", "0")])
    #expect(try fault(of: tar) == .damaged("tar"))
  }

  @Test func `a truncated gzip is refused as a whole, though the import keeps going`() throws {
    let edges = (0..<8_000).map { "\($0 * 7_919 % 8_000) \($0 * 104_729 % 7_993)\n" }.joined()
    let packed = Archives.gzip(Array(edges.utf8))
    let options = ImportFixture.options { $0.keepsGoing = true }
    #expect(try fault { try net.take(bytes: Array(packed.dropLast(9)), options) } == .cut)
    #expect(try net.user("n0") == nil)
  }

  @Test func `a picture far away in a packed tar is reached without unpacking what lies between`()
    throws
  {
    var random: UInt64 = 1
    let noise = (0..<4 << 20).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(0x61 + (random >> 60))
    }
    let notes = (0..<40).map { index in
      #"{"type":"Note","id":"https://h/\#(index)","to":"as:Public","attributedTo":"https://h/@bo","#
        + #""published":"2020-01-01T00:00:00Z","content":"x","padding":""#
        + String(decoding: noise[(index * 30_000)...].prefix(30_000), as: UTF8.self)
        + #"","attachment":{"mediaType":"image/png","url":"/z.png"}}"#
    }
    let outbox = "{\"@context\":\"x\",\"orderedItems\":[\(notes.joined(separator: ","))]}"
    let tar = Archives.tar([
      ("actor.json", #"{"preferredUsername":"bo","id":"https://h/@bo"}"#, "0"),
      ("outbox.json", outbox, "0"), ("noise", String(decoding: noise, as: UTF8.self), "0"),
      ("z.png", "p", "0"),
    ])
    let path = try net.folder.write(Archives.gzip(tar), to: "far.tar.gz")
    let meter = InputMeter()
    let input = try DetectedInput(try InputPath.open(path, meter), named: nil)
    let session = ImportSession(ImportFixture.options(), pictureSize: { _, _ in (1, 1) })
    try net.store.queue.together { writing in
      try session.run([input], into: try writing.importing(continuing: false))
    }
    #expect(session.report[.posts].added == 40)
    #expect(meter.done < 10 * meter.total)
  }

  @Test func `the database in a folder is no part of it`() throws {
    try net.folder.write("0 1\n", to: "edges.txt")
    let files = ["", "-wal", "-shm", "-lock"].map { net.path + $0 }
    let tree = try InputPath.open(net.folder.path, InputMeter(), unlessSameAs: files)
    #expect(Array(tree.names) == ["edges.txt"])
  }

  // MARK: Standard input

  private func take(
    stream text: String, as format: String?, _ options: ImportOptions = ImportFixture.options()
  ) throws -> ImportReport {
    var rest = Array(text.utf8)[...]
    let source = StreamSource {
      defer { rest = rest.dropFirst(50_000) }
      return Array(rest.prefix(50_000))
    }
    let input = try DetectedInput(try InputPath.stream(source), named: format)
    let session = ImportSession(options, pictureSize: { _, _ in nil })
    try session.run([input]) { body in
      try net.store.queue.together { try body(try $0.importing(continuing: false)) }
    }
    return session.report
  }

  @Test func `a stream is read in one pass, and formats that need more refuse it`() throws {
    let edges = (0..<10_000).map { "\($0 % 90) \(90 + $0 % 89)\n" }.joined()
    for format in [nil, "edges"] {
      let report = try take(stream: edges, as: format)
      #expect(report[.follows].added == (format == nil ? 90 * 89 : 0))
    }
    let padding = String(repeating: "x", count: 200_000)
    let network = """
      {"followers":{},"following":{},"postLikes":{},"posts":{},"timeline":{},"x":"\(padding)",
      "users":{"u1":{"username":"ann"}}}
      """
    #expect(try fault { _ = try take(stream: network, as: "makestagram") } == .readTwice)
    let note = #"{"type":"Note","id":"x","content":"\#(padding)"}"#
    let lists = #"{"@context":"x","items":[\#(note)],"items":[\#(note)]}"#
    #expect(try fault { _ = try take(stream: lists, as: nil) } == .readTwice)
    let dump = ImportFixture.options { $0.keepsGoing = true }
    #expect(try fault { _ = try take(stream: BoundsTests.dump([]), as: nil, dump) } == .readTwice)
  }

  // MARK: Repositories

  private static func text(_ text: String) -> [UInt8] {
    [0x78, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  private static func cid(_ number: UInt8) -> [UInt8] {
    [1, 0x71, 0x12, 32] + [UInt8](repeating: number, count: 32)
  }

  private static func link(_ number: UInt8) -> [UInt8] { [0xD8, 0x2A, 0x58, 37, 0] + cid(number) }

  private static func section(_ bytes: [UInt8]) -> [UInt8] {
    var size: [UInt8] = []
    var rest = bytes.count
    while rest >= 0x80 {
      size.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return size + [UInt8(rest)] + bytes
  }

  private static func repository(_ blocks: [[UInt8]]) -> [UInt8] {
    let header = [0xA2] + text("roots") + [0x81] + link(0) + text("version") + [1]
    let commit = [0xA2] + text("did") + text("did:plc:x") + text("data") + link(1)
    let sections = ([commit] + blocks).enumerated().map { number, block in
      section(cid(UInt8(number)) + block)
    }
    return section(header) + sections.joined()
  }

  @Test func `a repository whose nodes lead to each other takes no more time than its size`() throws
  {
    let nodes = (0..<60).map { index -> [UInt8] in
      let next = BoundsTests.link(UInt8(index + 2))
      let entry = [0xA3] + BoundsTests.text("p") + [0] + BoundsTests.text("k") + [0x41, 0x61]
      return [0xA2] + BoundsTests.text("l") + next + BoundsTests.text("e") + [0x81] + entry
        + BoundsTests.text("t") + next
    }
    let last = [0xA1] + BoundsTests.text("e") + [0x80]
    #expect(
      try fault(of: BoundsTests.repository(nodes + [last]))
        == .damaged("CAR: blocks lead to each other"))
    let numbers = [0x9A, 0, 1, 0x11, 0x70] + [UInt8](repeating: 1, count: 70_000)
    #expect(try fault(of: BoundsTests.repository([numbers])) == .over(.values))
    let large = [0x5A, 0, 0x30, 0, 0] + [UInt8](repeating: 1, count: 3 << 20)
    #expect(try fault(of: BoundsTests.repository([large])) == .over(.block))
  }

  // MARK: Texts

  private func take(note content: String) throws -> ImportReport {
    let alice = try net.add("alice")
    return try net.take(
      text:
        #"{"@context":"x","type":"Note","id":"https://h/1","to":"as:Public","attributedTo":"https://h/@bo","#
        + #""published":"2020-01-01T00:00:00Z","content":""# + content + "\"}",
      ImportFixture.options { $0.into = alice })
  }

  @Test(.timeLimit(.minutes(10))) func `many links in one text take time in proportion`() throws {
    let links = String(repeating: "<a href='xy'>x…</a> ", count: 100_000)
    #expect(try take(note: links)[.posts].added == 1)
    #expect(try net.texts()[0].hasPrefix("xy xy xy"))
  }

  @Test(.timeLimit(.minutes(10))) func `long links take time in proportion`() throws {
    let target = String(repeating: "a", count: 4 << 20)
    let shown = String(repeating: "a", count: 2 << 20) + "b"
    #expect(try take(note: "<a href='\(target)'>\(shown)</a>")[.posts].added == 1)
  }

  @Test(.timeLimit(.minutes(10))) func `mentions without an end take time in proportion`() throws {
    let mentions = String(repeating: "@<", count: 2 << 20)
    let feed = "# nick = a\n2020-01-01T00:00:00Z\tx\n2020-01-01T00:00:01Z\t\(mentions)\n"
    #expect(try net.take(text: feed)[.posts].added == 2)
  }

  @Test func `names that are kept in memory are bounded together`() throws {
    let url = String(repeating: "x", count: 12 << 20)
    let follow = "# follow = n \(url)\n"
    let feed = "# nick = a\n2020-01-01T00:00:00Z\tx\n\(follow)\(follow)\(follow)"
    #expect(try fault(of: Array(feed.utf8)) == .over(.kept))
  }

  @Test func `a time before all times is none`() throws {
    let people = "id|firstName|lastName|creationDate\n1|Ann|Ax|\(Int64.min)\n"
    #expect(try net.take(text: people)[.users].added == 1)
  }
}
