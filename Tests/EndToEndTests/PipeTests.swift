import Foundation
import Support
import Testing

/// Tests pipes between commands, and readers that close them early.
@Suite struct PipeTests {
  private var network: SmallNetwork
  private var program: Program { network.program }

  init() throws {
    network = try SmallNetwork()
  }

  @Test func `follow reads a list of users`() throws {
    let answer = try program.shell("profilectl followers dave | profilectl --as alice follow -")
    #expect(answer == Answer(stdout: "carol\talready_following\nbob\talready_following\n"))
  }

  @Test func `following bob's followers refuses to follow oneself`() throws {
    let answer = try program.shell(
      "profilectl followers bob --all | profilectl follow - --keep-going")
    #expect(answer.status == 1)
    #expect(answer.stderr.hasPrefix("-:1: Error: You can't follow yourself."))
  }

  @Test func `like reads a list of posts`() throws {
    let answer = try program.shell("profilectl explore --all | profilectl like - --dry-run")
    #expect(
      answer == Answer(stdout: "5\tliked\n4\tliked\n2\talready_liked\n1\tliked\n"))
  }

  @Test func `input may have CRLF line ends, a byte order mark and comments`() throws {
    let output = try program.succeed("follow", "-", input: "\u{FEFF}bob\r\n\r\n# no\r\n@Dave\r\n")
    #expect(output == "bob\talready_following\ndave\tfollowed\n")
  }

  @Test func `the last line needs no line feed`() throws {
    #expect(
      try program.succeed("unfollow", "-", input: "bob\ncarol").hasSuffix("carol\tunfollowed\n"))
  }

  @Test func `a text from a pipe keeps its inner lines and loses the final line feeds`() throws {
    try program.succeed("post", input: "one\n\n  two  \n\n")
    #expect(
      try program.succeed("explore", "-n1", "--fields", "text", "--json")
        == "[\n  {\"text\":\"one\\n\\n  two  \"}\n]\n")
  }

  @Test func `a reader that stops early is no error`() throws {
    let many = (1...3_000).map { "user\($0)\n" }.joined()
    try program.succeed("create-user", "-", "-q", input: many)
    for command in [
      "users --all", "users --all --json", "sql 'SELECT * FROM users, posts'",
      "export - --to ndjson",
    ] {
      let answer = try program.shell(
        "{ profilectl \(command); echo $? >&2; } | head -1 >/dev/null")
      #expect(answer == Answer(stderr: "0\n"))
    }
  }

  @Test(arguments: [["timeline", "--all"], ["show"], ["explore", "--json"]])
  func `a pipe closed before the answer is no error`(words: [String]) throws {
    let running = try program.start(words)
    running.closeOutput()
    let answer = try running.wait()
    #expect(answer.status == 0)
    #expect(answer.stderr == "")
  }

  @Test func `a write whose output is closed is saved and exits with 74`() throws {
    let lock = DatabaseLock(of: network.database)
    let running = try program.start("post", "Hello")
    #expect(lock.waitUntilWanted())
    running.closeOutput()
    lock.release()
    let answer = try running.wait()
    #expect(answer.status == 74)
    #expect(
      answer.stderr
        == "Error: Saved, but the confirmation could not be written: its reader has gone.\n")
    #expect(try program.succeed("search", "hello", "--count") == "1\n")
  }

  /// Expects the error and the status of a line, or of its script, on a closed pipe.
  @Test(arguments: [
    ("create-user alice --keep-going", "", "The handle 'alice' is taken.", 1),
    ("create-user alice --keep-going --json", "", "The handle 'alice' is taken.", 74),
    ("follow dave nobody --keep-going", "", "There is no user 'nobody'.", 74),
    ("run - --json", "create-user alice\n", "The handle 'alice' is taken.", 65),
    ("run - --json --keep-going", "create-user alice\n", "The handle 'alice' is taken.", 1),
    ("run - --json", "create-user zoe\n", "Saved, but", 74),
    ("run - --format ndjson", "create-user zoe\n", "Saved, but", 74),
    ("run - --json", "users\n", "", 0), ("run -", "users\nwhoami\n", "", 0),
    ("run -", "users\npost last\n", "Error: Saved, but", 74),
    ("run - --json", "create-user zoe --dry-run\n", "", 0), ("run - --json", "init\n", "", 0),
    ("run - --json", "run inner\n", "Saved, but", 74),
    ("run -", "users\nshow nobody\npost x\n", "-:2: Error: There is no user 'nobody'.", 67),
    ("run -", "login bob\npost x\n", "Saved, but", 74), ("run -", "logout\nwhoami\n", "-:2: ", 78),
    ("run -", "doctor\npost x\n", "Saved, but", 74),
    ("run - --keep-going", "whoami\npost x\nlike 999\n", "There is no post 999.", 74),
    ("run - --keep-going --json", "post x\nlike 999\n", "Saved, but", 74),
    ("run -", "post x --dry-run\npost x\n", "Saved, but", 74),
    ("run - --atomic", "users\nwhoami\n", "", 0),
    ("run - --atomic", "follow dave --dry-run\n", "", 0),
    ("run - --atomic", "post x -q\nusers\n", "", 0),
    ("run -", "users --help\n--version\npost x -q\nhelp post\npost y -q\npost --help\n", "", 0),
    ("run -", "follow dave -q\npost x\nlike 999\n", "-:3: Error: There is no post 999.", 74),
    ("run - --atomic", "users\npost x -q\npost y\n", "Saved, but", 74),
    ("run -", "follows bob -q\nfollow dave --dry-run\n", "", 0),
    ("run - --keep-going", "whoami\nlike 999\nusers\n", "There is no post 999.", 1),
    ("run - --json", "run partly\n", "Saved, but", 74),
    ("run - --json --keep-going", "run partly\n", "Saved, but", 74),
    ("run - --json --atomic", "run partly\n", "There is no post 999.", 67),
  ])
  func `refusals are reported on a closed pipe too`(
    line: String, script: String, message: String, status: Int32
  ) throws {
    try program.home.write(script, to: "script")
    try program.home.write("post within\n", to: "inner")
    try program.home.write("post within\nlike 999\n", to: "partly")
    let answer = try program.shell(
      "mkfifo gone; { exec 3<gone; exec 3<&-; } & exec 4>gone; wait; profilectl \(line) <script >&4"
    )
    #expect(answer.status == status)
    #expect(message == "" ? answer.stderr == "" : answer.stderr.contains(message))
  }

  @Test(arguments: [
    "run - >/dev/full", "run - --json", "run - --atomic >/dev/full", "run outer >/dev/full",
  ])
  func `posts that a script could not print stay new`(line: String) throws {
    let before = try program.succeed("timeline", "--new", "--count")
    try program.home.write("like 5 -q\ntimeline --new -n 1\ntimeline --new -n 1\n", to: "script")
    try program.home.write("run --atomic script\n", to: "outer")
    _ = try program.shell("profilectl \(line) <script")
    #expect(try program.succeed("timeline", "--new", "--count") == before)
  }

  @Test(arguments: [SIGINT, SIGTERM], [[], ["--atomic"]])
  func `posts that a signal kept from being printed stay new`(
    signal: Int32, options: [String]
  ) throws {
    let posts = (1...2_000).map { "post --as bob 'Number \($0) of these'\n" }.joined()
    try program.succeed(["run", "--quiet", "-"], input: posts)
    let before = try program.succeed("timeline", "--new", "--count")
    let lines = "whoami\nlike 2 -q\nlike 3 -q\ntimeline --new --all\n"
    let answer = try unread(["run", "-"] + options, input: lines, endedBy: signal)
    #expect(answer.status == 128 + signal)
    #expect(try program.succeed("timeline", "--new", "--count") == before)
  }

  @Test(arguments: [
    ["follow", "dave", "--dry-run"], ["unfollow", "bob", "--dry-run"], ["like", "4", "--dry-run"],
    ["unlike", "2", "--dry-run"], ["post", "Hello", "--dry-run"],
    ["delete-post", "1", "--dry-run"], ["delete-user", "bob", "--dry-run"],
    ["create-user", "zoe", "--dry-run"], ["follow", "dave", "nobody", "--dry-run", "--keep-going"],
  ])
  func `a dry run changes nothing and prints the same answer`(words: [String]) throws {
    let before = try FolderState(of: program.home, omitting: ["net.db-lock"])
    let rehearsed = try program.run(words)
    #expect(try FolderState(of: program.home, omitting: ["net.db-lock"]) == before)
    let done = try program.run(words.filter { $0 != "--dry-run" } + ["--yes"])
    #expect(rehearsed == done)
    #expect(try FolderState(of: program.home, omitting: ["net.db-lock"]) != before)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [[], ["--format", "ndjson"], ["--atomic"]])
  func `a signal ends a script whose output is not read`(
    signal: Int32, options: [String]
  ) throws {
    let lines = String(repeating: "follow dave\nunfollow dave\n", count: 4_000)
    let answer = try unread(["run", "-"] + options, input: lines, endedBy: signal)
    #expect(answer.status == 128 + signal)
    #expect(answer.stderr.contains("Interrupted; "))
  }

  @Test(arguments: [
    ([], "Interrupted; the change was saved.\n"), (["--dry-run"], "Interrupted.\n"),
    (["--keep-going"], "Interrupted; the change was saved.\n"),
  ])
  func `after a signal the message says whether the change was saved`(
    options: [String], message: String
  ) throws {
    let names = (1...8_000).map { "user\($0)\n" }.joined()
    let answer = try unread(["create-user", "-"] + options, input: names, endedBy: SIGTERM)
    #expect(answer == Answer(stderr: message, status: 143))
    let count = try program.succeed("users", "user7999", "--count")
    #expect(count == (options == ["--dry-run"] ? "0\n" : "1\n"))
  }

  @Test(arguments: [
    (7_000, "Interrupted; 1,000 items were saved.\n"), (0, "Interrupted; nothing was saved.\n"),
  ])
  func `after a signal the message says how many items were saved`(
    taken: Int, message: String
  ) throws {
    let names = (1...8_000).map { "user\($0)\n" }
    try program.succeed(
      ["create-user", "-"], input: names.prefix(taken == 0 ? 8_000 : taken).joined())
    let answer = try unread(
      ["create-user", "-", "--keep-going", "--json"], input: names.joined(), endedBy: SIGTERM)
    #expect(answer.stderr.hasSuffix(message))
    #expect(answer.status == 143)
  }

  /// The answer of a command whose output fills an unread pipe, ended by a signal.
  private func unread(
    _ words: [String], input: String, endedBy signal: Int32
  ) throws -> Answer {
    var program = program
    let reader = try program.home.makePipe("answers")
    defer { close(reader) }
    program.redirections[1] = .file(program.home.file("answers"))
    try program.home.write(input, to: "input")
    program.redirections[0] = .file(program.home.file("input"))
    let running = try program.start(words)
    // The pipe is full when poll reports no room; this descriptor is open for writing too.
    var end = pollfd(fd: reader, events: Int16(POLLOUT), revents: 0)
    waitUntil { poll(&end, 1, 0) == 0 }
    running.send(signal)
    return try running.wait()
  }

  @Test(arguments: ["post -", "create-user -", "like - --keep-going", "run -"])
  func `a signal while input is read reports that nothing was saved`(line: String) throws {
    var program = program
    let writer = try program.home.makePipe("input")
    defer { close(writer) }
    program.redirections[0] = .file(program.home.file("input"))
    let running = try program.start(line.split(separator: " ").map(String.init))
    // More than a pipe holds: when all is written, the program has read some.
    var rest = Array(String(repeating: "# Nothing yet.\n", count: 20_000).utf8)[...]
    waitUntil {
      let count = rest.withUnsafeBytes { unsafe write(writer, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(count, 0))
      return rest.isEmpty
    }
    running.send(SIGTERM)
    let answer = try running.wait()
    #expect(answer.status == 143)
    let words = line == "run -" ? "0 lines were applied" : "nothing was saved"
    #expect(answer.stderr == "Interrupted; \(words).\n")
  }

  @Test func `after a signal a partly saved line is reported`() throws {
    var program = program
    let writer = try program.home.makePipe("input")
    defer { close(writer) }
    program.redirections[0] = .file(program.home.file("input"))
    let running = try program.start("run", "--keep-going", "-")
    let line = Array("create-user zoe yan alice --keep-going\n".utf8)
    #expect(line.withUnsafeBytes { unsafe write(writer, $0.baseAddress, $0.count) } == line.count)
    let database = try RawDatabase(program.home.file("net.db"))
    let saved = "SELECT count(*) FROM users WHERE username IN ('zoe', 'yan')"
    waitUntil { (try? database.column(saved)) == ["2"] }
    running.send(SIGTERM)
    let answer = try running.wait()
    #expect(answer.status == 143)
    #expect(answer.stderr.hasSuffix("Interrupted; 0 lines were applied, and 1 in part.\n"))
  }

  /// The same tests with a replaced program.
  private func replaced(by script: String) throws -> PipeTests {
    var tests = self
    tests.network.program = try program.replaced(by: script)
    return tests
  }

  /// Tests the tests above with planted faults.
  @Test(arguments: [
    ("exec yes", "answer.status"), (#"profilectl "$@"; echo oh >&2"#, "answer.stderr"),
    (#"profilectl "$@"; exit 74"#, "answer.status"),
  ])
  func `the check reports a closed pipe that is treated as an error`(plant: String, words: String)
    throws
  {
    let tests = try replaced(by: plant)
    try expectFound(words) {
      try tests.`a pipe closed before the answer is no error`(words: ["show"])
    }
  }

  @Test(arguments: [
    (#"profilectl "$@" >/dev/null"#, "answer."),
    ("profilectl like 4 >/dev/null; echo 'Error: \(unconfirmed).' >&2; exit 74", "hello"),
  ])
  func `the check reports an unsaved write and a missing error`(plant: String, words: String)
    throws
  {
    let tests = try replaced(
      by: "if [ $1 = post ]; then \(plant); else profilectl \"$@\"; fi")
    try expectFound(words) {
      try tests.`a write whose output is closed is saved and exits with 74`()
    }
  }

  private static let unconfirmed =
    "Saved, but the confirmation could not be written: its reader has gone"

  @Test func `the check reports a change that is lost after a signal`() throws {
    let tests = try replaced(
      by: """
        if [ $1 != create-user ]; then profilectl "$@"; exit; fi
        trap 'kill $!; echo "Interrupted; the change was saved." >&2; exit 143' TERM
        yes & wait
        """)
    try expectFound("count") {
      try tests.`after a signal the message says whether the change was saved`(
        options: [], message: "Interrupted; the change was saved.\n")
    }
  }

  @Test func `the check reports a missing error and posts wrongly marked as read`() throws {
    let silent = try replaced(by: #"profilectl "$@" 2>/dev/null"#)
    try expectFound("message") {
      try silent.`refusals are reported on a closed pipe too`(
        line: "follow dave nobody --keep-going", script: "", message: "There is no user 'nobody'.",
        status: 74)
    }
    let reading = try replaced(by: #"profilectl "$@"; profilectl timeline --new >/dev/null"#)
    try expectFound("before") {
      try reading.`posts that a script could not print stay new`(line: "run - --json")
    }
  }
}
