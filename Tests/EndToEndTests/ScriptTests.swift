import Support
import Testing

/// Tests scripts with errors, signals and closed pipes, and scripts that run others.
@Suite struct ScriptTests {
  private func program() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    return program
  }

  @Test func `a script that stops runs none of its later lines`() throws {
    let program = try program()
    let lines =
      (1...1_100).map { "create-user a\($0)" } + ["follow nobody --as a1"]
      + (1...20_000).map { "create-user b\($0)" }
    try program.home.write(lines.joined(separator: "\n"), to: "long.pctl")
    for attempt in 1...3 {
      let answer = try program.run("run", "--quiet", "long.pctl", "--db", "\(attempt).db")
      #expect(answer.status == 67, "\(answer.testDescription)")
      #expect(answer.stderr.contains("long.pctl:1101: Error: There is no user 'nobody'."))
      #expect(answer.stderr.contains("1,101 lines: 1,100 done, 0 unchanged, 1 refused"))
    }
  }

  @Test(arguments: ["run", "run --keep-going", "run --atomic"])
  func `a script that finds damage fails`(words: String) throws {
    let program = try programWithWrongCount()
    try program.home.write("doctor\npost x --as ana\n", to: "nightly.pctl")
    let answer = try program.run(words.split(separator: " ").map(String.init) + ["nightly.pctl"])
    let isAtomic = words.hasSuffix("atomic")
    #expect(answer.status == (isAtomic ? 65 : 1))
    let finding = "user ana: post_count is 1 and should be 0.\n"
    #expect(answer.stdout.contains(finding) == !isAtomic, "\(answer.testDescription)")
    let message = "nightly.pctl:1: Error: The database 'net.db' has faults.\n"
    #expect(answer.stderr.components(separatedBy: message).count == 2, "\(answer.testDescription)")
    let posts = try RawDatabase(program.home.file("net.db")).column("SELECT count(*) FROM posts")
    #expect(posts == [words.hasSuffix("going") ? "1" : "0"])
  }

  @Test func `a script continues after a repair`() throws {
    let program = try programWithWrongCount()
    try program.home.write("doctor --repair\npost x --as ana\n", to: "mend.pctl")
    #expect(try program.run("run", "mend.pctl").status == 0)
    #expect(try program.succeed("explore", "--count") == "1\n")
  }

  @Test func `a script stops after a repair with --dry-run`() throws {
    let program = try programWithWrongCount()
    try program.home.write("doctor --repair --dry-run\npost x --as ana\n", to: "try.pctl")
    #expect(try program.run("run", "try.pctl").status == 1)
    let posts = try RawDatabase(program.home.file("net.db")).column("SELECT count(*) FROM posts")
    #expect(posts == ["0"])
  }

  @Test func `a nested script reports damage once`() throws {
    let program = try programWithWrongCount()
    try program.home.write("doctor\n", to: "look.pctl")
    try program.home.write("run --keep-going look.pctl\n", to: "outer.pctl")
    let looked = try program.run("run", "outer.pctl")
    #expect(looked.stderr.components(separatedBy: "has faults").count == 2)
  }

  @Test func `a refusal in a nested script is not reported as damage`() throws {
    let program = try programWithWrongCount()
    try program.home.write("follow nobody --as ana\npost x --as ana\n", to: "follow.pctl")
    try program.home.write("run --keep-going follow.pctl\n", to: "outer.pctl")
    let refused = try program.run("run", "outer.pctl")
    #expect(refused.status == 1)
    #expect(!refused.stderr.contains("has faults"), "\(refused.testDescription)")
  }

  private func programWithWrongCount() throws -> Program {
    let program = try program()
    try program.succeed("create-user", "ana")
    try RawDatabase(program.home.file("net.db")).run("UPDATE users SET post_count = 1")
    return program
  }

  @Test func `a nested script can be atomic`() throws {
    let program = try program()
    try program.home.write("create-user inner\nfollow nobody --as inner\n", to: "inner.pctl")
    try program.home.write(
      "create-user outer\nrun --atomic inner.pctl\ncreate-user never\n", to: "outer.pctl")
    _ = try program.run("create-user", "first")
    let answer = try program.run("run", "outer.pctl")
    #expect(answer.status == 67)
    #expect(answer.stdout == "outer\tcreated\n")
    #expect(try program.run("users", "--all", "--fields", "username").stdout == "first\nouter\n")
  }

  @Test func `a script reports its lines after an atomic nested script`()
    throws
  {
    let program = try program()
    try program.home.write("create-user inner\n", to: "inner.pctl")
    try program.home.write(
      "run --atomic inner.pctl\ncreate-user outer\nfollow nobody --as outer\n", to: "outer.pctl")
    let answer = try program.run("run", "outer.pctl")
    #expect(answer.status == 67)
    #expect(answer.stdout == "inner\tcreated\nouter\tcreated\n")
    #expect(answer.stderr.contains("outer.pctl:3: Error: There is no user 'nobody'."))
    #expect(answer.stderr.contains("3 lines: 2 done, 0 unchanged, 1 refused"))
  }

  @Test func `a nested script commits in batches`() throws {
    let program = try program()
    try program.home.write(
      (0..<3_000).map { "create-user i\($0)\n" }.joined() + "bogus\n", to: "inner.pctl")
    try program.home.write("create-user outer\nrun inner.pctl\n", to: "outer.pctl")
    let answer = try program.run("run", "-q", "outer.pctl")
    #expect(answer.status == 64)
    #expect(try program.run("users", "--count").stdout == "3001\n")
  }

  @Test func `a nested script that stops reports its own summary`() throws {
    let program = try program()
    try program.home.write("create-user a\nbogus\n", to: "inner.pctl")
    let answer = try program.run(["run", "-"], input: Array("run inner.pctl\n".utf8))
    #expect(answer.stderr.contains("inner.pctl:2: Error: There is no command 'bogus'."))
    // The summaries of both scripts follow.
    #expect(
      answer.stderr.hasSuffix(
        "information.\ninner.pctl: 2 lines: 1 done, 0 unchanged, 1 refused\n"
          + "1 line: 0 done, 0 unchanged, 1 refused\n"))
  }

  @Test func `--as of a run line overrides an earlier login in its script`() throws {
    let program = try program()
    try program.home.write("whoami\n", to: "who.pctl")
    let script = "create-user a b\nlogin a\nrun who.pctl --as b\nwhoami\n"
    let answer = try program.run(["run", "-q", "-"], input: Array(script.utf8))
    #expect(answer.stdout.hasSuffix("@b\n@a\n"))
  }

  @Test func `the error of a nested script is reported even if the outer is undone`() throws {
    let program = try program()
    try program.home.write("create-user a\nbogus\n", to: "inner.pctl")
    try program.home.write("run inner.pctl\n", to: "outer.pctl")
    let answer = try program.run("run", "--atomic", "outer.pctl")
    #expect(answer.status == 64)
    #expect(answer.stderr.contains("inner.pctl:2: Error: There is no command 'bogus'."))
    #expect(try program.run("users", "--count").stdout == "0\n")
  }

  @Test(arguments: ["missing.pctl", "file/x.pctl", String(repeating: "x", count: 300)])
  func `a missing nested script stops the outer script`(name: String) throws {
    let program = try program()
    try program.home.write("", to: "file")
    let script = "create-user a\nrun \(name)\ncreate-user b\n"
    let answer = try program.run(["run", "-"], input: Array(script.utf8))
    #expect(answer.status == 66)
    #expect(try program.run("users", "--count").stdout == "1\n")
  }

  @Test func `a script with writes on a closed pipe fails`() throws {
    let program = try program()
    let lines = (1...600).map { "create-user u\($0)" }.joined(separator: "\n")
    try program.home.write("create-user first\n" + lines, to: "s.pctl")
    let running = try program.start("run", "s.pctl")
    running.closeOutput()
    let answer = try running.wait()
    #expect(answer.status == 74, "\(answer.testDescription)")
    #expect(answer.stderr.contains("Saved, but the confirmation could not be written"))
  }

  @Test func `a signal ends a script that waits for input`() throws {
    for first in ["create-user zed\n", "users\n"] {
      let program = try program()
      _ = try program.run("create-user", "al")
      let running = try program.start("run", "-")
      running.write(first + "users --as al\n")
      try running.read { $0.contains("\n") }
      running.send(15)
      let answer = try running.wait()
      #expect(answer.status == 143)
      #expect(answer.stderr.contains("Interrupted;"))
    }
  }

  @Test func `a line that can't be undone needs --yes in a script`() throws {
    let program = try program()
    try program.home.write("delete-user al\n", to: "s.pctl")
    _ = try program.run("create-user", "al", "bo")
    let terminal = try PseudoTerminal(program, "run", "s.pctl")
    #expect(try terminal.wait() == 64)
    #expect(try program.run("run", "--yes", "s.pctl").status == 0)
    #expect(try program.run("users", "--count").stdout == "1\n")
  }

  @Test func `a script's name can't control the terminal`() throws {
    let program = try program()
    try program.home.write("nonsense\n", to: "x\u{1B}]0;t\u{7}.pctl")
    let answer = try program.run("run", "x\u{1B}]0;t\u{7}.pctl")
    #expect(!answer.stderr.contains("\u{1B}"))
    #expect(answer.status == 64)
  }

  @Test func `posts with equal times are about as fast as posts with different ones`() throws {
    let program = try program()
    let lines = ["create-user al", "login al"] + (1...3_000).map { "post \($0) --at 2024-01-01" }
    try program.home.write(lines.joined(separator: "\n"), to: "s.pctl")
    var started = ContinuousClock.now
    #expect(try program.run("run", "-q", "s.pctl").status == 0)
    let tied = started.duration(to: .now)
    let apart = lines.prefix(2) + (1...3_000).map { "post \($0) --at -\($0)m" }
    try program.home.write(apart.joined(separator: "\n"), to: "t.pctl")
    started = ContinuousClock.now
    #expect(try program.run("run", "-q", "t.pctl", "--db", "other.db").status == 0)
    #expect(tied < started.duration(to: .now) * 4)
    #expect(try program.run("sql", "SELECT count(DISTINCT at) FROM posts").stdout == "3000\n")
  }

  @Test func `thirty thousand lines take no more memory than a few`() throws {
    var program = try program()
    program.timeout = .seconds(180)
    let lines =
      ["create-user al bo", "login al"]
      + (1...15_000).flatMap { _ in ["follow bo", "unfollow bo"] }
    try program.home.write(lines.joined(separator: "\n"), to: "long.pctl")
    let answer = try program.shell(
      "profilectl run -q long.pctl & wait $!; echo; ulimit -v 200000; profilectl run -q long.pctl --keep-going 2>&1 | tail -1"
    )
    #expect(
      answer.stdout.hasSuffix("30,002 lines: 30,001 done, 0 unchanged, 1 refused\n"),
      "\(answer.testDescription)")
  }

  @Test func `a bulk write at a file limit reports how many items are saved`() throws {
    let program = try program()
    let items = (1...4_000).map { "user\($0)" }.joined(separator: "\n")
    let answer = try program.shell(
      "ulimit -f 800; profilectl create-user - --keep-going", input: items)
    let count = try program.run("users", "--count").stdout.dropLast()
    #expect(answer.status == 74)
    #expect(answer.stderr.contains("nothing more was saved"))
    #expect(
      answer.stderr.replacing(",", with: "").contains(" \(count) items were saved."))
    #expect(answer.stdout.split(separator: "\n").count == Int(count))
  }

  @Test func `a long script shows its progress on a terminal`() throws {
    let program = try program()
    let lines = ["create-user al bo", "login al"] + (1...40_000).map { _ in "follow bo" }
    try program.home.write(lines.joined(separator: "\n"), to: "long.pctl")
    let terminal = try PseudoTerminal(program, "run", "--json", "long.pctl")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains(" lines, "))
    #expect(terminal.text.contains("\"unchanged\": 39999"))
  }

  @Test func `a like beside a delete of the post succeeds or is refused`() throws {
    let program = try program()
    _ = try program.run("create-user", "al", "bo")
    for number in 1...15 {
      _ = try program.run("post", "\(number)", "--as", "al")
      let like = try program.start("like", "\(number)", "--as", "bo")
      let delete = try program.start("delete-post", "\(number)", "--as", "al", "--yes")
      #expect([0, 67].contains(try like.wait().status))
      #expect(try delete.wait().status == 0)
    }
    let left = "SELECT (SELECT count(*) FROM likes), sum(like_count), sum(post_count) FROM users"
    #expect(try program.run("sql", left).stdout == "0\t0\t0\n")
  }

  @Test func `an interrupt ends an endless query at the prompt`() throws {
    let program = try program()
    _ = try program.run("create-user", "al")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    terminal.type(
      "sql 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n'\r"
    )
    try terminal.read { $0.contains("FROM n'\r\n") }
    terminal.send(2)
    try terminal.read { $0.hasSuffix("net.db> ") && $0.contains("FROM n'\r\n") }
    terminal.type("exit\r")
    #expect(try terminal.wait() == 0)
  }
}
