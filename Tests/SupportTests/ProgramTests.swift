import Foundation
import Support
import Testing

/// Tests `Program` with a shell instead of `profilectl`.
@Suite struct ProgramTests {
  @Test func `a run returns both streams and the status`() throws {
    let answer = try shell("printf out; printf err >&2; exit 67")
    #expect(answer == Answer(stdout: "out", stderr: "err", status: 67))
  }

  @Test func `bytes on standard input reach the program`() throws {
    #expect(try shell("cat", input: "a\u{301}\nb") == Answer(stdout: "a\u{301}\nb"))
  }

  @Test func `more bytes than a pipe holds pass through all three streams`() throws {
    let much = String(repeating: "0123456789abcde\n", count: 100_000)
    let answer = try shell("tee /dev/stderr", input: much)
    #expect(answer == Answer(stdout: much, stderr: much))
  }

  @Test func `a program that does not read its input ends normally`() throws {
    let much = String(repeating: "x", count: 1_000_000)
    #expect(try shell("exit 3", input: much) == Answer(status: 3))
  }

  @Test func `a program that never ends is killed with its children`() throws {
    let running = try Program.shell().start("-c", "sleep 1000 & echo $!; exec <&-; wait")
    try running.read { $0.hasSuffix("\n") }
    #expect(throws: HarnessError.self) { try running.wait(within: .milliseconds(50)) }
    // Standard output ends when its last process has exited.
    let end = #expect(throws: HarnessError.self) { try running.read { _ in false } }
    #expect(end?.description.hasPrefix("Standard output ended") == true)
  }

  @Test func `the environment is clean and the signals have their defaults`() throws {
    // The last seven digits are the signals below 29; the C library reserves 32 and 33.
    let script = """
      env | cut -d= -f1 | sort; sed -nE 's/^(Sig(Blk|Ign)):.*(.{7})$/\\1 \\3/p' /proc/self/status
      """
    let answer = try Program.shell(database: "d", user: "u", now: "n").run("-c", script)
    #expect(
      answer.stdout == """
        HOME
        LC_ALL
        PAGER
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

  @Test func `only the three standard descriptors are inherited`() throws {
    #expect(dup2(0, 200) == 200)
    defer { close(200) }
    #expect(try shell("test ! -e /proc/$$/fd/200") == Answer())
  }

  @Test func `a signal can be sent to a running program`() throws {
    let running = try Program.shell().start(
      "-c", "trap 'echo caught; exit 9' TERM; echo up; read line")
    try running.read { $0 == "up\n" }
    running.send(SIGTERM)
    try running.read { $0 == "up\ncaught\n" }
    #expect(try running.wait() == Answer(stdout: "up\ncaught\n", status: 9))
  }

  @Test func `an end by a signal has the status that a shell gives`() throws {
    #expect(try shell("kill -KILL $$") == Answer(status: 137))
  }

  @Test func `descriptors can be closed or redirected to files`() throws {
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
