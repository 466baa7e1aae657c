import Support
import Testing

/// Tests the linear browser, which a screen reader can read.
@Suite struct LinearBrowseTests {
  private func browse(_ words: String..., typing lines: String...) throws -> Answer {
    let network = try SmallNetwork()
    let input = lines.map { $0 + "\n" }.joined()
    return try network.program.run(["browse"] + words + ["--linear"], input: Array(input.utf8))
  }

  @Test func `every page and key answers in lines`() throws {
    let answer = try browse(
      "bob", typing: "1", "l", "q", "f", "F", "1", "", "2", "1", "99", "q", "/loaf", "t",
      "whoami",
      "show nobody.here", "s", "i", "1", "i", "q", "?", ":login carol", "t", "exit", "users")
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    Golden.expect(answer.stdout)
  }

  @Test func `posts are answered, quoted and bookmarked, and threads are lists, in lines`() throws {
    let answer = try browse(
      "bob", typing: "1", "r", "Good news, @bob #bicycle", "refresh", "1", "Q", "This.", "b", "n",
      "thread 2", "tag bicycle", "bookmarks", "0", "q")
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    Golden.expect(answer.stdout)
  }

  @Test func `settings have numbers`() throws {
    let answer = try browse(typing: "s", "1", "Alice  \"A\"", "s", "1", "", "s", "9", "q")
    #expect(answer.status == 0)
    #expect(answer.stdout.contains("9. Clear cache, 0 pictures, 0 bytes\n"))
    #expect(answer.stdout.contains("\nName (now Alice Adler):\n"))
    #expect(answer.stdout.contains("\nName (now Alice  \"A\"):\nNothing was done.\n"))
  }

