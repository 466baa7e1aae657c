package import Model
package import Storage

/// A planned synthetic network, which needs no file, and a summary of its contents.
package struct SeedPlan: Sendable {
  package let network: any PlannedNetwork
  package let summary: SeedSummary

  /// Throws `.interrupted` if the caller asks to stop.
  package init(
    _ order: SeedOrder, interrupts: Interrupts = Interrupts(), _ report: LoadReport
  ) throws(StorageError) {
    func goOn() throws(StorageError) {
      if interrupts.isAsked() { throw .interrupted }
    }
    report(WorkProgress(.preparing))
    let network = try SyntheticNetwork(order, goOn)
    self.network = PlannedRows(network)
    summary = try network.summary { progress throws(StorageError) in
      try goOn()
      report(progress)
    }
  }

  /// An upper limit of the memory, in bytes, that planning a network takes; with `isMaking`, also
  /// loading it (measured from 1,000 to 300,000 users, 2026-11-22).
  ///
  /// SQLite then has 32 MiB of pages, and what it sorts and indexes takes the rest.
  package static func memory(for order: SeedOrder, isMaking: Bool) -> Int {
    let plan = order.users * 200 + order.allPosts * 110 + order.follows * 12
    let rows = (order.users + order.allPosts) * 1024 + (order.follows + order.likes) * 128
    return plan + (isMaking ? min(rows, 80 << 20) : 0)
  }
}
