internal import SQLite

extension SeedService {
  /// Makes the network in a new file at `path`, which is there when all of it is, or never.
  ///
  /// It grows in a hidden folder beside it, where nobody can have it open.
  package static func make(
    _ plan: Plan, at path: String, patience: Patience, interrupts: Interrupts = Interrupts(),
    _ report: @escaping Report
  ) throws(ServiceError) {
    try translatingErrors {
      try DatabaseFile.checkFree(path)
      let file = try DatabaseFile.createScratch(
        beside: path, as: Schema.identity, wait: patience.duration)
      let writer = Writer(file: file, patience: patience, interrupts: interrupts)
      try writer.together { try $0.load(plan.network, report) }
      writer.close()
      try file.takePlace(path, unless: interrupts.isAsked)
    }
  }
}
