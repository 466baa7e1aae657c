import Exchange
import Model
import Support
import Testing

/// Tests the encodings of texts that are imported line by line.
@Suite struct ImportTextTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  /// Each text has one line that is not UTF-8, beside one good record; `?` stands for its bytes.
  @Test(arguments: [
    ("edges", "a b\nx?y b\n", 2, "not UTF-8 at byte 2: x\u{FFFD}y b"),
    ("accounts", "@bob\n@?\n", 2, "not UTF-8 at byte 2: @\u{FFFD}"),
    (
      "accounts", "Account address\n\"bob\",\"x\n?\"\n@carol\n", 3,
      "not UTF-8 at byte 1: \u{FFFD}\""
    ),
    ("twtxt", "2020-01-01T00:00:00Z\ta\n2020-01-01T00:00:00Z\t?\n", 2, nil),
    (
      "ldbc", "id|firstName|creationDate\n1|Ann|1\n2|?|2\n", 3,
      "not UTF-8 at byte 3: 2|\u{FFFD}|2"
    ),
  ])
  func `a line that is not UTF-8 is one refused record`(
    format: String, text: String, line: Int, detail: String?
  ) throws {
    let alice = try net.add("alice")
    let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "?") ? [0xFF] : [$0] }
    let path = try net.folder.write(bytes, to: "list")
    var options = ImportFixture.options { $0.viewer = alice }
    #expect {
      try net.take(path, options)
    } throws: { error in
      guard case .refused(let refusal) = error as? ExchangeError else { return false }
      return refusal.place == InputPosition(path, line: line) && refusal.reason == .badRecord
        && (detail == nil || refusal.detail == detail)
    }
    options.keepsGoing = true
    let report = try net.take(path, options)
    #expect(report.inputs.map(\.format) == [format])
    #expect(report.refused == [.badRecord: 1])
    #expect(ContentKind.allCases.map { report[$0].added }.reduce(0, +) == 1)
  }

  // MARK: UTF-16

  /// A text of several chunks, whose pairs begin at even and odd places.
  private static let long = (0..<20_000).map { "zoë😀\($0) x😀\($0)\r\n" }.joined()

  private func bytes(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  @Test(arguments: ["", "a b\n", long, "a" + long], [false, true])
  func `UTF-16 is read after its byte-order mark`(text: String, isBigEndian: Bool) throws {
    let bytes = bytes(text, isBigEndian: isBigEndian)
    for size in [1, 2, 3, 65_535, 65_536] where size > 3 || text.count < 10 {
      let source = TextSource(Pieces(bytes, of: size))
      var read: [UInt8] = []
      while case let more = try source.next(), !more.isEmpty { read += more }
      #expect(read == Array(text.utf8))
    }
  }

  @Test func `a broken end of UTF-16 becomes a replacement character`() throws {
    for end in [[0x3D], [0x3D, 0xD8]] as [[UInt8]] {
      let source = TextSource(Pieces([0xFF, 0xFE, 0x61, 0] + end, of: 4))
      #expect(try source.next() + source.next() + source.next() == Array("a\u{FFFD}".utf8))
    }
  }

  @Test func `a list in UTF-16 is found and read`() throws {
    let report = try net.take(bytes: bytes("Source\tTarget\nzoë\tbob\n", isBigEndian: false))
    #expect(report.inputs.map(\.format) == ["edges"])
    #expect(report[.follows].added == 1)
  }
}
