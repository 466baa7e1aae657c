import Foundation
import Support
import Testing

/// Where the system has no thread to give.
@Suite(.enabled(if: Unprivileged.isPossible, "needs setpriv where the tests are run by root"))
struct NoThreadTests {
  private let network: SmallNetwork
  private let program: Program

  init() throws {
    network = try SmallNetwork()
    chmod(network.program.home.path, 0o777)
    chmod(network.database, 0o666)
    var limited = network.program
    limited.prefix = ["--nproc=1", limited.executable]
    limited.executable = "/usr/bin/prlimit"
    var program = Unprivileged.program(from: limited)
    if program.executable != limited.executable { program.prefix += limited.prefix }
    program.timeout = .seconds(30)
    self.program = program
  }

  @Test(arguments: [
    "like 4", "post Hello", "create-user zoe", "follow dave --keep-going", "seed --db new.db",
    "backup copy.db", "doctor --repair", "users",
  ])
  func `what needs no thread is done`(line: String) throws {
    try program.succeed(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: ["run like.pctl", "run --atomic like.pctl", "run -", "repl"])
  func `a script is refused instead of waited with`(line: String) throws {
    try network.program.home.write("like 4\n", to: "like.pctl")
    let answer = try program.run(
      line.split(separator: " ").map(String.init), input: Array("like 4\n".utf8))
    #expect(answer.status == 74)
    #expect(answer.stdout == "")
    #expect(
      answer.stderr.contains(
        "Error: No script can be run: too much is running, or memory is short.\nHint: ulimit -a\n"),
      "\(answer.stderr)")
  }
}
