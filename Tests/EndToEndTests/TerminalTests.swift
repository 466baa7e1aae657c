import Support
import Testing

/// Tests the output of each command on a terminal of 80 columns and 256 colours.
@Suite struct TerminalTests {
  /// A command line and the name of its golden file.
  struct Line: CustomTestStringConvertible {
    let name: String
    let words: [String]
    var testDescription: String { name }

    init(_ name: String, _ line: String) throws {
      self.name = name
      words = try ShellWords.split(line, variables: [:])
    }
  }

  @Test(arguments: try lines(reading))
  func `each reading command prints its answer`(line: Line) throws {
    Golden.expect(try SmallNetwork().program.onTerminal(line.words), line.name)
  }

  @Test(arguments: try lines(writing))
  func `each writing command prints its result`(line: Line) throws {
    Golden.expect(try SmallNetwork().program.onTerminal(line.words), line.name)
  }

  @Test(arguments: try lines(failing))
  func `each refused command prints its error`(line: Line) throws {
    Golden.expect(try SmallNetwork().program.onTerminal(line.words), line.name)
  }

  @Test func `login logout and whoami print the user`() throws {
    let program = try SmallNetwork(user: nil).program
    let steps = [
      ["login", "bob"], ["whoami"], ["whoami", "-v"], ["logout"], ["logout"], ["whoami"],
    ]
    let output = try steps.map { try "$ \($0.joined(separator: " "))\n" + program.onTerminal($0) }
    Golden.expect(output.joined())
  }

  @Test func `init and info print the file`() throws {
    let network = try SmallNetwork()
    let output = try ["init", "info"].map { try network.program.onTerminal([$0]) }.joined()
      .replacing(network.program.folder, with: "$FOLDER")
      .replacing(/bytes( +␛\[39m)[0-9,]+/) { "bytes\($0.1)N" }
      .replacing(/version( +␛\[39m)[0-9.]+\n/) { "version\($0.1)N\n" }
      .replacing(/page count( +␛\[39m)[0-9,]+/) { "page count\($0.1)N" }
    Golden.expect(output)
  }

  @Test(arguments: [("yes", "y\r"), ("no", "n\r"), ("return", "\r"), ("end-of-input", "\u{4}")])
  func `a user is asked before a deletion`(name: String, keys: String) throws {
    let program = try SmallNetwork().program
    let output = try program.onTerminal(["delete-user", "bob"], typing: keys)
    let left = try program.succeed("users", "--fields", "username")
    Golden.expect(output + left, name)
  }

  @Test func `a user is asked about each post by its number`() throws {
    let program = try SmallNetwork().program
    Golden.expect(try program.onTerminal(["delete-post", "1", "#3"], typing: "yes\r"))
  }

  @Test func `an interrupt at a question ends the line of the question`() throws {
    let program = try SmallNetwork().program
    let terminal = try PseudoTerminal(program, "delete-user", "bob")
    try terminal.read { $0.hasSuffix("[y/N] ") }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.hasSuffix("[y/N] ^C\r\nInterrupted; nothing was saved.\r\n"))
  }

  @Test(arguments: ["search nothing", "users nobody", "timeline -n 1"])
  func `--explain prints nothing but the query`(line: String) throws {
    let words = "\(line) --explain".split(separator: " ").map { Array($0.utf8) }
    let terminal = try PseudoTerminal(SmallNetwork().program, words)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.hasPrefix("SELECT "))
  }

  @Test func `sentences are wrapped between words in a narrow window`() throws {
    let program = try SmallNetwork().program
    let terminal = try PseudoTerminal(program, "timeline", "--limit", "  ", columns: 44)
    #expect(try terminal.wait() == 64)
    let lines = terminal.text.split(separator: "\r\n")
    #expect(
      lines.prefix(2)
        == [
          "Error: The value of '--limit' must be a", "whole number from 1 to 1,000,000, not '  '.",
        ])
    #expect(lines.suffix(2) == ["See 'profilectl timeline --help' for more", "information."])
    let shell = try PseudoTerminal(program, "repl", columns: 40)
    try shell.read { $0.contains("> ") }
    #expect(shell.text.contains("Type help for the\r\ncommands; Ctrl-D or exit leaves.\r\n"))
    shell.type("\u{4}")
    #expect(try shell.wait() == 0)
  }

  @Test func `cache commands print the cache`() throws {
    let copy = try SampleCopy()
    let program = try Program(database: copy.path, user: "bob")
    let lines = ["cache", "cache clear --dry-run", "cache", "cache clear", "cache", "cache clear"]
    let output = try lines.map { line in
      try "$ \(line)\n" + program.onTerminal(line.split(separator: " ").map(String.init))
    }
    Golden.expect(output.joined().replacing(/free(d?) [0-9,]+ bytes/) { "free\($0.1) N bytes" })
  }

