import Exchange
import Files
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests the lossless export and its import.
@Suite struct DumpTests {
  let one: ImportFixture
  let other: ImportFixture

  init() throws {
    one = try ImportFixture()
    other = try ImportFixture()
  }

  private func fill() throws {
    let (alice, bob) = (try one.add("alice"), try one.add("bob"))
    _ = try one.add("gone")
    let gone = try #require(try one.user("gone"))
    try one.store.perform { writing in
      func post(
        _ text: String, by author: User.ID, at second: Int64, answering: PostKey? = nil,
        isPrivate: Bool = false
      ) throws -> Post.ID {
        let draft = try #require(
          PostDraft(text: try PostText(text), isPrivate: isPrivate, at: Moment(seconds: second)))
        return try writing.insert(draft, by: author, answering: answering, quoting: nil)
      }
      let first = try post("Hello \"all\"\n#bees @bob", by: alice.id, at: 100)
      let place = try #require(try writing.reading.place(ifAny: first, for: nil))
      let answer = try post("@alice yes", by: bob.id, at: 200, answering: place)
      let under = try #require(try writing.reading.place(ifAny: answer, for: nil))
      _ = try post("deeper", by: gone, at: 250, answering: under)
      _ = try post("mine alone", by: alice.id, at: 300, isPrivate: true)
      _ = try writing.insertRepost(of: place, by: bob.id, at: Moment(seconds: 400))
      _ = try writing.insert(
        Edge(.follow, from: alice.id, to: .user(bob.id)), reason: nil, at: Moment(seconds: 5))
      _ = try writing.insert(
        Edge(.like, from: bob.id, to: .post(place)), reason: nil, at: Moment(seconds: 500))
      _ = try writing.insert(
        Edge(.mute, from: alice.id, to: .user(gone)), reason: nil, at: Moment(seconds: 6))
      try writing.move(.notices, of: alice.id, to: Moment(seconds: 600))
      try writing.update(
        place, with: PostChanges(text: try PostText("Hello again #bees")),
        at: Moment(seconds: 700))
      try writing.delete(under)
    }
  }

  @Test func `export, import into a new network and export give the same bytes`() throws {
    try fill()
    let dump = try one.dump()
    try other.take(text: dump)
    #expect(try other.dump() == dump)
    #expect(try other.faults() == [])
    #expect(try other.take(text: dump).hasChanges == false)
    #expect(try other.dump() == dump)
  }

  @Test(arguments: [false, true])
  func `a picture that is too large for the memory goes out and in again`(
    keepsGoing: Bool
  ) throws {
    let (me, count) = (try one.add("alice"), 9 << 20 + 5)
    let picture = [0x89] + (1..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let posts = #"[{"media":[{"uri":"a.png"}],"title":"hi","creation_timestamp":100}]"#
    let archive = Archives.zip([.init("posts_1.json", posts), .init("a.png", picture)])
    let options = ImportFixture.options { ($0.viewer, $0.keepsGoing) = (me, keepsGoing) }
    #expect(try one.take(bytes: archive, options)[.pictures].added == 1)
    #expect(try one.faults() == [])
    let dump = try one.dump()
    #expect(dump.utf8.count > count / 3 * 4)
    #expect(try other.take(text: dump, options)[.pictures].added == 1)
    #expect(try other.dump() == dump)
    #expect(try other.faults() == [])
    let hash = SHA256.digest(of: picture).hexadecimal
    #expect(try other.network.pictures.original(hash) == picture)
  }

  @Test func `a picture in an unknown format has a name without an ending`() throws {
    let alice = try one.add("alice").id
    let picture = PictureDraft(content: [1, 2], width: 1, height: 1)
    _ = try one.store.perform { try $0.update(alice, with: ProfileChanges(avatar: .set(picture))) }
    try one.export(to: one.folder.file("out"), as: "csv")
    let names = try Folder.names(one.folder.file("out/pictures"))
    #expect(names.map { $0.contains(".") } == [false])
  }

  @Test func `words that were edited here stay, also in a copy`() throws {
    let archive = """
      {"@context":"x","type":"OrderedCollection","orderedItems":[{"id":"https://m.social/1",
      "type":"Note","attributedTo":"https://m.social/users/bob","to":"as:Public",
      "published":"2020-01-01T12:00:00Z","content":"as it was"}]}
      """
    try one.take(text: archive)
    try one.store.perform { writing in
      let place = try #require(try writing.reading.place(ifAny: Post.ID(1), for: nil))
      try writing.update(
        place, with: PostChanges(text: try PostText("my own words")), at: Moment(seconds: 700))
    }
    let dump = try one.dump()
    try other.take(text: dump)
    #expect(try other.dump() == dump)
    #expect(try other.take(text: archive).hasChanges == false)
    #expect(try other.dump() == dump)
  }

  @Test func `into another network users are found by handle, and a second import changes nothing`()
    throws
  {
    try fill()
    try other.add("zoe")
    try other.add("bob")
    let dump = try one.dump()
    let report = try other.take(text: dump)
    #expect(report[.users].added == 2)
    #expect(report[.posts].added == 4)
    let after = try other.dump()
    #expect(try other.take(text: dump).hasChanges == false)
    #expect(try other.dump() == after)
    #expect(try other.faults() == [])
  }

  @Test
  func `posts of one time keep their words, likes and answers in a network that has that time`()
    throws
  {
    let (alice, bob) = (try one.add("alice"), try other.add("bob"))
    let texts = ["one", "two", "three"]
    func post(_ text: String, by author: User.ID, _ moment: Int64, in fixture: ImportFixture) throws
    {
      try fixture.store.perform { writing in
        let draft = try #require(
          PostDraft(text: try PostText(text), isPrivate: false, at: Moment(microseconds: moment)))
        _ = try writing.insert(draft, by: author, answering: nil, quoting: nil)
      }
    }
    for (place, text) in texts.enumerated() {
      try post(text, by: alice.id, 1_000_000 + Int64(place), in: one)
    }
    for place in 0...1 { try post("b\(place)", by: bob.id, 1_000_000 + Int64(place), in: other) }
    let dump = try one.dump()
    let report = try other.take(text: dump)
    #expect(report.skipped == [:])
    #expect(report.changed[.timeMoved] == 3)
    for text in texts { #expect(try other.dump().contains("\"text\":\"\(text)\"")) }
    #expect(try other.take(text: dump).hasChanges == false)
  }

  @Test func `a dump that was cut or changed is refused as a whole, keep-going or not`() throws {
    try fill()
    let dump = try one.dump()
    for keepsGoing in [false, true] {
      let options = ImportFixture.options { $0.keepsGoing = keepsGoing }
      for bad in [
        String(dump.dropLast(120)), dump.split(separator: "\n").dropLast().joined(separator: "\n"),
        dump.replacing("deeper", with: "deepest"),
      ] {
        #expect(throws: ExchangeError.self) { try other.take(text: bad, options) }
        #expect(try other.user("alice") == nil)
      }
    }
  }
}
