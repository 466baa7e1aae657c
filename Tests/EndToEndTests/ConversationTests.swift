import Foundation
import Support
import Testing

/// Conversations as a person and as a program sees them.
@Suite struct ConversationTests {
  /// The small network, in which people talk about its first post.
  private static func network() throws -> SmallNetwork {
    let network = try SmallNetwork()
    try network.program.home.write(
      """
      login carol
      reply 1 "Save me the crust, @alice #bread" --at "2026-05-01 09:00"
      quote 2 "This. #bicycle" --at "2026-05-01 09:10"
      login bob
      reply 6 "And me the rest! #Bread" --at "2026-05-01 09:20"
      repost 1
      login dave
      like 1
      mute bob
      bookmark 1 6
      login alice
      bookmark 4 6
      mute dave
      """, to: "talk.pctl")
    try network.program.succeed("run", "talk.pctl", "-q")
    return network
  }

  private static let lines = [
    ("thread", "thread 8"), ("thread-part", "thread 1 -n 2"), ("timeline", "timeline"),
    ("timeline-new", "timeline --new -n 2"), ("timeline-since", "timeline --since 2026-05-01"),
    ("timeline-filters", "timeline --no-replies --no-reposts"),
    ("notifications", "notifications"), ("notifications-new", "notifications --new -n 2"),
    ("notifications-only", "notifications --only reply,mention"),
    ("mark-read", "notifications --mark-read"), ("tag", "tag BREAD"), ("tags", "tags"),
    ("tags-beginning", "tags '#bi' --since 2026-05-01"), ("posts", "posts bob"),
    ("posts-sorted", "posts alice --sort likes"), ("bookmarks", "bookmarks"), ("muted", "muted"),
    ("view", "view 6"), ("view-repost", "view 9"), ("view-quote", "view 7"),
    ("show-replies", "show carol --tab replies"), ("show-reposts", "show bob --columns 2"),
    ("search", "search '#bread from:carol'"),
    ("reply", "reply 8 'Not the last of it.'"), ("quote", "quote 1 Look"),
    ("edit-post", "edit-post 1 'First loaf of the year #bread'"), ("repost", "repost 2 6"),
    ("repost-rehearsed", "repost 2 --dry-run"), ("unrepost", "unrepost 2"),
    ("bookmark", "bookmark 2 6"), ("unbookmark", "unbookmark 6"), ("mute", "mute carol dave"),
    ("unmute", "unmute dave carol"), ("flag", "flag 6 --reason rude --dry-run"),
    ("unflag", "unflag 6"), ("moderate-keep", "moderate 2 4 --keep --yes"),
    ("moderate-remove", "moderate 2 --remove --yes --dry-run"),
  ]

  private static func words(_ line: String) throws -> [String] {
    try ShellWords.split(line, variables: [:])
  }

  @Test(arguments: lines)
  func `every line is answered for a person`(name: String, line: String) throws {
    Golden.expect(try Self.network().program.onTerminal(Self.words(line)), name)
  }

  @Test(arguments: lines)
  func `every line is answered for a program`(name: String, line: String) throws {
    let words = try Self.words(line)
    let piped = try Self.network().program.run(words)
    let json = try Self.network().program.run(words + ["--json"])
    Golden.expect(
      [piped, json].map { $0.stdout + $0.stderr + "[\($0.status)]\n" }.joined(), name)
  }

  @Test func `a name that was misspelled is offered, and reply is no longer repl`() throws {
    let program = try SmallNetwork().program
    #expect(try program.run("reply").stderr.hasPrefix("Error: The argument '<id>' is missing"))
    let answer = try program.run("notification")
    #expect(answer.stderr.contains("Did you mean 'notifications'?"))
    #expect(answer.stderr.contains("Hint: profilectl notifications\n"))
  }

  @Test func `lists with a mark refuse options that have no meaning with it`() throws {
    let program = try SmallNetwork().program
    for line in [
      "timeline --new --reverse", "timeline --new --after p1", "timeline --mark-read --new",
      "timeline --mark-read --all", "timeline --mark-read --since today",
      "notifications --mark-read --only like", "notifications --mark-read -n 3",
      "users --no-replies", "likers 1 --since today", "show --tab likes --sort likes",
      "moderate 2", "moderate 2 --keep --remove", "timeline --since today --until yesterday",
      "notifications --only replies", "tag 42", "search -- -bread", "search ''",
      "search '\"'", "search '\" \"'", "search %", "search .", "moderate 2 --keep",
    ] {
      #expect(try program.run(Self.words(line)).status == 64, "\(line)")
    }
  }

