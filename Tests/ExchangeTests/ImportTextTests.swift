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
      return refusal.place == Place(path, line: line) && refusal.reason == .badRecord
        && (detail == nil || refusal.detail == detail)
    }
    options.keepsGoing = true
    let report = try net.take(path, options)
    #expect(report.inputs.map(\.format) == [format])
    #expect(report.refused == [.badRecord: 1])
    #expect(ContentKind.allCases.map { report[$0].added }.reduce(0, +) == 1)
  }
}