  @Test func `backup run and seed print their results`() throws {
    let network = try SmallNetwork()
    try network.program.home.write("like 5\nlike 5\nfollow nobody.here\n", to: "likes.pctl")
    let lines = [
      "backup copy.db", "run likes.pctl", "run --keep-going likes.pctl",
      "run -v likes.pctl --atomic",
      "seed --users 40 --db new.db", "seed --users 40 --db new.db --dry-run",
    ]
    let output = try lines.map { line in
      try "$ \(line)\n"
        + network.program.onTerminal(line.split(separator: " ").map(String.init))
    }
    Golden.expect(
      output.joined().replacing(network.program.folder, with: "$FOLDER")
        .replacing(/bytes( +␛\[39m)[0-9,]+/) { "bytes\($0.1)N" }
        // The number of progress lines varies.
        .replacing(/␍␛\[K[^\n]*␍␛\[K/, with: "␍␛[K"))
  }

  @Test func `doctor with findings names the next command`() throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run(
      "UPDATE users SET follower_count = 9 WHERE id = 2; UPDATE posts SET text = 'x' WHERE id = 1")
    let lines = [
      "doctor", "doctor --repair --dry-run", "doctor --repair", "doctor --deep -q",
      "doctor --salvage new.db",
    ]
    let output = try lines.map { line in
      try "$ \(line)\n"
        + network.program.onTerminal(line.split(separator: " ").map(String.init))
    }
    Golden.expect(output.joined().replacing(network.program.folder, with: "$FOLDER"))
  }

  @Test func `empty lists are sentences`() throws {
    let program = try Program(user: "ann", now: SmallNetwork.now)
    try program.succeed("create-user", "ann", "bob", "--at", "2026-01-01")
    let commands = [
      "users --as ann carl", "flags", "followers", "following", "friends", "suggest", "timeline",
      "explore",
      "search bread", "users nobody", "followers bob", "following bob", "friends bob",
      "timeline --new", "show --tab private", "show --tab likes",
    ]
    let output = try commands.map { line in
      try "$ \(line)\n"
        + program.onTerminal(line.split(separator: " ").map(String.init))
    }
    Golden.expect(output.joined())
  }

  @Test func `empty lists of a new network name the first command`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    try program.succeed("init")
    for command in ["explore", "users"] {
      #expect(try program.onTerminal([command]).hasSuffix("Begin: profilectl create-user alice\n"))
    }
    try program.succeed("create-user", "alice")
    #expect(
      try program.onTerminal(["explore"]).hasSuffix(
        "Begin: profilectl --as alice post hello\n"))
  }

  private static let reading = """
    users: users
    users-by-name: users ad --as bob
    users-without-me: users --as dave
    users-some: users -n 2
    users-count: users --count
    users-fields: users --fields username,name
    users-fields-fitted: users --fields username,bio,created_at --width 40
    users-fields-none: users nobody --fields username,bio
    explore-fields: explore --fields id,author,text,created_at
    suggest-fields: suggest --fields username,via,cursor
    view-fields: view 4 --fields author,text,created_at
    users-json: users --json
    users-ascii: users --ascii --color never
    followers: followers
    following: following bob
    friends: friends
    suggest: suggest
    likers: likers 1
    flags: flags
    show: show
    show-other: show bob
    show-likes: show bob --tab likes --columns 2
    show-private: show --tab private
    show-ascii: show --ascii
    show-narrow: show --width 40
    view: view 1
    view-lines: view 4
    timeline: timeline
    timeline-new: timeline --new -n 1
    explore: explore
    search: search bicycle
    follows: follows alice bob
    follows-not: follows alice dave
    sql: sql "SELECT id, username, name, like_count FROM users"
    sql-empty: sql "SELECT id FROM users WHERE 0"
    """

  private static let writing = """
    create-user: create-user zoe zack
    create-user-rehearsed: create-user zoe zack --dry-run
    edit-profile: edit-profile --name "Alice A." --rename alice.a
    delete-user: delete-user bob --yes
    delete-user-rehearsed: delete-user bob --dry-run
    post: post "Hello"
    post-private: post "Hello me" --private
    post-rehearsed: post "Hello" --dry-run
    delete-post: delete-post 1 3 --yes
    delete-post-rehearsed: delete-post 1 --dry-run
    follow-fields: follow bob dave --fields input,result
    flag: flag 5 --reason spam
    flag-again: flag 2 --as dave
    follow: follow dave bob
    follow-rehearsed: follow dave bob --dry-run
    follow-some: follow dave nobody alice --keep-going
    unfollow: unfollow bob dave
    unfollow-rehearsed: unfollow bob dave --dry-run
    like: like 4 2
    like-rehearsed: like 4 2 --dry-run
    unlike: unlike 2 1
    unlike-rehearsed: unlike 2 1 --dry-run
    quiet: follow dave -q
    """

  private static let failing = """
    no-such-user: show bbo
    no-such-post: view 99
    no-such-command: folow bob
    missing-operand: follow
    bad-handle: create-user "Zoë!"
    no-input: delete-user bob --no-input
    json: view 99 --json
    """

  private static func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return try Line(
        String(line[..<colon]), String(line[colon...].dropFirst(2)))
    }
  }
}
