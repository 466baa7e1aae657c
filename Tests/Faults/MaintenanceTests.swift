import Foundation
import Support
import Synchronization
import Testing

/// People write while others repair, copy, salvage and seed, and some of all of them are killed.
@Suite struct MaintenanceTests {
  private static let steps =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STEPS"] ?? "") ?? 8

  /// What every worker knows.
  private final class Ledger: Sendable {
    private let told = Mutex<Set<String>>([])
    private let faults = Mutex<[String]>([])

    /// The posts that were told of.
    var posts: Set<String> { told.withLock { $0 } }
    var found: [String] { faults.withLock { $0 } }

    func tell(_ post: String) { told.withLock { _ = $0.insert(post) } }
    func blame(_ fault: String) { faults.withLock { $0.append(fault) } }
  }

  private static let chores = [
    "doctor --deep", "doctor --repair --yes", "backup COPY --yes", "doctor --salvage COPY",
    "doctor --salvage COPY", "doctor --salvage COPY", "seed --users 20 --seed NUMBER",
    "seed --users 5 --seed NUMBER", "cache clear", "search x* --count",
  ]

  @Test func `every copy has what was told before, and nothing is lost or taken for damage`()
    async throws
  {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob")
    let ledger = Ledger()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<6 {
        let program = program
        group.addTask { try Self.work(program, worker, ledger) }
      }
      try await group.waitForAll()
    }
    #expect(ledger.found == [])
    let posts = Set(try Judge.posts(in: program.home.file("net.db")))
    #expect(ledger.posts.subtracting(posts) == [])
    #expect(try program.home.names().filter { $0.hasPrefix(".") } == [])
    print("maintenance: \(6 * Self.steps) chores and posts, \(ledger.posts.count) told of")
  }

  /// The ledger's own control.
  @Test func `a post that is told of and is nowhere is found out`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana")
    let ledger = Ledger()
    ledger.tell("a post of which nobody told")
    try Self.work(program, 0, ledger, chores: ["backup COPY --yes"])
    #expect(ledger.found.contains { $0.contains("a post of which nobody told") })
  }

  /// Posts and does a chore, over and over; each sixth process is killed.
  private static func work(
    _ program: Program, _ worker: Int, _ ledger: Ledger, chores: [String] = chores
  ) throws {
    var generator = SeededGenerator(seed: UInt64(worker))
    for step in 0..<steps {
      let text = "x\(worker)x\(step)"
      let copy = "copy\(text).db"
      let chore = chores.randomElement(using: &generator) ?? "info"
      let line = chore.replacing("COPY", with: copy).replacing("NUMBER", with: "\(worker)\(step)")
      for words in [["post", text, "--as", "ana"], line.split(separator: " ").map(String.init)] {
        let before = ledger.posts
        let running = try program.start(words)
        let isKilled = Int.random(in: 0..<6, using: &generator) == 0
        if isKilled {
          usleep(UInt32.random(in: 0...40_000, using: &generator))
          running.send(SIGKILL)
        }
        let answer = try running.wait()
        guard answer.status == 0 else {
          if !isKilled || answer.status != 137 { ledger.blame("\(words): \(answer)") }
          continue
        }
        if words[0] == "post" { ledger.tell(text) }
        guard words.contains(copy) else { continue }
        let lacks = before.subtracting(try Judge.posts(in: program.home.file(copy)))
        if !lacks.isEmpty { ledger.blame("\(line) lacks \(lacks.sorted())") }
      }
    }
  }
}
