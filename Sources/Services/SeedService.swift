package import Model

/// Making synthetic networks.
package struct SeedService {
  let store: Store

  /// Called now and then, from any thread, with how far the work has come.
  package typealias Report = @Sendable (SeedProgress) -> Void

  /// A network that was planned, and what it holds.
  package struct Plan: Sendable {
    let network: SyntheticNetwork
    package let summary: SeedSummary
  }

  /// Plans a network, which needs no file; the summary of the plan is that of the network.
  package static func plan(_ order: SeedOrder, _ report: Report) -> Plan {
    report(SeedProgress(.planning))
    let network = SyntheticNetwork(order)
    return Plan(network: network, summary: network.summary(report))
  }

  /// Adds the network to what is there, all of it or nothing.
  ///
  /// A handle that somebody has gets a number, and a post whose moment is another's is moved on.
  package func make(_ plan: Plan, _ report: @escaping Report) throws(ServiceError) {
    try store.perform { writing in
      try writing.load(plan.network, report)
    }
  }
}
