import Exchange
import Foundation
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests rules of the import that several formats share.
@Suite struct ImportRulesTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  private func makeFolder(_ name: String, _ files: [(name: String, text: String)]) throws -> String
  {
    try FileManager.default.createDirectory(
      atPath: net.folder.file(name), withIntermediateDirectories: true)
    for file in files { try net.folder.write(file.text, to: "\(name)/\(file.name)") }
    return net.folder.file(name)
  }

  /// The numbers of added, updated and unchanged records.
  private func numbers(_ counts: ImportCounts) -> [Int] {
    [counts.added, counts.updated, counts.unchanged]
  }

  // MARK: Files

  @Test func `every file of a folder of lists is read`() throws {
    let edges = try makeFolder("edges", [("a.csv", "a b\n"), ("b.csv", "from,to\nb,c\n")])
    #expect(try net.take(edges, from: "edges")[.follows].added == 2)
    let accounts = try makeFolder("accounts", [("a.csv", "x@y.org\n"), ("b.csv", "z@y.org\n")])
    let alice = try net.add("alice")
    let report = try net.take(
      accounts, ImportFixture.options { $0.viewer = alice }, from: "accounts")
    #expect(report[.follows].added == 2)
  }

  @Test func `every collection of a folder is read`() throws {
    let notes = [1, 2].map { number in
      (name: "\(number).json", text: #"{"orderedItems":[\#(Self.note(number, "hi"))]}"#)
    }
    let report = try net.take(try makeFolder("notes", notes), from: "activitystreams")
    #expect(report[.posts].added == 2)
    #expect(throws: ExchangeError.self) {
      try net.take(try makeFolder("none", [("a", "x"), ("b", "y")]), from: "activitystreams")
    }
  }

  // MARK: Makestagram

  private static let makestagram = """
    {"followers":{"u2":{"u1":true}},"following":{"u1":{"u2":true}},
    "posts":{"u1":{"p1":{"created_at":100.5,
    "image_url":"https://f.example/v0/b/x/o/images%2Fu1%2F7.png?alt=media&token=t"}}},
    "users":{"u1":{"username":"ann"},"u2":{"username":"ben"}}}
    """

  @Test func `a picture lies beside the database of a Makestagram`() throws {
    try net.folder.write([0x89, 1], to: "7.png")
    let report = try net.take(text: Self.makestagram, named: "data.json")
    #expect(report[.posts].added == 1)
    #expect(report[.pictures].added == 1)
    #expect(try net.take(text: Self.makestagram, named: "data.json").hasChanges == false)
    let other = try ImportFixture()
    let archive = Archives.zip([.init("x/data.json", Self.makestagram), .init("x/7.png", [0x89])])
    let path = try other.folder.write(archive, to: "a.zip")
    #expect(try other.take(path, from: "makestagram")[.pictures].added == 1)
  }

  @Test func `a picture lies under a relative path beside the database of a Makestagram`() throws {
    let folder = net.folder.file("img")
    mkdir(folder, 0o700)
    try net.folder.write([0x89, 1], to: "img/7.png")
    let text = #"{"posts":{"u1":{"p1":{"created_at":9,"image_url":"./img/7.png"}}},"users":{}}"#
    #expect(try net.take(text: text, named: "data.json")[.pictures].added == 1)
    symlink(folder, net.folder.file("link"))
    let other = text.replacing("img/", with: "link/").replacing("p1", with: "p2")
    #expect(try net.take(text: other, named: "data.json").skipped[.pictureMissing] == 1)
  }

  @Test func `only the chosen parts of a Makestagram are taken`() throws {
    let report = try net.take(
      text: Self.makestagram, ImportFixture.options { $0.parts = [.profile] })
    #expect(report[.users].added == 2)
    #expect(report[.follows].read == 0)
    #expect(report.skipped == [:])
  }

  @Test func `an owner who is made for other parts has no profile`() throws {
    let actor = Self.actor.replacing(#""type""#, with: #""name":"Alice","type""#)
    let archive = Archives.zip([
      .init("actor.json", actor), .init("outbox.json", Self.collection()),
    ])
    try net.take(bytes: archive, ImportFixture.options { $0.parts = [.follows] })
    #expect(try net.users().map { $0.name + $0.bio } == [""])
    try net.take(bytes: archive)
    #expect(try net.users().map { $0.name + $0.bio } != [""])
  }

  // MARK: ActivityStreams

  @Test func `a repeated post is found after its batch, and posts of many authors are counted`()
    throws
  {
    let authors = ["eve", "dan", "eve"].map { #""https://m.social/users/\#($0)""# }
    let notes = (1...5_001).map { Self.note($0, "hi", by: authors[$0 % 3]) }
    let text = #"{"@context":"x","orderedItems":[\#((notes + [notes[0]]).joined(separator: ","))]}"#
    let report = try net.take(text: text, ImportFixture.options { $0.keepsGoing = true })
    #expect(report[.posts].added == 5_001)
    #expect(report.skipped == [.duplicate: 1])
    #expect(try net.users().map(\.counts.posts) == [1_667, 3_334])
    #expect(try net.dump().contains(#""next_user":3,"next_post":5002}"#))
    #expect(try net.faults() == [])
  }

  private static func note(
    _ number: Int, _ content: String, by author: String = #""https://m.social/users/eve""#,
    to readers: String = #""to":"as:Public","#
  ) -> String {
    """
    {"id":"https://m.social/\(number)","type":"Note","attributedTo":\(author),\(readers)
    "published":"2020-01-01T12:00:00Z","content":"\(content)"}
    """
  }

  private static func collection(_ items: String..., more: String = "") -> String {
    #"{"@context":"x","type":"OrderedCollection"\#(more),"orderedItems":[\#(items.joined(separator: ","))]}"#
  }

  private static let actor =
    #"{"id":"https://m.social/users/alice","type":"Person","preferredUsername":"alice"}"#

  @Test(arguments: [
    "", #""to":null,"#, #""to":[],"cc":[],"#, #""cc":null,"#, #""bto":"as:Public","#,
    #""bcc":["https://x.org/users/bob"],"#, #""audience":"as:Public","#,
    #""to":"https://x.org/users/bob","#,
  ])
  func `a note that does not name everyone is a direct one`(readers: String) throws {
    let text = Self.collection(Self.note(1, "secret", to: readers))
    #expect(try net.take(text: text).skipped == [.direct: 1])
    try net.take(text: text, ImportFixture.options { $0.includesPrivate = true })
    #expect(try net.texts() == [])
    #expect(try net.privatePosts(of: "eve").count == 1)
  }

  @Test func `readers stand in the note, else in its activity`() throws {
    func create(_ number: Int, note: String, activity: String) -> String {
      #"{"type":"Create","actor":"https://m.social/users/eve",\#(activity)"#
        + #""object":\#(Self.note(number, "\(number)", to: note))}"#
    }
    let everyone = #""to":"as:Public","#
    let report = try net.take(
      text: Self.collection(
        create(1, note: "", activity: everyone),
        create(2, note: #""to":["https://m.social/users/eve/followers"],"#, activity: everyone),
        create(3, note: #""audience":"https://m.social/users/eve/followers","#, activity: everyone),
        create(4, note: #""to":null,"cc":[{"id":"as:Public"}],"#, activity: "")))
    #expect(report.skipped == [.followersOnly: 2])
    #expect(try net.texts() == ["1", "4"])
  }

  @Test func `of two notes with one id the first counts, also in a second import`() throws {
    let text = Self.collection(Self.note(1, "old"), Self.note(1, "new"))
    for expected in [[1, 0, 0], [0, 0, 1]] {
      let report = try net.take(text: text)
      #expect(numbers(report[.posts]) == expected)
      #expect(report.skipped == [.duplicate: 1])
    }
    #expect(try net.texts() == ["old"])
  }

  @Test func `of two lists with one key the last that is not empty counts`() throws {
    let lists = [Self.note(1, "old"), Self.note(2, "new"), ""].map { "\"orderedItems\":[\($0)]" }
    let text = #"{"@context":"x",\#(lists.joined(separator: ","))}"#
    #expect(throws: ExchangeError.self) { try net.take(text: text) }
    let report = try net.take(text: text, ImportFixture.options { $0.looksAhead = true })
    #expect(report[.posts].read == 1)
    #expect(report.skipped == [.duplicate: 1])
    #expect(try net.texts() == ["new"])
  }

  @Test func `a post that gets its place below another is updated`() throws {
    func note(_ number: Int, _ more: String = "") -> String {
      #"{"@context":"x","type":"Note","id":"https://h/\#(number)","to":"as:Public","#
        + #""attributedTo":"https://h/@alice","published":"2020-01-01T00:00:00Z","content":"x"\#(more)}"#
    }
    let child = note(2, #","inReplyTo":"https://h/1""#)
    for (text, expected) in [
      (child, [1, 0, 0]), (note(1), [1, 0, 0]), (child, [0, 1, 0]), (child, [0, 0, 1]),
    ] {
      #expect(numbers(try net.take(text: text)[.posts]) == expected)
    }
    #expect(try net.posts().first { $0.id == 1 }?.replyTo == 2)
  }

  @Test func `a collection without its items is refused, whatever else was read`() throws {
    let claim = #","totalItems":500"#
    let outbox = Self.collection(more: claim)
    let archive = Archives.zip([.init("actor.json", Self.actor), .init("outbox.json", outbox)])
    #expect(throws: ExchangeError.self) { try net.take(bytes: archive) }
    let report = try net.take(
      text: Self.collection(Self.note(1, "hi"), more: claim),
      ImportFixture.options { $0.parts = [.likes] })
    #expect(report.hasChanges == false)
  }

  @Test func `a post of another actor stays theirs, and an actor without an address is refused`()
    throws
  {
    let outbox = Self.collection(
      Self.note(1, "mine", by: #"["https://m.social/users/alice"]"#),
      Self.note(2, "hers", by: #"["https://x.org/users/eve"]"#),
      Self.note(3, "whose", by: #""urn:x""#),
      #"{"type":"Like","actor":"urn:x","object":"https://m.social/1"}"#)
    let archive = Archives.zip([.init("actor.json", Self.actor), .init("outbox.json", outbox)])
    let report = try net.take(bytes: archive, ImportFixture.options { $0.keepsGoing = true })
    #expect(report.refused == [.badRecord: 2])
    let posts = try net.posts().sorted { $0.id < $1.id }
    #expect(posts.map { [$0.author.text, $0.text] } == [["alice", "mine"], ["eve", "hers"]])
    #expect(posts.map(\.likeCount) == [0, 0])
  }

  // MARK: Texts

  @Test(arguments: [
    ("I <3 bees, 1 < 2 <!-- no --><b>and 2 < 3</b>", "I <3 bees, 1 < 2 and 2 < 3"),
    ("<script>if (1 < 2) {}</script>yes", "yes"),
    ("&eacute; &copy; &yuml; &hearts; &hellip; &none;", "é © ÿ ♥ … &none;"),
    (#"<a href='https://x.org/@bob'>@bob</a>"#, "@bob"),
    (#"<a href='https://x.org/bees'>x.org/bees</a>"#, "https://x.org/bees"),
    (#"a\r\nb\rc\nd"#, "a b c d"),
  ])
  func `HTML becomes the words that a browser shows`(html: String, words: String) throws {
    try net.take(text: Self.collection(Self.note(1, html)))
    #expect(try net.texts() == [words])
  }

  @Test(arguments: [
    ("bbbbbbbb ccc", " bbbbbbbb…"), ("bbbb cccc ddd", " bbbb…"), ("bbbbbbbbb", "xx bbbbbbbbb"),
    ("bbbbbbbbbbbb", "xx…"),
  ])
  func `a text beyond the limit is cut after the last whole word`(
    words: String, end: String
  ) throws {
    let text = String(repeating: "x", count: PostTextRule.limit - 10) + " " + words
    let report = try net.take(text: Self.collection(Self.note(1, text)))
    #expect(report[.posts].added == 1)
    let kept = try #require(try net.texts().first)
    #expect(kept.hasSuffix(end) && kept.count <= PostTextRule.limit, "\(kept.suffix(20))")
  }

  // MARK: People

  private func rename(_ user: User.ID, to handle: String) throws -> (id: User.ID, handle: Handle) {
    let handle = try Handle(handle)
    try net.store.perform { try $0.update(user, with: ProfileChanges(handle: handle)) }
    return (user, handle)
  }

  @Test func `an owner who was renamed here is reported by the handle of today`() throws {
    let archive = Archives.zip([
      .init("actor.json", Self.actor), .init("outbox.json", Self.collection()),
    ])
    try net.take(bytes: archive)
    _ = try rename(try #require(try net.user("alice")), to: "zoe")
    #expect(try net.take(bytes: archive).inputs.map(\.owner) == ["zoe"])
  }

  @Test func `posts of Instagram are known again after their owner was renamed`() throws {
    let posts = #"[{"media":[{"uri":"a.jpg"}],"title":"hi","creation_timestamp":100}]"#
    let alice = try net.add("alice")
    let report = try net.take(text: posts, ImportFixture.options { $0.viewer = alice })
    #expect(report[.posts].added == 1)
    let zoe = try rename(alice.id, to: "zoe")
    let again = try net.take(text: posts, ImportFixture.options { $0.viewer = zoe })
    #expect(numbers(again[.posts]) == [0, 0, 1])
    let other = try net.add("alice")
    let hers = try net.take(text: posts, ImportFixture.options { $0.viewer = other })
    #expect(numbers(hers[.posts]) == [1, 0, 0])
  }

  @Test func `follows and likes of the past are seen already`() throws {
    let bob = try net.add("bob")
    let options = ImportFixture.options { $0.into = bob }
    for list in ["carol@x.org\n", "dan@x.org\n"] {
      try net.take(try net.folder.write(list, to: "list"), options, from: "followers")
      #expect(try net.newActors(for: "bob") == [])
    }
    #expect(try net.faults() == [])
  }

  @Test(arguments: [false, true])
  func `a like that comes before its post is taken`(keepsGoing: Bool) throws {
    let like =
      #"{"type":"Like","actor":"https://x.org/users/bob","object":"https://m.social/1"}"#
    let stranger =
      #"{"type":"Like","actor":"https://x.org/users/bob","object":"https://m.social/9"}"#
    let options = ImportFixture.options { $0.keepsGoing = keepsGoing }
    let text = Self.collection(like, stranger, like, Self.note(1, "hi"))
    let report = try net.take(text: text, options)
    #expect(numbers(report[.likes]) == [1, 0, 0])
    #expect(report.skipped == [.likeOfUnknownPost: 1, .duplicate: 1])
    let second = try net.take(text: text, options)
    #expect(numbers(second[.likes]) == [0, 0, 1])
    #expect(try net.posts().map(\.likeCount) == [1])
  }

  @Test func `whoever an import makes has seen its posts`() throws {
    let dan = #""https://m.social/users/dan""#
    try net.take(text: Self.collection(Self.note(1, "hi"), Self.note(2, "ho", by: dan)))
    _ = try net.network.follow("eve", "dan")
    #expect(try net.network.timeline.count(of: "eve") == 2)
    #expect(try net.network.timeline.unseenCount(by: "eve", now: ImportFixture.now) == 0)
    #expect(try net.faults() == [])
  }

  @Test func `a notice that was not seen stays new, and an import adds none`() throws {
    let bob = try net.add("bob")
    let eve = try net.add("eve")
    try net.store.perform {
      _ = try $0.insert(
        Edge(.follow, from: eve.id, to: .user(bob.id)), reason: nil, at: Moment(seconds: 5))
    }
    let options = ImportFixture.options { $0.into = bob }
    let list = try net.folder.write("carol@x.org\ndan@x.org\n", to: "list")
    try net.take(list, options, from: "followers")
    #expect(try net.newActors(for: "bob") == ["eve"])
  }

  // MARK: Bounds

  @Test func `a picture whose header is long is usable again`() throws {
    let alice = try net.add("alice")
    let posts = #"[{"media":[{"uri":"a.jpg"}],"title":"hi","creation_timestamp":100}]"#
    let archive = Archives.zip([
      .init("posts_1.json", posts), .init("a.jpg", [UInt8](repeating: 7, count: 200_000)),
    ])
    let path = try net.folder.write(archive, to: "a.zip")
    for expected in [[1, 0, 0], [0, 0, 1]] {
      let session = ImportSession(
        ImportFixture.options { $0.viewer = alice },
        pictureSize: { $1 > 100_000 ? (1, 1) : nil })
      let input = try DetectedInput(try InputPath.open(path, InputMeter()), named: nil)
      try net.store.queue.together { writing in
        try session.run([input], into: try writing.importing(continuing: false))
      }
      #expect(numbers(session.report[.pictures]) == expected)
      #expect(session.report.skipped == [:])
    }
  }

  @Test func `long records are saved sooner, and a refusal keeps a part of its line`() throws {
    let long = String(repeating: "a", count: 1 << 20)
    let text = (0..<9).map { "n\($0)@\(long)\n" }.joined() + "\(long) x y\n"
    let path = try net.folder.write("a@b\n" + text, to: "long")
    let alice = try net.add("alice")
    let session = ImportSession(
      ImportFixture.options { ($0.keepsGoing, $0.viewer) = (true, alice) },
      pictureSize: { _, _ in nil })
    let input = try DetectedInput(try InputPath.open(path, InputMeter()), named: "accounts")
    var saves = 0
    try session.run([input]) { body in
      try net.store.queue.together { try body(try $0.importing(continuing: saves > 0)) }
      saves += 1
    }
    #expect(saves > 2)
    #expect(session.report[.follows].added == 10)
    #expect(session.report.refusals.map(\.detail.count) == [200])
  }

  @Test func `an export to a stream ends when it is asked to`() throws {
    try net.add("alice")
    try net.store.snapshot { reading in
      let output = ExportOutput(while: { false }) { _ in }
      let export = try Export(
        reading, scope: ExportScope(), domain: nil, to: output, drawing: .none)
      #expect(throws: ExchangeError.interrupted) {
        try export.write(as: try #require(ExportFormat.named("ndjson")))
      }
    }
  }
}
