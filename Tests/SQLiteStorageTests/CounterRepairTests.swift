import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests that after a repair no number is given out twice.
@Suite struct CounterRepairTests {
  @Test func `no number is given out twice after a counter changed its name`() throws {
    let fixture = try Fixture("ana")
    for at in 1...5 { _ = try fixture.network.post("post", by: "ana", at: Int64(at)) }
    for number in [4, 5] { _ = try fixture.network.deletePost("ana", number) }
    try fixture.raw().run("UPDATE counters SET name = 'qosts' WHERE name = 'posts'")
    #expect(try fixture.network.file.repair().findings.allSatisfy(\.isRepaired))
    let post = try fixture.network.post("post", by: "ana", at: 6)
    #expect(post.post?.item.number == 6)
  }

  @Test(arguments: [2, 3])
  func `an exhausted number does not prevent a repair`(
    counter: Int64
  ) throws {
    let fixture = try Fixture("ana", "bob", "carl")
    _ = try fixture.network.follow("ana", "carl")
    let highest: Int64 = (1 << 53) - 2
    try fixture.raw().run(
      """
      UPDATE users SET id = \(highest) WHERE username = 'bob';
      UPDATE users SET follower_count = 7 WHERE username = 'carl';
      UPDATE counters SET value = \(counter) WHERE name = 'users'
      """)
    let repair = try fixture.network.file.repair()
    let count = Fault.count(.user(3, handle: "carl"), .followers, stored: 7, actual: 1)
    #expect(repair.findings.contains(Finding(count, .repaired)), "\(repair.findings)")
    let tooHigh = Fault.counter("users", stored: 3, highest: highest)
    #expect(repair.findings.contains(Finding(tooHigh)), "\(repair.findings)")
    #expect(try fixture.network.create("dora") == .created)
  }
}
