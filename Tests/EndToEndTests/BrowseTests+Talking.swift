import Foundation
import Support
import Testing

/// Two people who talk, one in the browser and one in a shell.
extension BrowseTests {
  @Test func `an answer by another process is counted, opened and answered`() throws {
    try network.program.succeed("notifications", "--mark-read")
    let terminal = try open()
    try network.program.succeed("--as", "bob", "reply", "1", "Save me the crust, @alice #bread")
    try shows("n 1 new", terminal)
    terminal.type("n")
    try shows("@bob replied to #1", terminal)
    terminal.type("\r")
    try shows("Save me the crust", terminal)
    try shows("First loaf", terminal)
    terminal.type("rGladly, @bob.\rCome at noon.")
    try shows("Come at noon.", terminal)
    #expect(rows(terminal).contains { $0.contains("Reply to") && $0.contains("left") })
    terminal.type("\u{4}")
    try shows("Come at noon.", terminal)
    try shows("@alice · ↩ @bob", terminal)
    #expect(!rows(terminal).contains { $0.contains("1 new") })
    let notices = try network.program.run("--as", "bob", "notifications", "--only", "reply")
    #expect(notices.stdout.hasPrefix("alice\treply"))
    try leave(terminal)
  }

  @Test func `two people talk for ten lines`() throws {
    let terminal = try open()
    terminal.type("\r")
    try shows("First loaf", terminal)
    var last = "1"
    for round in 1...5 {
      try network.program.succeed("--as", "bob", "reply", last, "Question \(round)")
      try shows("Question \(round)", terminal)
      // The answer is the last row of the page.
      terminal.type("G\r")
      try shows("▌ Question \(round)", terminal)
      terminal.type("rReply \(round)")
      try shows("Reply to", terminal)
      terminal.type("\u{4}")
      try terminal.read { _ in
        rows(terminal).contains { $0.hasPrefix("▌ │ ") && $0.contains(" Reply \(round)") }
      }
      terminal.type("\r")
      try shows("▌ Reply \(round)", terminal)
      let newest = try network.program.run("posts", "alice", "--limit", "1", "--fields", "id")
      last = newest.stdout.filter(\.isNumber)
    }
    terminal.type(":thread 1\r")
    try shows("Thread of #1", terminal)
    let thread = try network.program.run("thread", "1", "--count")
    #expect(thread.stdout == "11\n")
    try leave(terminal)
  }

  @Test func `lines that list something open its page`() throws {
    let terminal = try open()
    for (line, title) in [
      ("notifications", "Notifications"), ("tag bread", "#bread"), ("bookmarks", "Bookmarks"),
      ("muted", "Muted"), ("timeline", "Timeline"), ("users", "People"),
      ("posts bob", "Posts of @bob"), ("friends carol", "Friends of @carol"),
      ("notifications --only follow", "Notifications: follow"),
      ("suggest", "Suggestions"), ("users --limit 1", ":users --limit 1"),
    ] {
      terminal.type(":\(line)\r")
      try shows(title, terminal)
    }
    try leave(terminal)
  }

  @Test func `keys repost and bookmark a post, and take it back`() throws {
    let terminal = try open("bob")
    terminal.type("\r")
    try shows("Liked by @alice", terminal)
    terminal.type("R")
    try shows("you reposted it", terminal)
    terminal.type("b")
    try shows("bookmarked", terminal)
    #expect(try network.program.run("bookmarks", "--count").stdout == "1\n")
    #expect(try network.program.run("posts", "--limit", "1").stdout.contains("@bob: The **bicycle"))
    terminal.type("R")
    try shows("Took back your repost", terminal)
    terminal.type("b")
    try shows("Removed the bookmark", terminal)
    #expect(try network.program.run("bookmarks", "--count").stdout == "0\n")
    try leave(terminal)
  }

  @Test func `a key mutes a person, and takes it back`() throws {
    let terminal = try open("bob")
    terminal.type("M")
    try shows("You no longer see posts of @bob", terminal)
    #expect(try network.program.run("muted", "--fields", "username").stdout == "bob\n")
    terminal.type("M")
    try shows("You see posts of @bob again", terminal)
    try leave(terminal)
  }

  @Test func `an editor changes the text that is being written`() throws {
    try network.program.home.write("#!/bin/sh\necho 'and more' >> \"$1\"\n", to: "edit")
    let editor = network.program.home.file("edit")
    chmod(editor, 0o700)
    let terminal = try open(adding: ["EDITOR": editor])
    terminal.type("cSome words")
    try shows("Some words", terminal)
    terminal.type("\u{F}")
    try shows("and more", terminal)
    terminal.type("\u{4}")
    try shows("Posted #6", terminal)
    let post = try network.program.run("view", "6", "--json")
    #expect(post.stdout.contains(#"Some words\nand more"#), "\(post)")
    try leave(terminal)
  }

  @Test(arguments: [(SIGHUP, false), (SIGTERM, false), (SIGHUP, true)])
  func `a signal keeps the words of the box and of its editor`(
    signal: Int32, isInEditor: Bool
  ) throws {
    let home = network.program.home
    try home.write(
      "#!/bin/sh\necho more >> \"$1\"\ntouch opened\nexec tail -f /dev/null\n", to: "edit")
    chmod(home.file("edit"), 0o700)
    let folder = home.file("words")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let terminal = try open(adding: ["EDITOR": home.file("edit"), "TMPDIR": folder])
    terminal.type("cMy words")
    try shows("My words", terminal)
    if isInEditor {
      terminal.type("\u{F}")
      waitUntil { (try? home.names().contains("opened")) == true }
    }
    terminal.send(signal)
    #expect(try terminal.wait() == 128 + signal)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.count == 1 ? names[0] : nil)
    let kept = try home.bytes(of: "words/\(name)")
    #expect(kept == Array((isInEditor ? "My words\nmore\n" : "My words\n").utf8))
    let told = "Your words are in \(folder)/\(name).\r\nInterrupted; nothing was saved.\r\n"
    #expect(terminal.text.hasSuffix("\u{1B}[?1049lNote: \(told)"), "\(terminal.text.suffix(300))")
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
