extension SeedService {
  /// Makes the network in a new file at `path`, which is there when all of it is, or never.
  package static func make(
    _ plan: Plan, at path: String, patience: Patience, interrupts: Interrupts = Interrupts(),
    _ report: @escaping Report
  ) throws(ServiceError) {
    try translatingErrors {
      try Writer.fill(newFileAt: path, patience: patience, interrupts: interrupts) {
        try $0.load(plan.network, report)
      }
    }
  }
}
