package import Model
package import Storage

/// A planned synthetic network, which needs no file, and its summary.
package struct SeedPlan: Sendable {
  package let network: any PlannedNetwork
  package let summary: SeedSummary

  /// Throws `.interrupted` if the caller requests it.
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

  /// An upper limit in bytes of the memory for planning a network; with `isMaking`, also for
  /// loading it.
  ///
  /// It was measured from 1,000 to 300,000 users (2026-11-22).
  ///
  /// SQLite has 32 MiB of pages; sorting and indexing take the rest.
  package static func memory(for order: SeedOrder, isMaking: Bool) -> Int {
    let plan = order.users * 200 + order.allPosts * 110 + order.follows * 12
    let rows = (order.users + order.allPosts) * 1024 + (order.follows + order.likes) * 128
    return plan + (isMaking ? min(rows, 80 << 20) : 0)
  }
}
