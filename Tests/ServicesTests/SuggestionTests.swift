import Model
import Services
import Support
import Testing

@Suite struct SuggestionTests {
  @Test func `people are suggested by how many ways lead to them`() throws {
    let fixture = try circle()
    #expect(try suggestions(in: fixture.network) == ["eve 2", "fay 1", "gus 1"])
    #expect(try fixture.network.follows.suggestionCount(for: "ana") == 3)
  }

  /// Ana follows Bob and Cem; he leads to Eve and Gus, she to Eve and Fay.
  private func circle() throws -> Fixture {
    let fixture = try Fixture("ana", "bob", "cem", "eve", "fay", "gus")
    try fixture.network.follow("ana", all: ["bob", "cem"])
    try fixture.network.follow("bob", all: ["ana", "eve", "gus"])
    try fixture.network.follow("cem", all: ["eve", "fay"])
    return fixture
  }

  /// Each with the number of ways.
  private func suggestions(in network: Network) throws -> [String] {
    try network.follows.suggestions(for: "ana", PageRequest(limit: 9)).items.map {
      "\($0.profile.user.handle.text) \($0.sharedCount)"
    }
  }
}
