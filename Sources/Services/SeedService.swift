package import Model
internal import Seeding

/// Plans synthetic networks, and adds them to a file.
package struct SeedService {
  let store: Store

  /// Receives the progress of the work, on any thread.
  package typealias Report = @Sendable (SeedProgress) -> Void

  /// A planned network, and its contents in numbers.
  package struct Plan: Sendable {
    let network: SyntheticNetwork
    package let summary: SeedSummary
  }

  /// The most bytes of memory that planning takes, and adding to a file if `isMaking`.
  ///
  /// Measured from 1,000 to 300,000 users, 2026-11-22. SQLite has 32 MiB of pages, and uses the
  /// rest to sort and index.
  package static func memory(for order: SeedOrder, isMaking: Bool) -> Int {
    let plan = order.users * 200 + order.posts * 40 + order.follows * 12
    let rows = (order.users + order.posts) * 1024 + (order.follows + order.likes) * 128
    return plan + (isMaking ? min(rows, 80 << 20) : 0)
  }

  /// Plans a network; needs no file.
  package static func plan(
    _ order: SeedOrder, interrupts: Interrupts = Interrupts(), _ report: Report
  ) throws(ServiceError) -> Plan {
    func checkInterrupt() throws(ServiceError) {
      if interrupts.isAsked() { throw .interrupted }
    }
    report(SeedProgress(.preparing))
    let network = try SyntheticNetwork(order, checkInterrupt)
    let summary = try network.summary { progress throws(ServiceError) in
      try checkInterrupt()
      report(progress)
    }
    return Plan(network: network, summary: summary)
  }

  /// Adds the network to the file in one transaction.
  ///
  /// Handles that exist already get a number, and posts move to times that are free.
  package func make(_ plan: Plan, _ report: @escaping Report) throws(ServiceError) {
    try store.perform { writing in
      try writing.load(plan.network, report)
    }
  }
}
