import Foundation
import Support
import Testing

/// Tests pictures on the command line: posting, saving, avatars and the cache of thumbnails.
@Suite struct PictureTests {
  private let network: SmallNetwork
  private var program: Support.Program { network.program }
  private var home: TemporaryFolder { network.program.home }

  init() throws {
    network = try SmallNetwork()
    for seed in 1...3 {
      try home.write(PlainPicture(width: 40, height: 30, seed: seed).png, to: "cat\(seed).png")
    }
  }

  /// Posts; without a decoder the result is the same, but standard error has a note.
  private func post(_ words: String...) throws {
    let answer = try program.run(["post", "-q"] + words)
    #expect(answer.status == 0, "\(answer.stderr)")
  }

  private func pictures() throws -> String {
    try program.succeed("info", "--fields", "pictures")
  }

  /// A copy of the program without `profilectl-picture` beside it.
  ///
  /// Another process makes the copy: children of other tests may inherit our descriptors, and no
  /// file open for writing can be executed.
  func programAlone(in folder: TemporaryFolder) throws -> Support.Program {
    var alone = program
    alone.executable = folder.file("profilectl")
    _ = try program.shell("cp '\(program.executable)' '\(alone.executable)'")
    return alone
  }

  /// Gives every picture a thumbnail without a decoder.
  private func fillCache() throws {
    try RawDatabase(network.database).run(
      "INSERT OR REPLACE INTO thumbnails (picture, pixels) SELECT id, zeroblob(36000) FROM pictures"
    )
  }

