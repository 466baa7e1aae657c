import Foundation
import Support
import Testing

/// Tests repairs, backups, salvages and seeds beside writers, with some of the processes killed.
@Suite struct MaintenanceTests {
  /// Each copy is examined whole and the network grows with each step: more would take minutes.
  private static let steps =
    min(Int(ProcessInfo.processInfo.environment["PROFILECTL_STEPS"] ?? "") ?? 8, 80)

  @Test func `copies hold all posts acknowledged before, and only planted damage is found`()
    async throws
  {
    let program = try Self.network()
    let log = MaintenanceLog()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          var worker = MaintenanceWorker(program, number, log)
          try worker.work(steps: Self.steps)
        }
      }
      try await group.waitForAll()
    }
    #expect(log.faults == [])
    let (snapshot, damage) = (log.snapshot, log.damage)
    #expect(damage.repaired > 0, "no repair found any damage")
    #expect(damage.repaired <= damage.done)
    #expect([0, 1].contains(try program.run("doctor", "--repair", "--yes").status))
    let posts = Set(try NetworkContents.posts(in: program.home.file("net.db")))
    #expect(snapshot.fault(of: posts, given: snapshot) == nil)
    // The next new file removes the leftovers of killed processes.
    #expect(try program.run("backup", "last.db").status == 0)
    #expect(try program.home.names().filter { $0.hasPrefix(".") } == [])
    print(
      "maintenance: \(6 * Self.steps) chores and posts, \(snapshot.acknowledged.count) acknowledged,",
      "\(snapshot.deleted.count) deleted; \(damage.repaired) of \(damage.done) damaged counts repaired"
    )
  }

  /// Tests the log itself.
  @Test(arguments: ["backup COPY --yes", "doctor --salvage COPY"])
  func `the log reports a missing post and a deleted post that is still there`(
    chore: String
  ) throws {
    let program = try Self.network()
    _ = try program.run("post", "still here", "--as", "ana")
    for isDeleted in [true, false] {
      let log = MaintenanceLog()
      if isDeleted { log.confirmDeletion(of: "still here") } else { log.addPost("nowhere") }
      var worker = MaintenanceWorker(program, isDeleted ? 0 : 1, log)
      try worker.work(steps: 3, chores: [chore])
      let fault = isDeleted ? "still has [\"still here\"]" : "lacks [\"nowhere\"]"
      #expect(log.faults.contains { $0.hasSuffix(fault) })
    }
  }

  @Test func `the log reports unexpected damage and an unexpected repair`() throws {
    let program = try Self.network()
    let log = MaintenanceLog()
    var worker = MaintenanceWorker(
      program, 0, log,
      damage: "UPDATE users SET post_count = post_count + 1")
    try worker.work(steps: 6, chores: ["DAMAGE doctor --repair --yes", "DAMAGE backup COPY --yes"])
    #expect(log.faults.contains { $0.contains("copy") && $0.contains("DerivedColumn.posts") })
    #expect(log.faults.contains { $0.contains("repaired") && $0.contains("post_count") })
    #expect(log.damage.repaired == 0)
  }

  private static func network() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob")
    return program
  }
}
