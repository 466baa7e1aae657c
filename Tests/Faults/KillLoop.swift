import Foundation
import Support

/// Processes that write one file until they are killed, and what is known of their posts.
struct KillLoop {
  private(set) var acknowledged: Set<String> = []
  /// Acknowledged, and not there after a kill.
  private(set) var lost: Set<String> = []
  /// There, and never asked for.
  private(set) var invented: Set<String> = []
  private var submitted: Set<String> = []
  private var generator: SeededGenerator
  private var round = 0
  private let program: Program
  private let handles: [String]

  init(processes: Int) throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    self.program = program
    handles = (0..<processes).map { "user\($0)" }
    generator = SeededGenerator(seed: UInt64(processes))
    _ = try program.run(["create-user"] + handles)
  }

  /// Lets all post until a random moment, kills them, and looks at what is there.
  mutating func run(on disk: (Program) throws -> Program = { $0 }) throws {
    round += 1
    let program = try disk(program)
    let running = try handles.map { handle in
      let running = try program.start("run", "-", "--keep-going", "--as", handle)
      let texts = (0..<300).map { "\(handle)_\(round)_\($0)" }
      submitted.formUnion(texts)
      running.write(texts.map { "post \($0)\n" }.joined())
      return (running, texts)
    }
    // From the first answer on, a while for those that are slower to begin.
    _ = try? running.first?.0.read { !$0.isEmpty }
    usleep(UInt32.random(in: 0...800_000, using: &generator))
    for (process, texts) in running {
      process.send(SIGKILL)
      _ = try? process.wait()
      let lines = process.stdout.split(separator: UInt8(ascii: "\n"))
      let told = process.stdout.last == UInt8(ascii: "\n") ? lines.count : max(0, lines.count - 1)
      acknowledged.formUnion(texts.prefix(told))
    }
    let posts = Set(try Judge.posts(in: program.home.file("net.db")))
    lost.formUnion(acknowledged.subtracting(posts))
    invented.formUnion(posts.subtracting(submitted))
  }
}
