import Foundation
import Support

/// Runs processes that post to one file, kills them, and compares the posts with their answers.
struct KillLoop {
  private(set) var acknowledged: Set<String> = []
  /// Posts that were acknowledged and are missing after a kill.
  private(set) var lost: Set<String> = []
  /// Posts that were never submitted, or that are there without an earlier one of their script.
  private(set) var invented: Set<String> = []
  private(set) var sweep: KillSweep
  private var submitted: Set<String> = []
  private var round = 0
  private let program: Program
  private let handles: [String]

  init(processes: Int, rounds: Int, executable: String = Program.built) throws {
    var program = try Program()
    program.executable = executable
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    self.program = program
    let handles = (0..<processes).map { "user\($0)" }
    self.handles = handles
    _ = try program.run(["create-user"] + handles)
    sweep = try KillSweep(rounds: rounds) {
      let running = try KillLoop.start(handles, of: program) { KillLoop.texts(of: $0, round: 0) }
      for process in running { _ = try process.wait() }
    }
    submitted = Set(handles.flatMap { KillLoop.texts(of: $0, round: 0) })
  }

  private static func texts(of handle: String, round: Int) -> [String] {
    (0..<300).map { "\(handle)_\(round)_\($0)" }
  }

  /// Starts a script for each handle and writes all of its lines at once.
  private static func start(
    _ handles: [String], of program: Program, posting texts: (String) -> [String]
  ) throws -> [RunningProgram] {
    try handles.map { handle in
      let running = try program.start("run", "-", "--keep-going", "--as", handle)
      running.write(texts(handle).map { "post \($0)\n" }.joined())
      return running
    }
  }

  /// Starts all processes, kills them at the moment of this round, and checks the posts.
  mutating func run(on disk: (Program) throws -> Program = { $0 }) throws {
    defer { round += 1 }
    let texts = handles.map { KillLoop.texts(of: $0, round: round + 1) }
    let running = try KillLoop.start(handles, of: try disk(program)) { handle in
      KillLoop.texts(of: handle, round: round + 1)
    }
    let outputs = try sweep.kill(running, in: round % sweep.rounds)
    for (output, texts) in zip(outputs, texts) {
      acknowledged.formUnion(texts.prefix(output.count { $0 == "\n" }))
      submitted.formUnion(texts)
    }
    let posts = Set(try NetworkContents.posts(in: program.home.file("net.db")))
    lost.formUnion(acknowledged.subtracting(posts))
    invented.formUnion(posts.subtracting(submitted))
    for texts in texts {
      let afterGap = texts.drop { posts.contains($0) }
      invented.formUnion(afterGap.filter(posts.contains))
    }
    sweep.note(hasEnded: acknowledged.isSuperset(of: texts.joined()))
  }
}
