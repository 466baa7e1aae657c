package import Model
internal import Seeding

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

  /// Bytes of memory that planning a network takes at most, and with `isMaking` adding it to a file
  /// (measured from 1,000 to 300,000 users, 2026-11-22).
  ///
  /// SQLite has 32 MiB of pages then, and what it sorts and indexes takes the rest.
  package static func memory(for order: SeedOrder, isMaking: Bool) -> Int {
    let plan = order.users * 200 + order.posts * 40 + order.follows * 12
    let rows = (order.users + order.posts) * 1024 + (order.follows + order.likes) * 128
    return plan + (isMaking ? min(rows, 80 << 20) : 0)
  }

  /// Plans a network, which needs no file; the summary of the plan is that of the network.
  package static func plan(
    _ order: SeedOrder, interrupts: Interrupts = Interrupts(), _ report: Report
  ) throws(ServiceError) -> Plan {
    func goOn() throws(ServiceError) {
      if interrupts.isAsked() { throw .interrupted }
    }
    report(SeedProgress(.preparing))
    let network = try SyntheticNetwork(order, goOn)
    let summary = try network.summary { progress throws(ServiceError) in
      try goOn()
      report(progress)
    }
    return Plan(network: network, summary: summary)
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
