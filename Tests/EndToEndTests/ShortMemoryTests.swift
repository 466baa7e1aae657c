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
    try network.program.home.write(
      "like" + String(repeating: " 1", count: 100_000), to: "long.pctl")
  }

  private static let reading = [
    "users", "show alice --format svg", "doctor --deep", largeValues,
  ]
  private static let largeValues =
    "--json sql \"SELECT replace(hex(zeroblob(3000000)), '00', char(1))\""

  @Test(arguments: [
    "users", "run -q posts.pctl", "repl < posts.pctl", "show alice --format svg", "doctor --deep",
    "backup copy.db", "seed --users 1000 --likes 0 --db new.db",
    "create-user - --db new.db < names", "run -q long.pctl", largeValues,
  ])
  func `a line is done, or refused in a sentence, and never cut off`(line: String) throws {
    let refusals = try stride(
      from: 40_000, through: 120_000, by: FaultRun.isFull ? 8_000 : 16_000
    ).compactMap {
      try refusal(of: line, within: $0)
    }
    let words = "Memory is short" + (ShortMemoryTests.reading.contains(line) ? "." : ";")
    #expect(refusals.contains { $0.contains(words) })
  }

  @Test func `a line that asks for too much is no reason to leave out the next`() throws {
    let large = "sql 'SELECT hex(zeroblob(20000000))'"
    try network.program.home.write("\(large)\nwhoami\n", to: "large.pctl")
    let answer = try network.program.shell(
      "ulimit -v 400000; profilectl run --keep-going large.pctl")
    #expect(answer.stdout == "@alice\n")
    #expect(answer.stderr.hasPrefix("large.pctl:1: Error: Memory is short."))
    #expect(answer.status == 1)
  }

  /// Together they would take 144 MB, more than there is.
  @Test func `a salvage holds one row at a time, also of those that were changed`() throws {
    try RawDatabase(network.database).run(
      """
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 24)
      INSERT INTO pictures (id, hash, width, height, bytes, content, checksum)
      SELECT 1000 + i, randomblob(32), 1, 1, 6000000, zeroblob(6000000), i FROM n
      """)
    let answer = try network.program.shell("ulimit -v 140000; profilectl doctor --salvage new.db")
    #expect(answer.status == 1, "\(answer)")
    let told = answer.stdout.split(separator: "\n").count { $0.hasSuffix("what was written.") }
    #expect(told == 24, "\(answer)")
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
    let hint = line.contains("--json") ? "\"hint\":\"ulimit -v\"" : "\nHint: ulimit -v\n"
    #expect(answer.stderr.contains(hint), "\(answer.stderr)")
    return answer.stderr
  }
}
