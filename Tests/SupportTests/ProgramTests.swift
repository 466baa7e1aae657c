import Foundation
import Support
import Testing

/// `Program` with a shell in the place of `profilectl`.
@Suite struct ProgramTests {
  @Test func `it gives back both streams and the status`() throws {
    let answer = try shell("printf out; printf err >&2; exit 67")
    #expect(answer == Answer(stdout: "out", stderr: "err", status: 67))
  }

  @Test func `bytes on standard input reach the program`() throws {
    #expect(try shell("cat", input: "a\u{301}\nb") == Answer(stdout: "a\u{301}\nb"))
  }

  @Test func `more than a pipe holds goes through in all three directions`() throws {
    let much = String(repeating: "0123456789abcde\n", count: 100_000)
    let answer = try shell("tee /dev/stderr", input: much)
    #expect(answer == Answer(stdout: much, stderr: much))
  }

  @Test func `a program that does not read its input ends normally`() throws {
    let much = String(repeating: "x", count: 1_000_000)
    #expect(try shell("exit 3", input: much) == Answer(status: 3))
  }

  @Test func `a program that never ends is killed with all it started`() throws {
    let running = try Program.shell().start("-c", "sleep 1000 & echo $!; exec <&-; wait")
    try running.read { $0.hasSuffix("\n") }
    #expect(throws: Unanswered.self) { try running.wait(within: .milliseconds(50)) }
    // Its standard output ends when no process holds it.
    let end = #expect(throws: Unanswered.self) { try running.read { _ in false } }
    #expect(end?.description.hasPrefix("Standard output ended") == true)
  }

  @Test func `the environment is clean and the signals are as a shell leaves them`() throws {
    // The seven last digits stand for the signals below 29; the C library keeps 32 and 33.
    let script = """
      env | cut -d= -f1 | sort; sed -nE 's/^(Sig(Blk|Ign)):.*(.{7})$/\\1 \\3/p' /proc/self/status
      """
    let answer = try Program.shell(database: "d", user: "u", now: "n").run("-c", script)
    #expect(
      answer.stdout == """
        HOME
        LC_ALL
        PATH
        PROFILECTL_DB
        PROFILECTL_NOW
        PROFILECTL_USER
        PWD
        SWIFT_BACKTRACE
        TZ
        XDG_CACHE_HOME
        XDG_CONFIG_HOME
        XDG_DATA_HOME
        XDG_STATE_HOME
        SigBlk 0000000
        SigIgn 0000000

        """)
  }

  @Test func `no descriptor but the three is inherited`() throws {
    #expect(dup2(0, 200) == 200)
    defer { close(200) }
    #expect(try shell("test ! -e /proc/$$/fd/200") == Answer())
  }

  @Test func `a signal can be sent to a program under way`() throws {
    let running = try Program.shell().start(
      "-c", "trap 'echo caught; exit 9' TERM; echo up; read line")
    try running.read { $0 == "up\n" }
    running.send(SIGTERM)
    try running.read { $0 == "up\ncaught\n" }
    #expect(try running.wait() == Answer(stdout: "up\ncaught\n", status: 9))
  }

  @Test func `an end by a signal is told as a shell tells it`() throws {
    #expect(try shell("kill -KILL $$") == Answer(status: 137))
  }

  @Test func `descriptors can be closed or be files`() throws {
    var program = try Program.shell()
    program.redirections = [0: .closed, 1: .file("/dev/full")]
    let answer = try program.run("-c", "test -e /proc/$$/fd/0 || echo closed >&2; printf x")
    #expect(answer.stderr.hasPrefix("closed\n"))
    #expect(answer.stderr.contains("I/O error"))
  }

  @Test func `two spellings of an accent are different answers`() {
    #expect(Answer(stdout: "\u{E9}") != Answer(stdout: "e\u{301}"))
  }

  private func shell(_ script: String, input: String = "") throws -> Answer {
    try Program.shell().run("-c", script, input: input)
  }
}
