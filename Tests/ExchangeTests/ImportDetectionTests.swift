import Exchange
import Model
import Support
import Testing

/// Tests how an import finds the format of its input.
@Suite struct ImportDetectionTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  // MARK: Comments

  @Test func `a feed is found after more than a hundred comments`() throws {
    let follows = (1...125).map { "# follow = user\($0) https://x.org/\($0).txt\n" }.joined()
    let report = try net.take(text: "# nick = alice\n\(follows)2020-01-01T00:00:00Z\thi\n")
    #expect(report.inputs.map(\.format) == ["twtxt"])
    #expect(report[.follows].added == 125)
  }

  @Test func `edges are found after more than a hundred comments`() throws {
    let comments = String(repeating: "# comment\n% comment\n \t\n", count: 60)
    #expect(try net.take(text: comments + "a b\n")[.follows].added == 1)
  }

  @Test func `accounts are found after comments, with a header or without`() throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options { $0.viewer = alice }
    for list in ["# friends\nAccount address,Languages\nbob@x.org,\n", "# more\ncarol@x.org\n"] {
      let report = try net.take(text: list, options)
      #expect(report.inputs.map(\.format) == ["accounts"])
      #expect(report.skipped == [.comment: 1])
    }
    #expect(try net.text(as: "edges") == "alice\tbob\nalice\tcarol\n")
  }

  @Test func `accounts are found whatever their letters`() throws {
    let alice = try net.add("alice")
    let list = "@Zoë@x.org\nзоя@пример.рф\nbo\u{308}b\n"
    let report = try net.take(text: list, ImportFixture.options { $0.viewer = alice })
    #expect(report.inputs.map(\.format) == ["accounts"])
    #expect(report[.follows].added == 3)
    #expect(
      try net.keysOfUsers() == ["acct:zoë@x.org", "acct:зоя@пример.рф"])
  }
}
