import Exchange
import Foundation
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests Mastodon archives in each form that an archive can have.
@Suite struct MastodonTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  private static let everybody = #""https://www.w3.org/ns/activitystreams#Public""#
  private static let id = "https://m.social/users/Alice"

  private static let actor = """
    {"@context":"x","id":"\(id)","type":"Person","preferredUsername":"Alice","name":"Al \\u0001ice",
    "summary":"<p>I &amp; bees</p>","published":"2019-04-01T00:00:00Z",
    "icon":{"type":"Image","mediaType":"image/png","url":"avatar.png"}}
    """

  private static func note(
    _ number: Int, _ content: String, to: String = everybody, time: String = "12:00:00",
    more: String = ""
  ) -> String {
    """
    {"type":"Create","actor":"\(id)","published":"2020-01-01T\(time)Z","to":[\(to)],"cc":[],
    "object":{"id":"\(id)/statuses/\(number)","type":"Note","attributedTo":"\(id)",
    "published":"2020-01-01T\(time)Z","to":[\(to)],"cc":[],"content":"\(content)"\(more)}}
    """
  }

  /// Answers precede the posts they answer, and `orderedItems` occurs twice.
  private static let outbox = """
    {"@context":"x","totalItems":99,"orderedItems":[
    \(note(2, "<p>@alice deeper</p>", time: "12:00:01", more: #","inReplyTo":"\#(id)/statuses/1""#)),
    \(note(
      1,
      #"<p>One<br>two <a href=\"https://long.example/path/to\" ><span>long.example/pa</span>…</a></p>"#
        + #"<p>#Bees &lt;3</p>"#)),
    \(note(3, "secret", to: #""\#(id)/followers""#)),
    \(note(4, "to you", to: #""https://x.org/users/bob""#)),
    {"type":"Announce","object":"https://x.org/1","actor":"\(id)","to":[\(everybody)]},
    \(note(
      5, "<p>pictures</p>",
      more: ##","sensitive":true,"summary":"warning","attachment":["## + attachment("a.png", "one")
        + "," + attachment("b.png", "two") + "," + attachment("c.mp4", "", "video/mp4") + ","
        + attachment("lost.png", "") + "]")),
    \(note(6, "<p>same time</p>"))
    ],"orderedItems":[]}
    """

  private static func attachment(
    _ name: String, _ alt: String, _ type: String = "image/png"
  ) -> String {
    #"{"type":"Document","mediaType":"\#(type)","url":"/media_attachments/\#(name)","name":"\#(alt)"}"#
  }

  private static let entries: [Archives.Entry] = [
    .init("outbox.json", outbox, isDeflated: true), .init("actor.json", actor),
    .init("likes.json", #"{"orderedItems":["\#(id)/statuses/1","https://x.org/9"]}"#),
    .init("bookmarks.json", #"{"orderedItems":["https://x.org/9"]}"#),
    .init("following_accounts.csv", "Account address,Show boosts\nbob@x.org,true\n"),
    .init("followers.csv", "Account address\ncarol@x.org\n"),
    .init("avatar.png", [0x89, 1]), .init("media_attachments/a.png", [0x89, 2]),
    .init("media_attachments/b.png", [0x89, 3], isDeflated: true),
    .init("media_attachments/c.mp4", [1]),
  ]

  private func expectWhole(_ report: ImportReport, at path: String) throws {
    #expect(report.inputs.map(\.path) == [path])
    #expect(report.inputs.map(\.format) == ["mastodon"])
    #expect(report.inputs.map(\.owner) == ["alice"])
    #expect(report[.users].added == 1)
    #expect(report[.posts].added == 5)
    #expect(report[.pictures].added == 3)
    #expect(report[.follows].added == 2)
    #expect(report[.likes].added == 1)
    #expect(report.placeholders == 2)
    #expect(
      report.skipped == [
        .followersOnly: 1, .direct: 1, .repost: 1, .unsupportedMedia: 1, .pictureMissing: 1,
        .likeOfUnknownPost: 1, .bookmark: 1,
      ])
    #expect(report.changed == [.cleaned: 1, .split: 1, .timeMoved: 2])
  }

  @Test func `a zip, with every trap`() throws {
    let report = try net.take(bytes: Archives.zip(Self.entries), named: "archive.zip")
    try expectWhole(report, at: net.folder.file("archive.zip"))
    let posts = try net.posts()
    #expect(
      posts.map { [$0.text, $0.alt] } == [
        ["One\ntwo https://long.example/path/to\n\n#Bees <3", nil], ["warning\n\npictures", "one"],
        ["", "two"], ["same time", nil], ["@alice deeper", nil],
      ])
    #expect(posts.map(\.replyTo) == [nil, nil, nil, nil, 2])
    #expect(posts[4].conversation == 2)
    #expect(posts.flatMap(\.mentions) == ["alice"])
    #expect(try net.network.notices.count(for: "alice", [.mention, .reply]) == 0)
    let tags = try net.network.posts.hashtags(PageRequest(limit: 9)).items
    #expect(tags.map(\.tag.folded) == ["bees"])
    let alice = try net.users()[0]
    #expect([alice.name, alice.bio] == ["Al  ice", "I & bees"])
    #expect(try net.faults() == [])
  }

  @Test func `a folder and a packed tar give the same, and a second import changes nothing`() throws
  {
    for entry in Self.entries {
      let folder = entry.name.split(separator: "/").dropLast().first.map { "m/\($0)" } ?? "m"
      try FileManager.default.createDirectory(
        atPath: net.folder.file(folder), withIntermediateDirectories: true)
      try net.folder.write(entry.bytes, to: "m/\(entry.name)")
    }
    try expectWhole(try net.take(net.folder.file("m")), at: net.folder.file("m"))
    let dump = try net.dump()
    let text = Self.entries.filter { !$0.name.hasPrefix("media") && $0.name != "avatar.png" }
    let tar = Archives.tar(
      text.map { ("a/\($0.name)", String(decoding: $0.bytes, as: UTF8.self), "0") })
    for bytes in [tar, Archives.gzip(tar)] {
      #expect(try net.take(bytes: bytes, named: "m.tar").hasChanges == false)
    }
    let again = try net.take(bytes: Archives.zip(Self.entries))
    #expect(again.hasChanges == false)
    #expect(again.changed == [:])
    #expect(try net.dump() == dump)
  }

  @Test func `private posts come along when asked for, and an owner may be chosen`() throws {
    let zoe = try net.add("zoe")
    let options = ImportFixture.options {
      $0.into = zoe
      $0.includesPrivate = true
    }
    let report = try net.take(bytes: Archives.zip(Self.entries), options)
    #expect(report[.posts].added == 7)
    #expect(try net.privatePosts(of: "zoe").count == 2)
    #expect(try net.user("alice") == nil)
  }

  @Test func `of parts that are not chosen nothing is counted`() throws {
    let report = try net.take(
      bytes: Archives.zip(Self.entries), ImportFixture.options { $0.parts = [.follows] })
    #expect(report[.follows].added == 2)
    #expect([ContentKind.posts, .pictures, .likes].map { report[$0].read } == [0, 0, 0])
    #expect(report.skipped == [:])
    #expect(report.changed == [:])
  }

  @Test func `an owner who was only named before is the chosen one from then on`() throws {
    let zoe = try net.add("zoe")
    try net.take(text: "alice@m.social\n", ImportFixture.options { $0.viewer = zoe })
    let archive = Archives.zip(Self.entries)
    try net.take(bytes: archive, ImportFixture.options { $0.into = zoe })
    let report = try net.take(bytes: archive)
    #expect(report.inputs.map(\.owner) == [zoe.handle])
    #expect(report.hasChanges == false)
    #expect(try net.faults() == [])
  }

  @Test func `the handle of another user needs an owner`() throws {
    try net.add("alice")
    #expect(throws: ExchangeError.userExists(handle: "alice")) {
      try net.take(bytes: Archives.zip(Self.entries))
    }
  }

  @Test func `a changed text is an update, and what is filled in here stays`() throws {
    try net.take(bytes: Archives.zip(Self.entries))
    try net.store.perform { writing in
      let alice = try #require(try writing.reading.userID(ifAny: "alice"))
      try writing.update(alice, with: ProfileChanges(bio: try Bio("mine")))
    }
    var entries = Self.entries
    entries[0] = .init("outbox.json", Self.outbox.replacing("same time", with: "other words"))
    let report = try net.take(bytes: Archives.zip(entries))
    #expect(report[.posts].updated == 1)
    #expect(try net.users()[0].bio == "mine")
    #expect(try net.texts().count { $0 == "other words" } == 1)
    #expect(try net.faults() == [])
  }

  @Test func `a picture of one's own stays, and that of the archive is not counted as added`()
    throws
  {
    let archive = Archives.zip(Self.entries)
    try net.take(bytes: archive)
    let alice = try #require(try net.user("alice"))
    let own = PictureDraft(content: [0x89, 9], width: 1, height: 1)
    _ = try net.store.perform {
      try $0.update(alice, with: ProfileChanges(avatar: .set(own)))
    }
    let report = try net.take(bytes: archive)
    #expect(report.hasChanges == false)
    #expect(report[.pictures].unchanged == 3)
    #expect(try net.faults() == [])
  }

  @Test func `an archive of which nothing can be read is refused`() throws {
    let entries: [Archives.Entry] = [
      .init("outbox.json", #"{"totalItems":5,"orderedItems":[]}"#), .init("actor.json", "{}"),
    ]
    #expect(throws: ExchangeError.self) { try net.take(bytes: Archives.zip(entries)) }
  }

  @Test func `with keep-going the good records are saved`() throws {
    let bad = Self.outbox.replacing("2020-01-01T12:00:01Z", with: "yesterday")
    var entries = Self.entries
    entries[0] = .init("outbox.json", bad)
    #expect(throws: ExchangeError.self) { try net.take(bytes: Archives.zip(entries)) }
    #expect(try net.user("alice") == nil)
    let report = try net.take(
      bytes: Archives.zip(entries), ImportFixture.options { $0.keepsGoing = true })
    #expect(report[.posts].added == 4)
    #expect(report.refused == [.badTime: 1])
    #expect(try net.faults() == [])
  }

  @Test func `our own archive reads back`() throws {
    try net.take(bytes: Archives.zip(Self.entries))
    let alice = try #require(try net.user("alice"))
    let target = net.folder.file("out")
    try net.export(to: target, as: "activitystreams", ExportScope(user: alice))
    let other = try ImportFixture()
    let report = try other.take(target)
    #expect(report[.posts].added == 5)
    #expect(report[.pictures].added == 3)
    #expect(try other.keys(of: "user") == ["acct:alice@profilectl.invalid", "acct:bob@x.org"])
    #expect(try other.text(as: "edges") == "alice\tbob\n")
    func told(_ post: Post) -> [String?] {
      [post.text, post.alt, "\(post.createdAt.microseconds)"]
    }
    #expect(try other.posts().map(told) == net.posts().map(told))
    #expect(try other.faults() == [])
  }

  @Test func `an export that comes back to its owner adds nobody and no post`() throws {
    let options = ImportFixture.options
    try net.take(bytes: Archives.zip(Self.entries))
    let alice = try #require(try net.user("alice"))
    let zoe = try net.add("zoe")
    try net.store.perform {
      _ = try $0.insert(
        Edge(.follow, from: alice, to: .user(zoe.id)), reason: nil, at: Moment(seconds: 5))
    }
    let target = net.folder.file("out")
    try net.export(to: target, as: "activitystreams", ExportScope(user: alice))
    let before = try net.network.file.facts()
    let report = try net.take(target, options { $0.into = (alice, "alice") })
    #expect(report[.posts].unchanged == 5 && report.placeholders == 0)
    let after = try net.network.file.facts()
    #expect(after.users == before.users && after.posts == before.posts)
    #expect(try net.take(target, options { $0.into = (alice, "alice") }).hasChanges == false)
    #expect(try net.faults() == [])
  }
}
