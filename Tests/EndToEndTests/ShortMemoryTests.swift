import Support
import Testing

/// Tests commands under a limit on memory.
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
  func `a command succeeds or reports that memory is short`(line: String) throws {
    let refusals = try stride(
      from: 40_000, through: 120_000, by: FaultRun.isFull ? 8_000 : 16_000
    ).compactMap {
      try refusal(of: line, within: $0)
    }
    let words = "Memory is short" + (ShortMemoryTests.reading.contains(line) ? "." : ";")
    #expect(refusals.contains { $0.contains(words) })
  }

  @Test func `a script continues after a line that needs too much memory`() throws {
    let large = "sql 'SELECT hex(zeroblob(20000000))'"
    try network.program.home.write("\(large)\nwhoami\n", to: "large.pctl")
    let answer = try network.program.shell(
      "ulimit -v 400000; profilectl run --keep-going large.pctl")
    #expect(answer.stdout == "@alice\n")
    #expect(answer.stderr.hasPrefix("large.pctl:1: Error: Memory is short."))
    #expect(answer.status == 1)
  }

  /// All pictures together need 144 MB, more than the limit.
  @Test func `a salvage holds one row in memory, also of changed rows`() throws {
    try RawDatabase(network.database).run(
      """
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 24)
      INSERT INTO pictures (id, hash, width, height, bytes, content, checksum)
      SELECT 1000 + i, randomblob(32), 1, 1, 6000000, zeroblob(6000000), i FROM n
      """)
    let answer = try network.program.shell("ulimit -v 140000; profilectl doctor --salvage new.db")
    #expect(answer.status == 1, "\(answer)")
    let output = answer.stdout.split(separator: "\n").count { $0.hasSuffix("what was written.") }
    #expect(output == 24, "\(answer)")
  }

  /// The error of a command within `limit` KiB; nil on success or if the loader itself fails.
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
