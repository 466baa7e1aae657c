import Model
import Services
import Support
import Testing

/// Whom completion offers, where there are many others.
@Suite struct OfferedUserTests {
  @Test func `nobody is the only one where not all were looked at`() throws {
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
    // All she could follow go on with the same letter, as far as was looked.
    #expect(try names("u") == [])
    #expect(try offered("u").isCut)
    // Fewer than are looked at.
    #expect(try names("u1") == [])
    #expect(try names("u209") == ["u2090", "u2091", "u2099"])
    #expect(try names("u2100") == ["u2100"])
  }

  @Test func `whoever follows thousands is offered whoever else begins so at both ends`() throws {
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

  @Test func `nobody is offered who is named already, or can't be meant, wherever one looks`()
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
