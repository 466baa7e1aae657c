import Support
import Testing

/// Where the system has little memory to give.
struct ShortMemoryTests {
  private let network: SmallNetwork

  init() throws {
    network = try SmallNetwork()
    try network.program.home.write(
      (1...4_000).map { "post 'Loaf \($0)'\n" }.joined(), to: "posts.pctl")
    try network.program.home.write(
      (1...60_000).map { "user\($0)\n" }.joined(), to: "names")
  }

  private static let reading = [
    "users", "show alice --format svg", "doctor --deep", "sql 'SELECT hex(zeroblob(4000000))'",
  ]

  @Test(arguments: [
    "users", "run -q posts.pctl", "repl < posts.pctl", "show alice --format svg", "doctor --deep",
    "backup copy.db", "seed --users 1000 --likes 0 --db new.db",
    "create-user - --db new.db < names", "sql 'SELECT hex(zeroblob(4000000))'",
  ])
  func `a line is done, or refused in a sentence, and never cut off`(line: String) throws {
    let refusals = try stride(from: 40_000, through: 120_000, by: 8_000).compactMap {
      try refusal(of: line, within: $0)
    }
    let begin = "Error: Memory is short" + (ShortMemoryTests.reading.contains(line) ? "." : ";")
    #expect(refusals.contains { $0.hasPrefix(begin) })
  }

  /// What is told on standard error in so many KiB; nil where it is done, or the system's loader
  /// has too little to begin with.
  private func refusal(of line: String, within limit: Int) throws -> String? {
    var shell = network.program
    shell.prefix = []
    shell.executable = "/bin/sh"
    let program = network.program.executable
    let answer = try shell.run([
      "-c", "rm -f copy.db new.db; ulimit -v \(limit); '\(program)' \(line) > answer",
    ])
    let isLoaded = answer.status != 127 && !answer.stderr.contains("loading shared libraries")
    guard isLoaded, answer.status != 0 else { return nil }
    #expect(answer.status == 74, "\(limit): \(answer.status) \(answer.stderr)")
    #expect(answer.stderr.hasSuffix("\nHint: ulimit -v\n"), "\(answer.stderr)")
    return answer.stderr
  }
}
