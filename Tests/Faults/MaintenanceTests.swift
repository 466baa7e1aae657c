import Foundation
import Support
import Testing

/// People write and delete while others harm, repair, copy, salvage and seed, and some of all of
/// them are killed.
@Suite struct MaintenanceTests {
  /// Every copy is looked at whole, and the network grows with each step: more would take minutes.
  private static let steps =
    min(Int(ProcessInfo.processInfo.environment["PROFILECTL_STEPS"] ?? "") ?? 8, 80)

  @Test func `every copy has what was told before, and nothing is lost or taken for damage`()
    async throws
  {
    let program = try Self.network()
    let ledger = Ledger()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          var keeper = Keeper(program, number, ledger)
          try keeper.work(steps: Self.steps)
        }
      }
      try await group.waitForAll()
    }
    #expect(ledger.found == [])
    let (page, harm) = (ledger.page, ledger.harm)
    #expect(harm.repaired > 0, "no repair had anything to do")
    #expect(harm.repaired <= harm.done)
    #expect([0, 1].contains(try program.run("doctor", "--repair", "--yes").status))
    let posts = Set(try Judge.posts(in: program.home.file("net.db")))
    #expect(page.fault(of: posts, given: page) == nil)
    // Whoever makes a file next clears away what others left who were killed at that.
    #expect(try program.run("backup", "last.db").status == 0)
    #expect(try program.home.names().filter { $0.hasPrefix(".") } == [])
    print(
      "maintenance: \(6 * Self.steps) chores and posts, \(page.told.count) told of,",
      "\(page.deleted.count) deleted; \(harm.repaired) of \(harm.done) harms repaired and told of")
  }

  /// The ledger's own control.
  @Test(arguments: ["backup COPY --yes", "doctor --salvage COPY"])
  func `a post that is told of and is nowhere, or deleted and still there, is found out`(
    chore: String
  ) throws {
    let program = try Self.network()
    _ = try program.run("post", "still here", "--as", "ana")
    for isDeleted in [true, false] {
      let ledger = Ledger()
      if isDeleted { ledger.delete("still here") } else { ledger.tell("nowhere") }
      var keeper = Keeper(program, isDeleted ? 0 : 1, ledger)
      try keeper.work(steps: 3, chores: [chore])
      let fault = isDeleted ? "still has [\"still here\"]" : "lacks [\"nowhere\"]"
      #expect(ledger.found.contains { $0.hasSuffix(fault) })
    }
  }

  @Test func `a harm that should not be, and what a repair does not tell, are found out`() throws {
    let program = try Self.network()
    let ledger = Ledger()
    var keeper = Keeper(program, 0, ledger, harm: "UPDATE users SET post_count = post_count + 1")
    try keeper.work(steps: 6, chores: ["HARM doctor --repair --yes", "HARM backup COPY --yes"])
    #expect(ledger.found.contains { $0.contains("copy") && $0.contains("DerivedColumn.posts") })
    #expect(ledger.found.contains { $0.contains("repaired") && $0.contains("post_count") })
    #expect(ledger.harm.repaired == 0)
  }

  private static func network() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob")
    return program
  }
}