  @Test func `notices of one line are shown one after the other`() throws {
    let program = try Self.network().program
    try program.succeed("notifications", "--mark-read")
    try program.succeed("post", "one")
    try program.succeed("post", "two")
    try program.succeed("--as", "bob", "--now", "2026-05-01T12:01:00Z", "like", "10", "11")
    let batches = try (1...3).map { _ in
      try program.succeed("notifications", "--new", "-n", "1").split(separator: "\t").dropFirst(2)
        .first
    }
    #expect(batches == ["10", "11", nil])
  }

  @Test(arguments: ["--no-replies", "--no-reposts", "--since=2026-05-01", "--until=2027-01-01"])
  func `a batch of filtered new posts is not shown twice`(filter: String) throws {
    let program = try Self.network().program
    let new = ["timeline", "--new", "--now", "2026-05-01T13:00:00Z"]
    try program.succeed("timeline", "--mark-read")
    let lines = [["reply", "1", "first"], ["post", "second"], ["reply", "1", "third"]]
    for (minute, words) in lines.enumerated() {
      try program.succeed(["--as", "bob", "--now", "2026-05-01T12:0\(minute):00Z"] + words)
    }
    #expect(try program.succeed(new + [filter]).contains("second"))
    #expect(try !program.succeed(new + [filter]).contains("second"))
    // A new post after the last one shown stays new.
    let rest = try program.succeed(new)
    #expect(rest.contains("third") == (filter == "--no-replies"))
    #expect(!rest.contains("first"))
  }

  @Test func `a repost of one's own is taken back without a question`() throws {
    let program = try Self.network().program
    #expect(try program.succeed("--as", "bob", "delete-post", "9") == "1\tunreposted\n")
    #expect(try program.run("--as", "bob", "delete-post", "8").status == 64)
  }

  @Test func `line ends of other systems become those of this one`() throws {
    let program = try SmallNetwork().program
    #expect(try program.run("post", "-", input: "one\r\ntwo\r\n").status == 0)
    #expect(try program.succeed("posts", "-n", "1", "--fields", "text") == "one\\ntwo\n")
    #expect(try program.run("post", "-", input: "one\rtwo").status == 65)
  }

  @Test(arguments: ["reply 1 ''", "quote 1 ''", "edit-post 1 ''"])
  func `the hint of an empty text names its command`(line: String) throws {
    let answer = try SmallNetwork().program.run(Self.words(line))
    let command = line.split(separator: " ")[0]
    #expect(answer.stderr.hasSuffix("Hint: profilectl \(command) --help\n"), "\(answer)")
    #expect(answer.status == 65)
  }

  @Test func `a post that two users reported is settled once`() throws {
    let program = try Self.network().program
    for user in ["bob", "carol", "dave"] { try program.succeed("flag", "1", "--as", user) }
    let reported = try program.succeed("flags", "--all")
    let removed = try program.succeed("moderate", "-", "--remove", "--yes", input: reported)
    #expect(Set(removed.split(separator: "\n")) == ["1\tremoved", "2\tremoved"])
    #expect(try program.succeed("flags") == "")
  }

  @Test func `dropping reports is a loss that needs a word`() throws {
    let program = try Self.network().program
    let refused = try program.run("moderate", "2", "--keep")
    #expect(refused.status == 64 && refused.stdout == "")
    let question = try PseudoTerminal(program, "moderate", "2", "--keep")
    try question.read { $0.contains("Drop the reports of #2?") }
    question.type("n\r")
    #expect(try question.wait() == 1)
    #expect(try program.succeed("flags", "--count") == "1\n")
    let twice = try program.run("moderate", "2", "2", "--keep")
    #expect(twice.status == 64 && twice.stderr.contains("the reports of #2 "), "\(twice)")
    #expect(try program.succeed("moderate", "2", "2", "--keep", "--yes") == "2\tkept\n")
    // Without reports, nothing is lost.
    #expect(try program.succeed("moderate", "2", "--keep") == "2\tnot_flagged\n")
  }

