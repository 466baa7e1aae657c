import Support
import Testing

/// Tests the linear browser, which a screen reader can read.
@Suite struct LinearBrowseTests {
  private func browse(_ words: String..., typing lines: String...) throws -> Answer {
    let network = try SmallNetwork()
    let input = lines.map { $0 + "\n" }.joined()
    return try network.program.run(["browse"] + words + ["--linear"], input: Array(input.utf8))
  }

  @Test func `numbers, words and commands answer in lines`() throws {
    let answer = try browse(
      "bob", typing: "1", "unlike", "q", "unfollow", "followers bob", "1", "", "2", "99", "q",
      "search loaf", "timeline", "1 like", "1 likers", "q", "whoami", "settings", "", "?",
      ":login carol", "0", "suggest", "explore", "muted", "exit", "users")
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    Golden.expect(answer.stdout)
  }

  @Test func `a word acts on the page, and a number before it on a row`() throws {
    let answer = try browse(
      "bob", typing: "like", "1 like", "1 unlike", "1 show", "2 follow", "timeline", "like",
      "1 unfollow", "1 frob", "5 like", "frob", "q")
    #expect(
      answer.stdout.contains("'like' is about a post: type its number first, as in '1 like'."))
    #expect(answer.stdout.contains("\nYou like #2 by @bob already.\n"))
    #expect(answer.stdout.contains("\nYou no longer like #2 by @bob.\nProfile of @bob"))
    #expect(answer.stdout.contains("\nYou no longer follow @carol.\n"))
    #expect(answer.stdout.contains("\n'frob' does nothing to a number.\n"))
    #expect(answer.stdout.contains("\nThere is no number 5 here.\n"))
    // Without the usage, which a listener would have to sit through.
    #expect(answer.stderr == "Error: There is no command 'frob'.\n")
  }

  @Test func `posts are answered, quoted and bookmarked, and threads are lists, in lines`() throws {
    let answer = try browse(
      "bob", typing: "1", "reply", "Good news, @bob #bicycle", "refresh", "1", "quote", "This.",
      "bookmark", "notifications", "thread 2", "tag bicycle", "bookmarks", "show", "1 edit-post",
      "That.", "1 delete-post", "post", "", "post", "A note", "q", "q")
    #expect(answer.status == 0)
    #expect(answer.stderr.hasPrefix("Error: Deleting #7 can't be undone, so it needs '--yes' here"))
    Golden.expect(answer.stdout)
  }

  @Test func `the words of a refused post are repeated`() throws {
    let words = String(repeating: "long ", count: 441) + "end"
    let answer = try browse("bob", typing: "1 reply", words, "whoami", "q")
    #expect(answer.stdout.hasSuffix("\nNot saved: \(words)\n@alice\n"))
    #expect(answer.stderr.hasPrefix("Error: "))
  }

  @Test func `settings have numbers`() throws {
    let answer = try browse(
      typing: "settings", "1", "Alice  \"A\"", "settings", "1", "", "settings", "9", "q")
    #expect(answer.status == 0)
    #expect(answer.stdout.contains("9. Clear cache, 0 pictures, 0 bytes\n"))
    let question = "type a line, or an empty one to leave it.\n"
    #expect(answer.stdout.contains("\nName, now Alice Adler: " + question))
    #expect(
      answer.stdout.contains("\nName, now Alice  \"A\": " + question + "Nothing was done.\n"))
  }

  @Test func `a line other than a number after the list of settings is still run`() throws {
    let answer = try browse(
      typing: "settings", "whoami", "settings", "q", "settings", "", "search loaf", "q")
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
      + Array("\nsettings\n12\nq\n".utf8)
    let answer = try network.program.run(["browse", "--linear"], input: input)
    #expect(answer.stderr.hasPrefix("Error: The line is not valid UTF-8 at byte 9.\n"))
    #expect(answer.stdout.contains("10. Cancel\nThere is no number 12 here.\n"))
    let found = try network.program.run("search", "blanks", "--fields", "text")
    #expect(found.stdout == "two  blanks   three\n")
  }

  @Test func `pages without rows say so`() throws {
    let answer = try browse(
      "carol", typing: "replies", "search qqq", "users zz", "bookmarks", "friends dave", "q", "q",
      "q", "q", "q")
    let words = [
      "@carol has replied to no post yet.", "No post holds all of these words.",
      "Nobody is here by that name.", "Nothing is kept yet.", "No friends yet: friends follow each",
    ]
    for words in words { #expect(answer.stdout.contains("\n" + words), "\(answer.stdout)") }
  }

  @Test func `commands that only a shell may run are refused as such`() throws {
    let answer = try browse(typing: "repl", "run -", "post -", ":users --db other.db", "q")
    let refused = answer.stderr.split(separator: "\n").map(String.init)
    let expected = ["repl", "-", "-", "--db"].map {
      "Error: '\($0)' can't be used in the browser: leave it first."
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
    #expect(answer.contains("There is no post 2.") && answer.contains("0 posts"), "\(answer)")
  }

  @Test func `the timeline is read when it was shown`() throws {
    let network = try SmallNetwork()
    func new() throws -> String { try network.program.run("timeline", "--new", "--count").stdout }
    #expect(try new() == "2\n")
    _ = try network.program.run(["browse", "--linear"], input: Array("timeline\nq\nq\n".utf8))
    #expect(try new() == "0\n")
  }

  @Test func `the timeline stays new while it has posts that were not loaded`() throws {
    let network = try SmallNetwork()
    let lines = (1...300).map { "--as bob post 'Number \($0)'\n" }.joined()
    try network.program.succeed(["run", "--quiet", "-"], input: lines)
    _ = try network.program.run(["browse", "--linear"], input: Array("timeline\nq\nq\n".utf8))
    let new = try network.program.run("timeline", "--new", "--count").stdout
    #expect(new == "302\n")
  }

  @Test func `tabs are shown by name or one after the other`() throws {
    let answer = try browse(
      "bob", typing: "likes", "tab", "tab", "posts", "private", "0 followers", "tab", "q", "q")
    #expect(answer.status == 0 && answer.stderr.hasPrefix("Error: There is no command 'private'."))
    Golden.expect(answer.stdout)
  }

  @Test func `the help lists the words for posts and users`() throws {
    let answer = try browse(typing: "?", "q")
    #expect(answer.stdout.contains("\nWords for a post: reply, quote, edit-post, "))
    #expect(answer.stdout.contains("\nWords for a user, or for the author of a post: follow, "))
    #expect(!answer.stdout.contains("delete-user") && !answer.stdout.contains("login"))
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
    let reason = "can't be undone, so it needs '--yes' here.\nHint: "
    #expect(answer.stderr.contains("Deleting @dave \(reason):delete-user dave --yes\n"))
    #expect(answer.stderr.contains("Deleting #1 \(reason):delete-post 1 --yes\n"))
    #expect(answer.stdout.contains("First loaf of the year\n"))
    #expect(answer.stdout.contains("\nDeleted #1.\n"))
    #expect(answer.stderr.contains("There is no post 1."))
    #expect(!answer.stderr.contains("There is no user"))
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
    let answer = try browse("alice", "--ascii", typing: "users", "?", "q")
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
    terminal.type("unlike\r")
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
    terminal.type("follow\r")
    try terminal.read { $0.hasSuffix("Under way: follow dave; Ctrl-C leaves.\r\n") }
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
    try terminal.read { $0.hasSuffix("Under way: follow dave; Ctrl-C leaves.\r\n") }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.contains("Interrupted; nothing was saved."))
    lock.release()
  }
}
