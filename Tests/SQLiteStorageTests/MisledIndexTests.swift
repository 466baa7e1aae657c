import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests index entries that lead to a wrong row because of a changed bit.
@Suite struct MisledIndexTests {
  @Test func `a post is not taken for another`() throws {
    let folder: TemporaryFolder
    let before: [String]
    do {
      let fixture = try Fixture("ana", "bob")
      folder = fixture.folder
      for text in ["one", "two"] { _ = try fixture.network.post(text, by: "ana") }
    }
    let path = folder.file("net.db")
    try RawDatabase.run(
      "UPDATE posts SET id = CASE id WHEN 1 THEN 2 ELSE 1 END", on: path, behind: ["posts_by_id"])
    before = try RawDatabase(path).dump()
    let network = try Network.open(at: path, patience: .ofTests)
    let damaged = ServiceError.refused(input: "1", reason: .storage(.file(.damaged)))
    #expect(throws: damaged) { try network.deletePost("ana", 1) }
    #expect(throws: damaged) { try network.like("bob", 1) }
    #expect(throws: ServiceError.storage(.file(.damaged))) {
      try network.conversations.view(Post.ID(1), as: .nobody)
    }
    #expect(try RawDatabase(path).dump() == before)
  }
}