  /// Post 9 is bob's repost of alice's post 1.
  @Test(arguments: [("flag 9", "self"), ("view 9 --save x.png", "file_missing")])
  func `a refusal names the repost that was typed`(line: String, code: String) throws {
    let answer = try Self.network().program.run(Self.words(line) + ["--json"])
    let refusal = try Refusal.parse(answer.stderr)
    #expect(refusal?.code == code && refusal?.input == "9", "\(answer)")
  }

  @Test func `a batch of new items moves the mark to its last item`() throws {
    let program = try Self.network().program
    let count = { (words: [String]) in try program.succeed(words + ["--count"]) }
    try program.succeed("notifications", "--mark-read")
    for (minute, words) in [(1, "quote 1 a"), (2, "quote 1 b"), (3, "reply 1 c")] {
      let now = ["--now", "2026-05-01T12:0\(minute):00Z"]
      try program.succeed(["--as", "carol"] + now + words.split(separator: " ").map(String.init))
    }
    #expect(try count(["notifications", "--new"]) == "3\n")
    try program.succeed("notifications", "--new", "-n", "1")
    #expect(try count(["notifications", "--new"]) == "2\n")
    try program.succeed("notifications", "--new", "--only", "reply")
    #expect(try count(["notifications", "--new"]) == "2\n")
    let quotes = ["notifications", "--new", "--only", "quote,reply", "-n", "1"]
    #expect(try program.onTerminal(quotes).contains("1 more wait; --all shows them."))
    #expect(try program.succeed("notifications", "--mark-read", "--json") == "[]\n")
    #expect(try count(["notifications", "--new"]) == "0\n")
    #expect(try count(["timeline", "--new"]) != "0\n")
    #expect(try program.succeed("timeline", "--mark-read") == "")
    #expect(try count(["timeline", "--new"]) == "0\n")
  }
}

/// Lists of new items.
@Suite struct NewItemTests {
  @Test func `many new items can be skipped`() throws {
    let program = try SmallNetwork().program
    let posts = (1...130).map { "post 'Egg \($0)' --as bob\n" }.joined()
    #expect(try program.run("run", "-", input: posts).status == 0)
    try program.succeed("follow", "bob")
    let first = try program.onTerminal(["timeline", "--new", "-n", "5"])
    #expect(first.contains("To skip them: profilectl timeline --mark-read"), "\(first)")
    try program.succeed("timeline", "--new", "-n", "100")
    #expect(try !program.onTerminal(["timeline", "--new", "-n", "5"]).contains("To skip"))
  }
}

/// Posts that are written in an editor.
@Suite struct EditorTests {
  /// A network whose editor is a script of shell.
  private func program(editor: String) throws -> Program {
    var program = try SmallNetwork().program
    try program.home.write("#!/bin/sh\n\(editor)\n", to: "edit")
    program.environment["VISUAL"] = "sh '\(program.home.file("edit"))'"
    program.environment["TMPDIR"] = program.home.path
    return program
  }

  private func kept(by program: Program) throws -> [String] {
    try program.home.names().filter { $0.hasPrefix("profilectl-") }
  }

  @Test func `the words above the cut line are posted, and hashtags are no comments`() throws {
    let program = try program(
      editor: #"printf '#bees and\nbread\n' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1""#)
    #expect(try program.onTerminal(["post"]).contains("Posted #6."))
    let post = try program.succeed("view", "6", "--fields", "text")
    #expect(post == "#bees and\\nbread\n")
    #expect(try kept(by: program).isEmpty)
  }

  @Test func `the post that is answered stands below the cut line`() throws {
    let program = try program(
      editor:
        #"cat "$1" > page; printf 'Mine.\n' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1""#)
    #expect(try program.onTerminal(["reply", "4"]).contains("Posted #6."))
    #expect(
      String(decoding: try program.home.bytes(of: "page"), as: UTF8.self) == """

        # ------------------------ >8 ------------------------
        # Write above this line; an empty text publishes nothing.
        # Answering #4 by @dave:
        # Two
        # lines, 二行

        """)
    #expect(try program.succeed("view", "6", "--fields", "text,reply_to") == "Mine.\t4\n")
  }

  @Test func `edit-post begins with the words of the post`() throws {
    let program = try program(editor: #"cat "$1" > page; sed -i 's/loaf/bread/' "$1""#)
    #expect(try program.onTerminal(["edit-post", "1"]).contains("Edited #1."))
    let page = try program.home.bytes(of: "page")
    #expect(
      String(decoding: page, as: UTF8.self).contains("an empty text changes nothing."))
    #expect(
      try program.succeed("view", "1", "--fields", "text") == "First bread of the year\n")
  }

