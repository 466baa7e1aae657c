import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Runs deeds on a network whose tables are partitioned as they would be spread over machines, and
/// examines the plan of each statement.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct SpreadTests {
  private func withSpreadNetwork(
    _ body: (PostgresServer, Network, _ url: String) throws -> Void
  ) throws {
    let server = try #require(PostgresServer.shared)
    let url = try server.newDatabase()
    defer { server.drop(url) }
    _ = try Network.create(at: url, patience: .ofTests)
    try server.spread(url)
    try server.logPlans(of: url)
    try body(server, Network.open(at: url, patience: .ofTests), url)
  }

  @Test func `deeds and lists lock and join rows of one machine only`() throws {
    try withSpreadNetwork { server, network, url in
      let driver = ServicesDriver(network: network)
      var generator = SeededGenerator(seed: 11)
      var model = NetworkModel()
      model.sharesTimes = true
      for step in 1...500 {
        let deed = Deed.random(
          in: model, at: Int64(step) * 3, pictures: 9, talks: true, using: &generator)
        let expected = model.apply(deed)
        #expect(driver.apply(deed) == expected, "step \(step): \(deed)")
      }
      #expect(try driver.state() == model.state)
      #expect(try driver.talkState() == model.talkState)
      let plans = try server.plans(of: url)
      #expect(plans.count > 1_000)
      var found: [String: String] = [:]
      for plan in plans {
        if let fault = plan.fault { found[plan.statement] = fault }
      }
      for (statement, fault) in found { Issue.record("\(fault): \(statement)") }
      #expect(try network.file.examine(isDeep: true) == [])
    }
  }

  @Test(arguments: [
    ("SELECT 1 FROM profilectl.users WHERE id = ANY (ARRAY[1, 2, 3, 4]) FOR UPDATE", "locks"),
    ("SELECT 1 FROM profilectl.users AS u JOIN profilectl.handles AS h ON h.id = u.id", "joins"),
    (
      "SELECT 1 FROM profilectl.follows AS f JOIN profilectl.users AS u ON u.id = f.followee",
      "joins"
    ),
    (
      """
      SELECT 1 FROM profilectl.users AS u WHERE id = 1
      AND EXISTS (SELECT 1 FROM profilectl.users WHERE id = 2)
      """, "joins"
    ),
    ("SELECT 1 FROM profilectl.users WHERE id = ANY (ARRAY[1, 2, 3, 4])", nil),
    ("SELECT 1 FROM profilectl.users WHERE id = 1 FOR UPDATE", nil),
    (
      """
      SELECT 1 FROM profilectl.users AS u JOIN profilectl.follows AS f ON f.follower = u.id
      WHERE u.id = 7 AND f.follower = 7
      """, nil
    ),
  ])
  func `the check of plans finds locks and joins over machines`(
    statement: String, fault: String?
  ) throws {
    try withSpreadNetwork { server, _, url in
      try server.run(statement, in: url)
      let plan = try #require(
        try server.plans(of: url).last { $0.statement.contains("SELECT 1 FROM profilectl") })
      #expect(plan.fault == fault)
    }
  }
}
