import Foundation
import Model
import Services
import Support
import Testing

/// Processes that write one file and are killed at any moment, over and over.
@Suite struct KillTests {
  private static let rounds =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_KILLS"] ?? "") ?? 2

  @Test(arguments: [1, 8])
  func `what was acknowledged survives, whoever dies when`(processes: Int) throws {
    var program = try Program()
    let path = program.home.file("net.db")
    program.environment["PROFILECTL_DB"] = path
    let handles = (0..<processes).map { "user\($0)" }
    _ = try program.run(["create-user"] + handles)
    var generator = SeededGenerator(seed: UInt64(processes))
    var acknowledged: Set<String> = []
    var submitted: Set<String> = []
    for round in 0..<Self.rounds {
      let running = try handles.map { handle in
        let running = try program.start("run", "-", "--keep-going", "--as", handle)
        let texts = (0..<300).map { "\(handle)_\(round)_\($0)" }
        submitted.formUnion(texts)
        running.write(texts.map { "post \($0)\n" }.joined())
        return (running, texts)
      }
      // From the first answer on, a while for those that are slower to begin.
      _ = try? running.first?.0.read(within: .seconds(20)) { !$0.isEmpty }
      usleep(UInt32.random(in: 0...800_000, using: &generator))
      for (process, texts) in running {
        process.send(SIGKILL)
        _ = try? process.wait(within: .seconds(10))
        let lines = process.stdout.split(separator: UInt8(ascii: "\n"))
        let told = process.stdout.last == UInt8(ascii: "\n") ? lines.count : max(0, lines.count - 1)
        acknowledged.formUnion(texts.prefix(told))
      }
      let posts = Set(try Judge.posts(in: path))
      #expect(acknowledged.subtracting(posts).isEmpty, "round \(round)")
      #expect(posts.isSubset(of: submitted), "round \(round)")
    }
    print("kills: \(Self.rounds * processes), acknowledged and found: \(acknowledged.count)")
  }
}