  @Test(arguments: ["true", "false", ": > \"$1\"", "exec kill -9 $$"])
  func `an unchanged or empty page and a failed editor post nothing`(editor: String) throws {
    let program = try program(editor: editor)
    let told = try program.onTerminal(["post"])
    #expect(told.contains("Nothing was posted.") && told.hasSuffix("[65]\n"), "\(told)")
    #expect(try program.succeed("posts", "--count") == "1\n")
    #expect(try program.onTerminal(["edit-post", "1"]).contains("Nothing was changed."))
    #expect(try kept(by: program).isEmpty)
  }

  @Test(arguments: [
    (#"head -c 3000 /dev/zero | tr '\0' x > "$1""#, 3_000, 65),
    (#"head -c 2000000 /dev/zero | tr '\0' x > "$1""#, 2_000_000, 78),
    (#"printf 'caf\351 words' > "$1""#, 10, 65),
  ])
  func `words that are refused are kept`(editor: String, bytes: Int, status: Int) throws {
    let program = try program(editor: editor)
    let told = try program.onTerminal(["post"])
    #expect(
      told.contains("Note: Your words are in ") && told.hasSuffix("[\(status)]\n"), "\(told)")
    let files = try kept(by: program)
    #expect(files.count == 1)
    #expect(try program.home.bytes(of: files[0]).count == bytes)
  }

  @Test func `words of an editor that removed its file are not said to be kept`() throws {
    let told = try program(editor: #"rm "$1""#).onTerminal(["post"])
    #expect(!told.contains("Your words are in") && told.contains("Error: "), "\(told)")
  }

  @Test(arguments: [
    (["reply", "99"], 67), (["quote", "3", "--as", "bob"], 67), (["edit-post", "2"], 77),
    (["post", "--no-input"], 64), (["quote", "3"], 77),
  ])
  func `what is refused anyway is refused before the editor opens`(
    words: [String], status: Int
  ) throws {
    let program = try program(editor: "touch opened")
    #expect(try program.onTerminal(words).hasSuffix("[\(status)]\n"))
    #expect(try !program.home.names().contains("opened"))
  }

  @Test(arguments: [
    #"printf 'Menu\n# Bread\n' > "$1""#,
    #"{ printf 'Menu\n# Bread'; sed '/>8/d' "$1"; } > "$1.new"; mv "$1.new" "$1""#,
  ])
  func `without the cut line only the comments of the page are left out`(editor: String) throws {
    let program = try program(editor: editor)
    #expect(try program.onTerminal(["reply", "4"]).contains("Posted #6."))
    #expect(try program.succeed("view", "6", "--fields", "text") == "Menu\\n# Bread\n")
  }

  @Test func `without the cut line blank lines stay`() throws {
    let program = try program(editor: #"sed -i '/>8/,$d' "$1""#)
    try program.succeed("post", "one\n\ntwo\u{2028}three", "--as", "bob")
    let answer = try program.onTerminal(["edit-post", "6", "--as", "bob"])
    #expect(answer.contains("Nothing was changed."))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal keeps the words that were saved in the editor`(signal: Int32) throws {
    let program = try program(
      editor: #"echo 'My words.' > "$1"; touch opened; exec tail -f /dev/null"#)
    let terminal = try PseudoTerminal(program, "post")
    waitUntil { (try? program.home.names().contains("opened")) == true }
    terminal.send(signal)
    try terminal.read { $0.contains("Your words are in ") && $0.contains("nothing was saved") }
    #expect(try terminal.wait() == 128 + signal)
    let files = try kept(by: program)
    #expect(files.count == 1)
    #expect(try program.home.bytes(of: files[0]) == Array("My words.\n".utf8))
  }

  @Test func `the prompt opens an editor`() throws {
    let program = try program(editor: #"echo 'From the prompt.' > "$1""#)
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("post\n")
    try terminal.read { $0.contains("Posted #6.") && $0.hasSuffix("> ") }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
    #expect(try program.succeed("view", "6", "--fields", "text") == "From the prompt.\n")
  }

  @Test func `scripts open no editor`() throws {
    let program = try program(editor: "touch opened")
    try program.home.write("post\n", to: "post.pctl")
    #expect(try program.onTerminal(["run", "post.pctl"]).hasSuffix("[64]\n"))
    #expect(try !program.home.names().contains("opened"))
  }
}