  @Test func `a post with a picture shows its size, its bytes and its hash`() throws {
    try post("Asleep again", "--image", "cat1.png", "--alt", "A cat on a wall")
    let answer = try program.succeed("view", "6", "--fields", "text,image,alt")
    let size = try home.bytes(of: "cat1.png").count
    let digest = try program.shell("sha256sum < cat1.png | cut -c1-64").stdout.dropLast()
    #expect(
      answer == """
        Asleep again\t{"width":40,"height":30,"bytes":\(size),"hash":"\(digest)"}\tA cat on a wall

        """)
    #expect(try program.succeed("search", "wall", "--fields", "id") == "6\n")
  }

  @Test func `a picture needs no text and reads none`() throws {
    let answer = try program.run(
      ["post", "-q", "--image", "cat1.png"], input: Array("not this".utf8))
    #expect(answer.status == 0)
    #expect(try program.succeed("view", "6", "--fields", "text,alt") == "\t\n")
    let both = try program.run(
      ["post", "-", "-q", "--image", "cat1.png"], input: Array("but this".utf8))
    #expect(both.status == 0)
    #expect(try program.succeed("view", "7", "--fields", "text") == "but this\n")
    #expect(try pictures() == "1\n")
  }

  @Test func `a blank text, alt text, name, bio or reason counts as empty`() throws {
    try post("  ", "--image", "cat1.png", "--alt", "   ")
    #expect(try program.succeed("view", "6", "--fields", "text,alt") == "\t\n")
    try program.succeed("edit-profile", "-q", "--name", " ", "--bio", "\n")
    let card = try program.succeed("users", "--as", "bob", "alice", "--fields", "name,bio")
    #expect(card == "\t\n")
    try program.succeed("create-user", "-q", "erin", "--name", "\u{A0}")
    #expect(try program.succeed("users", "erin", "--fields", "name") == "\n")
    try program.succeed("flag", "-q", "5", "--reason", " ")
    #expect(try program.succeed("flags", "-n", "1", "--fields", "reason") == "\n")
  }

  @Test func `the acting user is checked before the picture is read`() throws {
    try home.write("hello", to: "note.png")
    for words in [["post", "--image", "note.png"], ["edit-profile", "--avatar", "note.png"]] {
      let answer = try program.run(words + ["--as", "erin"])
      #expect(answer.status == 67)
      #expect(answer.stderr.hasPrefix("Error: There is no user 'erin'"))
    }
    let line = "create-user erin\nlogin erin\npost --image cat1.png\n"
    try home.write(line, to: "erin.pctl")
    #expect(try program.run(["run", "-q", "erin.pctl"]).status == 0)
  }

  @Test func `a dry run keeps no picture`() throws {
    try post("--image", "cat1.png", "--dry-run")
    #expect(try pictures() == "0\n")
  }

  @Test func `a file that is no picture is refused, and nothing is saved`() throws {
    let whole = try home.bytes(of: "cat1.png")
    try home.write(Array(whole.dropLast(40)), to: "cut.png")
    try home.write("hello", to: "note.png")
    try home.write("", to: "empty.png")
    #expect(mkfifo(home.file("pipe.png"), 0o600) == 0)
    #expect(symlink("nowhere", home.file("lost.png")) == 0)
    #expect(symlink("net.db", home.file("link.png")) == 0)
    #expect(symlink("loop.png", home.file("loop.png")) == 0)
    // In another folder, because the home folder is compared byte by byte.
    let elsewhere = try TemporaryFolder()
    let huge = try elsewhere.write("", to: "huge.png")
    #expect(truncate(huge, 64 << 20 | 1) == 0)
    for (name, code, status) in [
      ("cut.png", "bad_picture", 65), ("note.png", "bad_picture", 65),
      ("empty.png", "bad_picture", 65), ("pipe.png", "bad_picture", 65),
      ("link.png", "bad_picture", 65), (huge, "bad_picture", 65),
      (".", "bad_picture", 65), ("lost.png", "file_missing", 66), ("loop.png", "io_error", 74),
    ] {
      let refusal = try Refusal.expect(
        code, Int32(status), from: program, ["post", "look", "--image", name])
      #expect(refusal?.input == name)
    }
    #expect(try pictures() == "0\n")
    #expect(symlink("cat1.png", home.file("good.png")) == 0)
    try post("--image", "good.png")
  }

  @Test func `without profilectl-picture the post is saved without a thumbnail`() throws {
    let folder = try TemporaryFolder()
    let alone = try programAlone(in: folder)
    let answer = try alone.run("post", "--image", "cat1.png", "--alt", "A cat")
    let note = "profilectl-picture is not beside profilectl; install both in one folder."
    #expect(
      answer
        == Answer(
          stdout: "6\tposted\n",
          stderr: "Note: The picture is kept, but can't be drawn yet: \(note)\n"
        ))
    #expect(try program.succeed("cache", "--fields", "thumbnails") == "0\n")
    #expect(try alone.succeed("view", "6").contains("[picture: A cat]"))
    #expect(try alone.succeed("edit-profile", "--avatar", "cat2.png", "-q") == "")
    #expect(try pictures() == "2\n")
  }

  @Test(arguments: [
    ("printf ELF >profilectl-picture", "doesn't run here."),
    ("printf '#!/bin/sh\nkill -KILL $$' >profilectl-picture", "was killed."),
  ])
  func `a child that can't run does not reject the picture`(
    making: String, note: String
  ) throws {
    let folder = try TemporaryFolder()
    let alone = try programAlone(in: folder)
    _ = try program.shell("cd '\(folder.path)' && \(making) && chmod 700 profilectl-picture")
    let message = "Note: The picture is kept, but can't be drawn yet: profilectl-picture \(note)\n"
    #expect(
      try alone.run("post", "--image", "cat1.png") == Answer(stdout: "6\tposted\n", stderr: message)
    )
    #expect(try alone.succeed("edit-profile", "--avatar", "cat2.png", "-q") == "")
    #expect(try pictures() == "2\n")
  }

  @Test func `doctor explains missing pictures on the terminal, also with redirected output`()
    throws
  {
    let folder = try TemporaryFolder()
    var alone = try programAlone(in: folder)
    try alone.succeed("post", "-q", "--image", "cat1.png")
    alone.prefix = ["-c", "\"$0\" \"$@\" >answer", alone.executable]
    alone.executable = "/bin/sh"
    let terminal = try PseudoTerminal(alone, "doctor", columns: 40)
    #expect(try terminal.wait() == 0)
    let lines = [
      "Note: Pictures can't be drawn:", "profilectl-picture is not beside",
      "profilectl; install both in one folder.",
    ]
    #expect(terminal.text == lines.map { "\($0)\r\n" }.joined())
  }

  /// The limits of one user must not reject a picture that others can decode.
  @Test(arguments: [
    ("-v 200000", "exit 43", "memory"), ("-v 200000", "kill -ABRT $$", "memory"),
    ("-v 200000", "exit 42", "memory"), ("-d 200000", "exit 43", "memory"),
    ("-t 2", "while :; do :; done", "processor time"),
  ])
  func `a limit of the user does not reject the picture`(
    limit: String, ending: String, lack: String
  ) throws {
    let folder = try TemporaryFolder()
    let limited = try programDecodingNothing(in: folder, ending: ending).under(limit: limit)
    let reason = "a limit leaves profilectl-picture too little \(lack)."
    let hint = "Hint: ulimit \(limit.prefix(2))\n"
    #expect(
      try limited.run("post", "--image", "cat2.png")
        == Answer(
          stdout: "7\tposted\n",
          stderr: "Note: The picture is kept, but can't be drawn yet: \(reason)\n\(hint)"))
    for _ in 1...2 { try limited.succeed("view", "6") }
    #expect(try folder.bytes(of: "tries") == Array("once\nonce\nonce\n".utf8))
  }

  @Test func `a slow picture shows that it is being decoded`() throws {
    let folder = try TemporaryFolder()
    let alone = try programAlone(in: folder)
    let gate = try folder.makePipe("gate")
    defer { close(gate) }
    _ = try folder.writeScript("read x <'\(folder.path)/gate'; exit 42", to: "profilectl-picture")
    let terminal = try PseudoTerminal(alone, "post", "--image", "cat1.png", columns: 80, rows: 24)
    try terminal.read { $0.contains("decoding the picture …") }
    write(gate, "\n", 1)
    #expect(try terminal.wait() == 65)
  }

  @Test func `a missing thumbnail shows that it is being decoded`() throws {
    let folder = try TemporaryFolder()
    let alone = try programDecodingNothing(in: folder)
    let gate = try folder.makePipe("gate")
    defer { close(gate) }
    _ = try folder.writeScript("read x <'\(folder.path)/gate'; exit 42", to: "profilectl-picture")
    let terminal = try PseudoTerminal(alone, "show", columns: 80, rows: 24)
    try terminal.read { $0.contains("decoding the picture …") }
    write(gate, "\n", 1)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("#6"))
  }

  @Test(arguments: ["q", "\u{3}", "TERM"])
  func `neither pages nor leaving wait for a picture`(way: String) throws {
    let folder = try TemporaryFolder()
    let alone = try programDecodingNothing(in: folder, ending: "exec sleep 1000")
    let terminal = try PseudoTerminal(alone, "browse", "alice", columns: 80, rows: 24)
    try terminal.readUntilQuiet(for: .milliseconds(500))
    #expect(try folder.names().contains("tries"))
    terminal.type("p")
    try terminal.read { $0.contains("@carol") }
    if way == "TERM" {
      terminal.send(SIGTERM)
    } else {
      terminal.type(way == "q" ? "\u{1B}qq" : way)
    }
    #expect(try terminal.wait() == (way == "q" ? 0 : way == "TERM" ? 143 : 130))
  }

  /// Posts a picture, beside a child that decodes none and records each try.
  private func programDecodingNothing(
    in folder: TemporaryFolder, ending: String = "exit 42"
  ) throws -> Support.Program {
    let alone = try programAlone(in: folder)
    #expect(try alone.run("post", "-q", "--image", "cat1.png").status == 0)
    _ = try folder.writeScript(
      "echo once >>'\(folder.file("tries"))'; \(ending)", to: "profilectl-picture")
    return alone
  }

  @Test func `the browser too tries an undecodable picture once`() throws {
    let folder = try TemporaryFolder()
    let alone = try programDecodingNothing(in: folder)
    for _ in 1...2 {
      let terminal = try PseudoTerminal(alone, "browse", columns: 80, rows: 24)
      try terminal.read { $0.contains("keys") }
      try terminal.readUntilQuiet(for: .milliseconds(300))
      terminal.type("qq")
      #expect(try terminal.wait() == 0)
    }
    #expect(try folder.bytes(of: "tries") == Array("once\n".utf8))
  }

  /// The endings mean: damaged, too much memory, and too slow.
  @Test(arguments: ["exit 42", "exit 43", "kill -XCPU $$"])
  func `an undecodable picture is tried once, and again after the cache is cleared`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    let alone = try programDecodingNothing(in: folder, ending: ending)
    func tries() throws -> Int { try folder.bytes(of: "tries").count / "once\n".count }
    for _ in 1...3 { try alone.succeed("show") }
    #expect(try tries() == 1)
    #expect(try alone.succeed("cache", "--fields", "thumbnails,bytes") == "0\t0\n")
    // The decoder itself is tried, too.
    #expect(try alone.run("doctor", "--deep").status == 0)
    #expect(try tries() == 2)
    try alone.succeed("cache", "clear")
    for _ in 1...2 { try alone.succeed("view", "6") }
    #expect(try tries() == 3)
    chmod(home.file("net.db"), 0o400)
    try alone.succeed("show")
    #expect(try tries() == 3)
  }

  @Test func `a picture that crashes the decoder is tried at each view and reported once`() throws {
    let folder = try TemporaryFolder()
    let alone = try programDecodingNothing(in: folder, ending: "kill -SEGV $$")
    for _ in 1...2 { try alone.succeed("show") }
    #expect(try folder.bytes(of: "tries") == Array("once\nonce\n".utf8))
    let terminal = try PseudoTerminal(alone, "show")
    #expect(try terminal.wait() == 0)
    #expect(!terminal.text.contains("drawn"))
    #expect(
      try alone.run("doctor").stderr
        == "Note: Pictures can't be drawn: profilectl-picture crashed.\n")
  }

  @Test func `an avatar is set and removed`() throws {
    for word in ["cat1.png", "cat2.png"] {
      #expect(try program.run("edit-profile", "--avatar", word, "-q").status == 0)
      #expect(try pictures() == "1\n")
    }
    try home.write(try home.bytes(of: "cat3.png"), to: "none")
    #expect(try program.run("edit-profile", "--avatar", "./none", "-q").status == 0)
    #expect(try pictures() == "1\n")
    try program.succeed("edit-profile", "--avatar", "none")
    #expect(try pictures() == "0\n")
  }

  @Test func `--save writes the original as a new file, and over another with --yes`() throws {
    try post("--image", "cat1.png", "--private")
    let before = umask(0o027)
    defer { umask(before) }
    #expect(try program.run("view", "6", "--save", "out.png").status == 0)
    #expect(try home.bytes(of: "out.png") == home.bytes(of: "cat1.png"))
    var status = stat()
    #expect(stat(home.file("out.png"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    symlink("nowhere", home.file("link.png"))
    for name in ["out.png", "cat2.png", "link.png", "nowhere/out.png", "."] {
      try Refusal.expect("cannot_create", 73, from: program, ["view", "6", "--save", name])
    }
    let words = ["view", "6", "--save", "x.png", "--as", "bob"]
    try Refusal.expect("no_such_post", 67, from: program, words)
    for name in ["link.png", "cat2.png"] {
      try program.succeed("view", "6", "--save", name, "--yes")
      #expect(try home.bytes(of: name) == home.bytes(of: "cat1.png"))
    }
    #expect(!FileManager.default.fileExists(atPath: home.file("nowhere")))
    for name in [".", "net.db"] {
      try Refusal.expect(
        "cannot_create", 73, from: program, ["view", "6", "--save", name, "--yes"])
    }
  }

  @Test func `the cache reports its size, and clearing it shrinks the file`() throws {
    #expect(try program.succeed("cache") == "thumbnails  0\nbytes       0\n")
    for seed in 1...3 { try post("--image", "cat\(seed).png") }
    try fillCache()
    #expect(
      try program.succeed("cache", "--format", "ndjson") == #"{"thumbnails":3,"bytes":108000}"#
        + "\n")
    let before = try home.bytes(of: "net.db").count
    let promise = try program.succeed("cache", "clear", "--dry-run", "--format", "ndjson")
    #expect(try home.bytes(of: "net.db").count == before)
    let output = try program.succeed("cache", "clear", "--format", "ndjson")
    #expect(output.dropLast(2) + #","dry_run":true}"# + "\n" == promise)
    let freed = before - (try home.bytes(of: "net.db").count)
    #expect(
      output == #"{"thumbnails":3,"bytes":108000,"freed_bytes":\#(freed)}"# + "\n"
        && freed > 108_000)
    #expect(try RawDatabase(network.database).column("PRAGMA integrity_check") == ["ok"])
    #expect(try pictures() == "3\n")
  }

  @Test func `the cache of the sample can be cleared`() throws {
    let copy = try SampleCopy()
    var program = try Support.Program(database: copy.path, user: "bob")
    program.environment["PROFILECTL_NOW"] = SmallNetwork.now
    let output = try program.succeed("cache", "clear")
    #expect(
      output.hasPrefix("thumbnails dropped  43\nbytes dropped       1548000\nbytes freed"),
      "\(output)")
    #expect(try program.succeed("cache", "--fields", "thumbnails") == "0\n")
    #expect(try RawDatabase(copy.path).column("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `file names in scripts are relative to the working folder`() throws {
    try FileManager.default.createDirectory(
      atPath: home.file("scripts"), withIntermediateDirectories: false)
    try home.write(
      "post one -q --image cat1.png\nview 6 --save scripts/out.png --fields id\n",
      to: "scripts/s.pctl")
    #expect(try program.run("run", "scripts/s.pctl").stdout == "6\n")
    #expect(try home.bytes(of: "scripts/out.png") == home.bytes(of: "cat1.png"))
  }

  @Test func `a prompt refuses the database's own files as pictures`() throws {
    let refused = try program.run(
      ["repl"], input: Array("post one -q\npost --image net.db-shm\n".utf8))
    #expect(refused.stderr.contains("is the database itself"))
  }

  @Test func `completion offers pictures for a picture, and files to save it in`() throws {
    #expect(try program.run("complete", "--", "post", "--image", "").stdout == ":pictures \n")
    let attached = try program.run("complete", "--", "edit-profile", "--avatar=c")
    #expect(attached.stdout == ":pictures --avatar=\n")
    #expect(try program.run("complete", "--", "view", "1", "--save", "").stdout == ":path \n")
  }

  @Test func `a query prints bytes in full on a pipe`() throws {
    try post("--image", "cat1.png")
    let digits = try home.bytes(of: "cat1.png").map { String(format: "%02x", $0) }.joined()
    #expect(try program.succeed("sql", "SELECT content FROM pictures") == digits + "\n")
  }
}
