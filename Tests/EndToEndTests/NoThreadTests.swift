import Foundation
import Support
import Testing

/// Tests commands when the system refuses new threads.
@Suite(
  .enabled(if: Unprivileged.isPossible, "needs setpriv where the tests are run by root"),
  .enabled(if: Unprivileged.isReached, "needs folders that others may enter, where root runs them"))
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
    self.program = program
  }

  @Test(arguments: [
    "like 4", "post Hello", "create-user zoe", "follow dave --keep-going", "seed --db new.db",
    "backup copy.db", "doctor --repair", "users",
  ])
  func `commands that need no thread work`(line: String) throws {
    try program.succeed(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: ["run like.pctl", "run --atomic like.pctl", "run -", "repl"])
  func `a script is refused`(line: String) throws {
    try network.program.home.write("like 4\n", to: "like.pctl")
    let answer = try program.run(
      line.split(separator: " ").map(String.init), input: Array("like 4\n".utf8))
    #expect(answer.status == 74)
    #expect(answer.stdout == "")
    #expect(answer.stderr.contains(Self.message), "\(answer.stderr)")
  }

  private static let message =
    "Error: No thread can be started: too much is running, or memory is short.\n"
    + "Hint: ulimit -a\n"

  @Test(arguments: ["browse bob", "watch bob"])
  func `the browser and watch are refused before they take the screen`(line: String) throws {
    let words = line.split(separator: " ").map { Array($0.utf8) }
    let terminal = try PseudoTerminal(program, words)
    #expect(try terminal.wait() == 74)
    #expect(
      terminal.text == Self.message.replacing("\n", with: "\r\n") && terminal.isCooked,
      "\(terminal.text)")
  }

  @Test func `watch on a pipe is refused`() throws {
    let answer = try program.run("watch", "bob")
    #expect(answer.status == 74 && answer.stdout == "" && answer.stderr == Self.message)
  }

  @Test func `the linear browser works`() throws {
    let answer = try program.run(
      ["browse", "bob", "--linear"], input: Array("follow\nunfollow\n".utf8))
    #expect(answer.status == 0 && answer.stdout.contains("You no longer follow @bob."))
  }
}
