import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests times of another type because of a changed bit, which SQLite sorts after all numbers.
@Suite(.timeLimit(.minutes(10))) struct OtherTypeTests {
  @Test func `the search of a seed for free moments ends`() throws {
    let path = try spoiled("UPDATE posts SET at = 'x' WHERE id = 2")
    let order = try SeedOrder(users: 5, posts: 10, from: Moment(seconds: 0), to: Moment(seconds: 9))
    #expect(throws: ServiceError.storage(.file(.damaged))) {
      try Network.open(at: path.file("net.db"), patience: .ofTests).seed(order)
    }
  }

  @Test(
    arguments: [
      "UPDATE posts SET at = 'x' || id WHERE id > 2",
      "UPDATE posts SET at = CAST('1' AS BLOB) WHERE id = 3",
    ], [1, 2, 3, 4])
  func `a list does not begin again`(change: String, limit: Int) throws {
    let folder = try spoiled(change)
    let network = try Network.open(at: folder.file("net.db"), patience: .ofTests)
    #expect(throws: ServiceError.storage(.file(.damaged))) {
      var request = PageRequest(limit: limit, isReversed: true)
      for _ in 0..<10 {
        let page = try network.posts.explore(as: .nobody, request)
        guard let next = page.next else { return }
        request.after = next
      }
    }
  }

  private func spoiled(_ change: String) throws -> TemporaryFolder {
    let fixture = try Fixture("ana")
    for at in 2...6 { _ = try fixture.network.post("post", by: "ana", at: Int64(at)) }
    try RawDatabase.run(untyped: change, on: fixture.path)
    return fixture.folder
  }
}
