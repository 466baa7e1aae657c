import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests the users that completion offers among many others.
@Suite(.onEachEngine) struct OfferedUserTests {
  @Test func `an offer is marked as cut if not all users were checked`() throws {
    let fixture = try Fixture("zoe")
    let network = fixture.network
    let handles = (1...2_100).map { "u" + String(String(10_000 + $0).dropFirst()) }
    try network.create(handles)
    try network.follow("zoe", all: Array(handles.prefix(2_000)))
    func offered(_ prefix: String) throws -> CompletionOffer<OfferedUser> {
      try network.completion.users(beginning: prefix, among: .strangers, as: "zoe", limit: 3)
    }
    func names(_ prefix: String) throws -> [String] {
      try offered(prefix).items.map(\.handle.text)
    }
    // Only followed users were checked, so others may exist.
    #expect(try names("u") == [])
    #expect(try offered("u").isCut)
    // Fewer users than are checked.
    #expect(try names("u1") == [])
    #expect(try names("u209") == ["u2090", "u2091", "u2099"])
    #expect(try names("u2100") == ["u2100"])
  }

  @Test func `followed users are found among thousands, at both ends of the list`() throws {
    let fixture = try Fixture("zoe")
    let network = fixture.network
    let handles = (1...5_001).map { "u" + String(String(10_000 + $0).dropFirst()) }
    try network.create(handles.reversed())
    try network.follow("zoe", all: handles)
    let offer = try network.completion.users(
      beginning: "u000", among: .followees, as: "zoe", limit: 20)
    #expect(offer.items.map(\.handle.text) == (1...9).map { "u000\($0)" })
    #expect(!offer.isCut)
  }

  @Test func `users who are muted, and users who are not, are offered`() throws {
    let fixture = try Fixture("ana", "bea", "bob", "carl")
    let network = fixture.network
    _ = try network.edges.draw(
      .mute, to: [item("bob")], as: "ana", at: Moment(seconds: 1), BulkMode())
    func names(_ scope: UserScope, _ prefix: String = "") throws -> [String] {
      try network.completion.users(beginning: prefix, among: scope, as: "ana", limit: 9)
        .items.map(\.handle.text)
    }
    #expect(try names(.unmuted) == ["bea", "carl"])
    #expect(try names(.muted) == ["bob"])
    #expect(try names(.muted, "c") == [])
  }

  @Test func `only users that suit the command and are not named yet are offered`()
    throws
  {
    let fixture = try Fixture("zoe")
    let network = fixture.network
    let handles = (0...4_999).map { "u" + String(String(10_000 + $0).dropFirst()) }
    try network.create(handles)
    try network.follow("zoe", all: Array(handles.dropFirst()))
    func names(_ circle: UserScope, besides taken: Set<String> = []) throws
      -> [String]
    {
      try network.completion.users(
        beginning: "u", among: circle, as: "zoe", besides: taken, limit: 3
      ).items.map(\.handle.text)
    }
    #expect(try names(.strangers, besides: ["u0000"]) == [])
    _ = try network.unfollow("zoe", "u4999")
    #expect(try names(.strangers) == ["u0000", "u4999"])
    #expect(try names(.strangers, besides: ["u0000"]) == [])
    #expect(try names(.followees) == ["u0001", "u0002", "u4998"])
  }
}
