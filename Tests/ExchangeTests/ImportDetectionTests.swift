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
      try net.keys(of: "user") == ["acct:zoë@x.org", "acct:зоя@пример.рф"])
  }

  // MARK: Unsupported content

  @Test(
    arguments: [
      ("<!DOCTYPE html>\n<p>hi", .webPages), ("\n<HTML lang=en>", .webPages), ("<p>hi", nil),
    ] as [(String, UnsupportedContent?)])
  func `a web page is told from other texts`(text: String, content: UnsupportedContent?) throws {
    let path = try net.folder.write(text, to: "x")
    let error = content.map { ExchangeError.unsupported(path: path, $0) }
    #expect(throws: error ?? .unknownFormat(path: path, fitting: [])) { try net.take(path) }
  }

  @Test(
    arguments: [
      (["start_here.html", "posts_1.html", "a.jpg"], .webPages),
      (["a.jpg", "old.ZIP", "start_here.html"], .innerArchive("old.ZIP")),
      (["a.jpg", "in/more.tar.gz"], .innerArchive("in/more.tar.gz")), (["a.jpg", "b.jpg"], nil),
    ] as [([String], UnsupportedContent?)])
  func `a folder of web pages or archives is told from others`(
    names: [String], content: UnsupportedContent?
  ) throws {
    let path = try net.folder.write(Archives.zip(names.map { .init($0, "x y z") }), to: "a.zip")
    let error = content.map { ExchangeError.unsupported(path: path, $0) }
    #expect(throws: error ?? .unknownFormat(path: path, fitting: [])) { try net.take(path) }
  }

  @Test func `other files with keys of a Makestagram are unknown`() throws {
    let path = try net.folder.write(#"{"login":"a","followers":20,"following":0}"#, to: "x")
    #expect(throws: ExchangeError.unknownFormat(path: path, fitting: [])) { try net.take(path) }
  }

  @Test func `a list in an archive of the Finder is found`() throws {
    let zip = Archives.zip([
      .init("list.txt", "a b\n"), .init("__MACOSX/._list.txt", "x"), .init(".DS_Store", "x"),
    ])
    #expect(try net.take(bytes: zip)[.follows].added == 1)
  }

  @Test func `followers without a record are not refused`() throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options { $0.viewer = alice }
    let path = try net.folder.write("Account address\n", to: "x")
    #expect(try net.take(path, options, from: "followers").hasChanges == false)
  }

  @Test func `two people have their own feeds without metadata`() throws {
    for handle in ["alice", "bob"] {
      let options = ImportFixture.options { $0.into = try? net.add(handle) }
      let report = try net.take(text: "2020-01-01T00:00:00Z\thi\n", options)
      #expect(report[.posts].added == 1)
    }
  }

  // MARK: Named formats

  private static let archives: [String: [Archives.Entry]] = [
    "mastodon": [.init("actor.json", #"{"type":"Person"}"#), .init("outbox.json", "{}")],
    "twitter": [
      .init("data/account.js", "window.YTD.account.part0 = []"),
      .init("data/tweets.js", "window.YTD.tweets.part0 = []"),
    ],
    "instagram": [.init("media/posts_1.json", "[]"), .init("following.json", "{}")],
    "tables": [.init("a.csv", "id,name\n1,a\n"), .init("b.csv", "id,name\n1,a\n")],
  ]

  @Test(
    arguments: [
      ("twitter", "mastodon"), ("twitter", "instagram"), ("twitter", "makestagram"),
      ("twitter", "activitystreams"), ("twitter", "ldbc"), ("mastodon", "twitter"),
      ("mastodon", "instagram"), ("tables", "mastodon"), ("tables", "ldbc"),
    ], [false, true])
  func `an archive without the named format is refused`(
    _ archive: (content: String, format: String), keepsGoing: Bool
  ) throws {
    let zip = Archives.zip(try #require(Self.archives[archive.content]))
    let path = try net.folder.write(zip, to: "a.zip")
    let options = ImportFixture.options { $0.keepsGoing = keepsGoing }
    #expect(throws: ExchangeError.unsupported(path: path, .noRecord(of: archive.format))) {
      try net.take(path, options, from: archive.format)
    }
  }

  @Test(arguments: ["activitystreams", "feed", "makestagram", "mastodon", "ldbc"])
  func `a file without the named format is refused`(format: String) throws {
    let path = try net.folder.write(#"{"a":1}"#, to: "x")
    #expect(throws: ExchangeError.unsupported(path: path, .noRecord(of: format))) {
      try net.take(path, from: format)
    }
  }

  @Test(arguments: ["instagram", "twitter"])
  func `an empty archive of the named format is not refused`(format: String) throws {
    let alice = try net.add("alice")
    let zip = Archives.zip(try #require(Self.archives[format]))
    let options = ImportFixture.options { $0.viewer = alice }
    let path = try net.folder.write(zip, to: "a.zip")
    #expect(try net.take(path, options, from: format).hasChanges == false)
    let list = try net.folder.write("[]\n", to: "list")
    #expect(try net.take(list, options, from: format).hasChanges == false)
  }
}