  @Test func `a line other than a number after the list of settings is still run`() throws {
    let answer = try browse(typing: "s", "whoami", "s", "q", "s", "", "/ loaf", "q")
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    let ends = answer.stdout.components(separatedBy: "10. Cancel\n").dropFirst()
    #expect(
      zip(ends, ["@alice\n", "Nothing was done.\n", "Nothing was done.\nSearch: loaf."])
        .allSatisfy { $0.hasPrefix($1) }, "\(ends)")
    #expect(ends.count == 3)
  }

  @Test func `a line is used exactly as typed, or refused`() throws {
    let network = try SmallNetwork()
    let input =
      Array("  post \"two  blanks   three\" \npost caf".utf8) + [0xE9]
      + Array("\ns\n12\n10\nq\n".utf8)
    let answer = try network.program.run(["browse", "--linear"], input: input)
    #expect(answer.stderr.hasPrefix("Error: The line is not valid UTF-8 at byte 9.\n"))
    #expect(answer.stdout.contains("10. Cancel\nThere is no number 12 here.\n"))
    let found = try network.program.run("search", "blanks", "--fields", "text")
    #expect(found.stdout == "two  blanks   three\n")
  }

  @Test func `commands answer in sentences, also without results`() throws {
    let answer = try browse(
      "bob", typing: "view 2", "show carol", "search qqq", "users zz", "users dave", "q")
    let lines = answer.stdout.split(separator: "\n").map(String.init)
    let found = try #require(lines.lastIndex { $0.hasPrefix("@bob, ") })
    #expect(
      Array(lines[found...]) == [
        "@bob, 1w, #2, 1 like, you like it: The **bicycle** is mended",
        "Liked by @alice.",
        "Posted 2026-04-20 at 00:00.",
        "Profile of @carol.",
        "1 post, 1 follower, 2 following, 1 like.",
        "You follow each other.",
        "Joined 2026-04-01.",
        "Tab Posts, of Posts, Replies, Likes.",
        "@carol, 30m, #5, 1 like: Bröd #42",
        "No post matches. More about terms: :help search",
        "Nobody else is here by that name. Everyone: :users",
        "@dave  2 followers",
      ])
  }

  @Test func `commands that only a shell may run are refused as such`() throws {
    let answer = try browse(typing: "repl", "run -", "post -", ":users --db other.db", "q")
    let refused = answer.stdout.split(separator: "\n").suffix(4).map(String.init)
    let expected = ["repl", "-", "-", "--db"].map {
      "'\($0)' can't be used in the browser: leave it first."
    }
    #expect(refused == expected, "\(answer)")
  }

  @Test func `refresh prints the page as it is now`() throws {
    let network = try SmallNetwork()
    let terminal = try PseudoTerminal(network.program, "browse", "bob", "--linear")
    func reply(to line: String) throws -> String {
      let start = terminal.text.count
      terminal.type(line + "\r")
      try terminal.read { $0.count > start + line.count + 2 && $0.hasSuffix("> ") }
      return String(terminal.text.dropFirst(start))
    }
    try terminal.read { $0.contains("1. ") && $0.hasSuffix("> ") }
    #expect(try reply(to: "1").contains("bicycle"))
    try network.program.succeed("--as", "bob", "delete-post", "2", "--yes")
    let answer = try reply(to: "refresh")
    #expect(answer.contains("Post #2 is gone.") && answer.contains("0 posts"), "\(answer)")
  }

  @Test func `the timeline is read when it was shown`() throws {
    let network = try SmallNetwork()
    func new() throws -> String { try network.program.run("timeline", "--new", "--count").stdout }
    #expect(try new() == "2\n")
    _ = try network.program.run(["browse", "--linear"], input: Array("t\nq\nq\n".utf8))
    #expect(try new() == "0\n")
  }

  @Test func `the timeline stays new while it has posts that were not loaded`() throws {
    let network = try SmallNetwork()
    let lines = (1...300).map { "--as bob post 'Number \($0)'\n" }.joined()
    try network.program.succeed(["run", "--quiet", "-"], input: lines)
    _ = try network.program.run(["browse", "--linear"], input: Array("t\nq\nq\n".utf8))
    let new = try network.program.run("timeline", "--new", "--count").stdout
    #expect(new == "302\n")
  }

  @Test func `tabs are shown by name or one after the other`() throws {
    let answer = try browse(
      "bob", typing: "likes", "tab", "tab", "posts", "private", "F", "tab", "q", "q")
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    Golden.expect(answer.stdout)
  }

  @Test func `every key gets an answer`() throws {
    let answer = try browse(
      typing: "j", "G", "1", "f", "refresh", "p", "1", "q", "L", "tab", "q", "q")
    #expect(answer.stdout.contains("'j' does nothing here.\n'G' does nothing here.\n"))
    #expect(answer.stdout.contains("\nNobody follows themself.\n"))
    #expect(answer.stdout.contains("\n'L' does nothing here; ? shows the keys.\n"))
    #expect(answer.stdout.contains("\n'tab' does nothing here.\n"))
    #expect(answer.stdout.contains("\nBack.\n"))
  }

  @Test func `the help is about lines`() throws {
    let answer = try browse(typing: "?", "q")
    #expect(answer.stdout.contains("on a profile posts, replies, likes and private show theirs."))
    #expect(answer.stdout.contains("\nq: Go back; on the first page, leave.\n"))
    #expect(answer.stdout.contains("\nL: Like or unlike; l does the same.\n"))
    #expect(!answer.stdout.contains("grid"))
  }

  @Test(arguments: [("1", true), ("y", true), ("2", false), ("n", false), ("", false)])
  func `a terminal is asked before something is deleted`(answer: String, isDeleted: Bool) throws {
    let network = try SmallNetwork()
    let terminal = try PseudoTerminal(network.program, "browse", "bob", "--linear")
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("delete-user dave\r")
    try terminal.read {
      $0.hasSuffix("Delete @dave with all posts, likes and follows?\r\n1. Yes\r\n2. No\r\n> ")
    }
    terminal.type(answer + "\r")
    try terminal.read {
      $0.contains(isDeleted ? "Deleted @dave.\r\n" : "Nothing was done.\r\n") && $0.hasSuffix("> ")
    }
    terminal.type("q\r")
    #expect(try terminal.wait() == 0)
    #expect((try network.program.run("show", "dave").status != 0) == isDeleted)
  }

  @Test func `without a terminal nothing is deleted without --yes`() throws {
    let answer = try browse(
      typing: "delete-user dave", "delete-post 1", "show dave", "view 1", "delete-post 1 --yes",
      "view 1")
    let reason = "can't be undone, so it needs '--yes' here. Hint: "
    #expect(answer.stdout.contains("Deleting @dave \(reason):delete-user dave --yes\n"))
    #expect(answer.stdout.contains("Deleting #1 \(reason):delete-post 1 --yes\n"))
    #expect(answer.stdout.contains("First loaf of the year\n"))
    #expect(answer.stdout.contains("\nDeleted #1.\n"))
    #expect(answer.stdout.contains("There is no post 1."))
    #expect(!answer.stdout.contains("There is no user"))
  }

  @Test func `a browse line opens another profile`() throws {
    let answer = try browse("bob", typing: "browse dave --linear")
    #expect(answer.stdout.contains("Profile of @dave."))
  }

  @Test func `an unknown acting user is an error`() throws {
    var network = try SmallNetwork()
    network.program.environment["PROFILECTL_USER"] = "ghost"
    let answer = try network.program.run("browse", "--linear")
    #expect(answer.status == 67 && answer.stdout.isEmpty)
    #expect(answer.stderr.hasPrefix("Error: PROFILECTL_USER names 'ghost', and there is no such"))
  }

  @Test func `it prints no control sequences`() throws {
    let answer = try browse("alice", "--ascii", typing: "p", "?", "q")
    let isPlain = answer.stdout.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
    #expect(isPlain && answer.status == 0)
  }

  @Test func `the end of input ends it, and it refuses options of the screen`() throws {
    #expect(try browse("bob").status == 0)
    #expect(try browse("bob", "--no-mouse").status == 64)
    #expect(try browse("nobody.here").status == 67)
  }

  @Test func `Control-C ends it`() throws {
    let terminal = try PseudoTerminal(SmallNetwork().program, "browse", "bob", "--linear")
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("1\r")
    try terminal.read { $0.contains("Liked by") && $0.hasSuffix("> ") }
    terminal.type("l\r")
    try terminal.read { $0.contains("You no longer like #2 by @bob.") && $0.hasSuffix("> ") }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.isCooked)
  }

  @Test func `it reports the wait for another process`() throws {
    let network = try SmallNetwork()
    let terminal = try PseudoTerminal(network.program, "browse", "dave", "--linear")
    try terminal.read { $0.hasSuffix("> ") }
    let lock = DatabaseLock(of: network.database)
    terminal.type("f\r")
    try terminal.read { $0.hasSuffix("Waiting for another process; Ctrl-C leaves.\r\n") }
    lock.release()
    try terminal.read { $0.hasSuffix("You follow @dave.\r\n> ") }
    terminal.type("q\r")
    #expect(try terminal.wait() == 0)
  }

  @Test func `Control-C ends the wait for another process`() throws {
    let network = try SmallNetwork()
    let terminal = try PseudoTerminal(network.program, "browse", "dave", "--linear")
    try terminal.read { $0.hasSuffix("> ") }
    let lock = DatabaseLock(of: network.database)
    terminal.type(":follow dave\r")
    try terminal.read { $0.hasSuffix("Under way: :follow dave; Ctrl-C leaves.\r\n") }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.contains("Interrupted; nothing was saved."))
    lock.release()
  }
}
