import Foundation
import Support
import Testing

/// Tests the targets of exports, and imports into one database at the same time.
@Suite struct ExportTests {
  private let network: SmallNetwork
  private var program: Program { network.program }
  private var home: TemporaryFolder { network.program.home }

  init() throws { network = try SmallNetwork() }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: home.file(name), withIntermediateDirectories: false)
  }

  @Test(arguments: [
    "net.db", "./net.db", "net.db/", "folder/../net.db", "link", "inside/net.db",
    "net.db-wal", "net.db-shm", "net.db-journal", "net.db-lock", "net.db-migration",
  ])
  func `an export never replaces the database or a file beside it`(path: String) throws {
    try makeFolder("folder")
    #expect(symlink("net.db", home.file("link")) == 0)
    #expect(symlink(".", home.file("inside")) == 0)
    let before = try home.bytes(of: "net.db")
    for words in [["--to", "ndjson"], ["--to", "csv"], ["--to", "ndjson", "--dry-run"]] {
      let refusal = try Refusal.expect(
        "cannot_create", 73, from: program, ["export", path, "--yes"] + words)
      #expect(refusal?.message.contains("is the database itself or belongs to it") == true)
    }
    let script = try program.run("run", "-", input: "export \(path) --to ndjson --yes\n")
    #expect(script.status == 73)
    #expect(try home.bytes(of: "net.db") == before)
    #expect(try program.succeed("users", "--count") == "3\n")
  }

  @Test func `an exported folder with the database in it is not replaced`() throws {
    try program.succeed("export", "out", "--to", "csv", "-q")
    try FileManager.default.moveItem(
      atPath: home.file("net.db"), toPath: home.file("out/net.db"))
    let answer = try program.run("--db", "out/net.db", "export", "out", "--to", "csv", "--yes")
    #expect(answer.status == 73)
    #expect(try program.succeed("--db", "out/net.db", "users", "--count") == "3\n")
  }

  @Test func `what is no target of an export is named`() throws {
    try makeFolder("folder")
    try home.write("mine", to: "folder/note")
    try home.write("", to: "file")
    #expect(symlink("file", home.file("link")) == 0)
    #expect(mkfifo(home.file("pipe"), 0o600) == 0)
    for (path, format, words) in [
      ("link", "ndjson", "is a link, and is not followed."),
      ("pipe", "ndjson", "is a folder, a pipe, a socket or a device."),
      ("folder", "ndjson", "is a folder, a pipe, a socket or a device."),
      ("pipe", "csv", "is not a folder."), ("file", "csv", "is not a folder."),
      ("folder", "csv", "has files that no export made; nothing was replaced."),
    ] {
      let refusal = try Refusal.expect(
        "cannot_create", 73, from: program, ["export", path, "--to", format, "--yes"])
      #expect(refusal?.message == "'\(path)' \(words)")
    }
  }

  @Test func `an export that can't be written names its target, and keeps the old one`() throws {
    try program.succeed("export", "out.ndjson", "-q")
    let before = try home.bytes(of: "out.ndjson")
    try program.succeed("--as", "alice", "post", String(repeating: "x", count: 2_000), "-q")
    let answer = try program.under(limit: "-f 1").run(["export", "out.ndjson", "--yes"])
    #expect(answer.status == 74)
    let words =
      "'out.ndjson' can't be used: the file would be too large. The old file is as it was."
    #expect(answer.stderr.split { $0.isWhitespace }.joined(separator: " ").contains(words))
    #expect(try home.bytes(of: "out.ndjson") == before)
  }

  @Test func `an export removes what a killed one left, and no other hidden file`() throws {
    // No process has so high a number.
    try makeFolder(".out.profilectl-2147483646")
    try home.write("<html>", to: ".out.profilectl-2147483646/index.html")
    try home.write("mine", to: ".out.2024")
    try home.write("mine", to: ".out.profilectl-notes")
    try program.succeed("export", "out", "--to", "csv", "-q")
    #expect(
      try home.names().filter { $0.hasPrefix(".out") } == [".out.2024", ".out.profilectl-notes"])
  }

  @Test(arguments: ["out/../out", "out/.", "inside/out"])
  func `a path through the folder itself replaces it`(path: String) throws {
    try program.succeed("export", "out", "--to", "csv", "-q")
    #expect(symlink(".", home.file("inside")) == 0)
    try program.succeed("--as", "alice", "post", "a new one", "-q")
    try program.succeed("export", path, "--to", "csv", "--yes", "-q")
    let posts = String(decoding: try home.bytes(of: "out/posts.csv"), as: UTF8.self)
    #expect(posts.contains("a new one"))
    #expect(try home.names().filter { $0.hasPrefix(".out") } == [])
  }

  @Test func `a folder that a killed export had moved away is replaced with --yes only`() throws {
    let old = ".out.profilectl-2147483646.old"
    try program.succeed("export", "out", "--to", "csv", "-q")
    try FileManager.default.moveItem(atPath: home.file("out"), toPath: home.file(old))
    try program.succeed("export", "out", "--to", "csv", "--dry-run", "-q")
    #expect(try home.names().contains(old))
    let answer = try program.run("export", "out", "--to", "csv")
    #expect(answer.status == 64)
    #expect(answer.stderr.contains("'out' would be replaced"))
    #expect(try home.names().filter { $0.hasSuffix("out") || $0 == old } == ["out"])
  }

  @Test func `an export puts back the folder that a killed one had moved away`() throws {
    let old = ".out.profilectl-2147483646.old"
    try program.succeed("--as", "alice", "post", String(repeating: "x", count: 2_000), "-q")
    try program.succeed("export", "out", "--to", "csv", "-q")
    try FileManager.default.moveItem(atPath: home.file("out"), toPath: home.file(old))
    let answer = try program.under(limit: "-f 1").run(["export", "out", "--to", "csv", "--yes"])
    #expect(answer.status == 74)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("out")).count > 4)
    try makeFolder(old)
    try program.succeed("export", "out", "--to", "csv", "--yes", "-q")
    #expect(try !home.names().contains(old))
  }

  @Test func `an export that has no posts leaves out no private ones`() throws {
    for (format, count) in [("csv", 1), ("edges", 0), ("dot", 0), ("accounts", 0)] {
      let answer = try program.succeed(
        "export", "out", "--to", format, "--dry-run", "--fields", "left_out")
      #expect(answer.contains("\"private\":\(count),"))
    }
  }

  @Test(arguments: [[], ["--keep-going"], ["--dry-run"]])
  func `only the last of two lists is imported`(options: [String]) throws {
    func list(_ number: Int) -> String {
      #""items":[{"type":"Note","id":"https://h/\#(number)","to":"as:Public","#
        + #""attributedTo":"https://h/@eve","published":"2020-01-01T00:00:00Z","content":"x"}]"#
    }
    try home.write(#"{"@context":"x",\#(list(1)),\#(list(2))}"#, to: "two.json")
    let answer = try program.succeed(["import", "two.json", "--fields", "posts"] + options)
    #expect(answer.contains(#""read":1,"added":1,"#))
  }

  @Test func `an archive on standard input is a wrong line, and no bad archive`() throws {
    let refusal = try Refusal.expect(
      "usage", 64, from: program, ["import", "-"], input: "PK\u{3}\u{4}")
    #expect(refusal?.message.contains("is read from a file") == true)
    #expect(refusal?.hint == "profilectl import archive.zip")
  }

  @Test func `imports into a missing database at the same time all succeed`() throws {
    let program = try Program(database: nil)
    let edges = (0..<3_000).map { "p\($0) p\($0 + 1)\n" }.joined()
    try program.home.write(edges, to: "edges.txt")
    let running = try (0..<4).map { _ in
      try program.start("--db", "new.db", "import", "edges.txt", "-q")
    }
    for one in running {
      let answer = try one.wait()
      #expect(answer.status == 0, "\(answer.stderr)")
    }
    #expect(try program.succeed("--db", "new.db", "users", "--count") == "3001\n")
    #expect(try program.succeed("--db", "new.db", "doctor") == "Nothing is wrong.\n")
  }

  @Test func `an import that is refused as a whole leaves no new database`() throws {
    let dump = try program.succeed("export", "-", "--to", "ndjson")
    try home.write(String(dump.dropLast(150)), to: "cut.ndjson")
    for words in [[], ["--keep-going"]] {
      try Refusal.expect(
        "bad_archive", 65, from: program, ["--db", "new.db", "import", "cut.ndjson"] + words)
    }
  }

  @Test func `an import migrates a file of version 1`() throws {
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    try home.write(Array(Data(contentsOf: old)), to: "old.db")
    try home.write("a b\n", to: "edges.txt")
    try program.succeed("--db", "old.db", "import", "edges.txt")
    #expect(try RawDatabase(home.file("old.db")).column("PRAGMA user_version") != ["1"])
  }

  @Test func `an archive without the named format leaves no new database`() throws {
    try makeFolder("archive")
    try home.write("a,b\n1,2\n", to: "archive/a.csv")
    try home.write("a,b\n1,2\n", to: "archive/b.csv")
    for words in [[], ["--keep-going"]] {
      let refusal = try Refusal.expect(
        "unknown_format", 65, from: program,
        ["--db", "new.db", "import", "archive", "--from", "mastodon"] + words)
      #expect(refusal?.message == "'archive' has no record of the format 'mastodon'.")
      #expect(refusal?.hint?.hasPrefix("profilectl --db new.db import archive") == true)
    }
  }

  @Test func `an import that keeps going reports how much an interrupt left saved`() throws {
    let edges = (0..<120_000).map { "p\($0) p\($0 + 1)\n" }.joined()
    try home.write(edges, to: "edges.txt")
    let running = try program.start("import", "edges.txt", "--keep-going", "-q")
    waitUntil { (try? program.run("users", "--count"))?.stdout != "3\n" }
    running.send(SIGINT)
    let answer = try running.wait()
    #expect(answer.status == 130)
    #expect(answer.stderr.contains(/^Interrupted; [0-9,]+ items were saved\.\n$/), "\(answer)")
  }
}
