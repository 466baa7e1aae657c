import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests the posts that completion offers among many others.
@Suite(.onEachEngine) struct OfferedPostTests {
  @Test func `own and liked posts are offered among thousands of others`() throws {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    try network.together {
      _ = try network.post("mine", by: "ana")
      _ = try network.post("mine alone", by: "ana", isPrivate: true)
      _ = try network.post("liked", by: "bob")
      for number in 1...2_100 { _ = try network.post("other", by: "bob", at: Int64(number) * 9) }
      _ = try network.like("ana", 3)
    }
    func offered(_ shelf: PostScope, _ digits: String = "") throws -> [Int64] {
      try network.completion.posts(beginning: digits, among: shelf, as: "ana", limit: 3)
        .items.map(\.id.number)
    }
    #expect(try offered(.own) == [2, 1])
    #expect(try offered(.own, "1") == [1])
    #expect(try offered(.liked) == [3])
    // The last offered number begins with other digits, so that TAB inserts none.
    #expect(try offered(.unliked) == [2_103, 2_102, 1_999])
    #expect(try offered(.others, "20") == [2_099, 2_098, 2_089])
    #expect(try offered(.all) == [2_103, 2_102, 1_999])
    #expect(try offered(.all, "210") == [2_103, 2_102, 2_101])
    #expect(try offered(.others, "3") == [399, 398, 389])
    // At any limit the offered numbers begin with two different digits, as all numbers do.
    for limit in 2...130 {
      let offer = try network.completion.posts(
        beginning: "", among: .all, as: "ana", limit: limit)
      #expect(Set(offer.items.map { String($0.id.number).first }).count > 1, "\(limit)")
    }
  }

  @Test func `a single result is no unique one if not all posts were checked`() throws {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    try network.together {
      for number in 1...2_100 {
        let author = (51...2_099).contains(number) ? "ana" : "bob"
        _ = try network.post("a post", by: author, at: Int64(number) * 9)
      }
    }
    func offered(_ digits: String) throws -> CompletionOffer<OfferedPost> {
      try network.completion.posts(beginning: digits, among: .others, as: "ana", limit: 3)
    }
    let offer = try offered("")
    #expect(offer.items.map(\.id.number) == [2_100, 50])
    #expect(offer.isCut)
    #expect(try offered("21").items.map(\.id.number) == [2_100, 21])
    #expect(try !offered("21").isCut)
  }

  @Test(.tags(.ofFiles)) func `a typed number that is a post does not hide longer numbers`() throws
  {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    try network.together { for _ in 1...7 { _ = try network.post("first", by: "bob") } }
    try fixture.raw().run("UPDATE counters SET value = 700000 WHERE name = 'posts'")
    try network.together {
      _ = try network.post("late", by: "bob")
      for number in 1...2_100 { _ = try network.post("own", by: "ana", at: Int64(number) * 9) }
    }
    let offer = try network.completion.posts(beginning: "7", among: .others, as: "ana", limit: 3)
    #expect(offer.items.isEmpty && offer.isCut)
  }

  @Test(.tags(.ofFiles))
  func `only posts that suit the command are offered, and no list is read twice`()
    throws
  {
    let fixture = try Fixture("ann", "bob")
    try fixture.network.together {
      for number in 1...4_001 {
        let isOfAnn = number == 4_001 || (1_000...3_099).contains(number)
        _ = try fixture.network.post("word", by: isOfAnn ? "ann" : "bob", at: Int64(number) * 9)
      }
      for number in 1_000...3_099 { _ = try fixture.network.like("bob", number) }
      _ = try fixture.network.like("bob", 4_001)
    }
    let recorder = StatementRecorder(fixture.path)
    let network = try fixture.another()
    for (shelf, viewer) in [(PostScope.own, "ann"), (.liked, "bob")] {
      func offered(_ digits: String) throws -> [Int64] {
        let offer = try network.completion.posts(
          beginning: digits, among: shelf, as: .named(Handle(stored: viewer)), limit: 3)
        return offer.items.map(\.id.number)
      }
      #expect(try offered("4") == [4_001])
      #expect(try offered("10") == [1_099, 1_098, 1_089])
      #expect(try offered("9") == [])
    }
    #expect(recorder.runs(of: "SELECT 1 FROM posts WHERE author = ? AND private = 0 LIMIT") == 3)
    #expect(recorder.runs(of: "SELECT 1 FROM likes WHERE liker = ? LIMIT") == 3)
  }

  @Test func `a repost is offered with the words of what it repeats, and not for editing`() throws {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    _ = try network.post("mine", by: "ana")
    _ = try network.post("words of bob", by: "bob")
    _ = ServicesDriver(network: network).apply(.talk("ana", .repost(2, at: 30)))
    func offered(_ scope: PostScope) throws -> [OfferedPost] {
      try network.completion.posts(beginning: "", among: scope, as: "ana", limit: 9).items
    }
    #expect(
      try offered(.own) == [
        OfferedPost(id: 3, author: "bob", beginning: "words of bob"),
        OfferedPost(id: 1, author: "ana", beginning: "mine"),
      ])
    #expect(try offered(.editable).map(\.id.number) == [1])
  }

  @Test func `only posts that the viewer reported are offered to unflag`() throws {
    let fixture = try Fixture("ana", "bob", "carol")
    let network = fixture.network
    for _ in 1...3 { _ = try network.post("word", by: "bob") }
    _ = try network.flag("ana", 2)
    _ = try network.flag("carol", 3)
    let offer = try network.completion.posts(beginning: "", among: .flagged, as: "ana", limit: 9)
    #expect(offer.items.map(\.id.number) == [2])
    _ = try network.flag("carol", 2)
    let all = try network.completion.posts(beginning: "", among: .reported, as: .nobody, limit: 9)
    #expect(all.items.map(\.id.number) == [3, 2])
  }

  @Test(.tags(.ofFiles)) func `an offer is marked as cut if not all posts were checked`() throws {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    try fixture.raw().run("UPDATE counters SET value = 10000 WHERE name = 'posts'")
    try network.together {
      for number in 1...2_100 { _ = try network.post("mine", by: "ana", at: Int64(number) * 9) }
    }
    try fixture.raw().run("UPDATE counters SET value = 20000 WHERE name = 'posts'")
    _ = try network.post("other", by: "bob", at: 99_999)
    func offered(_ digits: String) throws -> CompletionOffer<OfferedPost> {
      try network.completion.posts(beginning: digits, among: .others, as: "ana", limit: 3)
    }
    // Another post could follow after more of her own than are checked.
    #expect(try offered("").items == [] && offered("").isCut)
    #expect(try offered("2").items.count == 1)
  }
}
