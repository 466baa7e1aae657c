import Model
import Seeding
import Services

extension Network {
  /// Adds a synthetic network.
  @discardableResult
  package func seed(_ order: SeedOrder) throws -> SeedSummary {
    let plan = try SeedPlan(order) { _ in }
    try load(plan.network) { _ in }
    return plan.summary
  }
}
