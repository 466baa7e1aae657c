import Foundation
import Support
import Testing

/// Tests when commands create a database, and that a dry run or a refusal leaves none.
@Suite struct `A new database` {
  private func program() throws -> Program {
    var program = try Program(now: SmallNetwork.now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  @Test(arguments: [[], ["--json"]])
  func `is not left by a dry run`(form: [String]) throws {
    let program = try program()
    let rehearsed = try program.succeed(["create-user", "alice", "bob", "--dry-run"] + form)
    #expect(try FolderState(of: program.home) == FolderState(of: TemporaryFolder()))
    let done = try program.succeed(["create-user", "alice", "bob"] + form)
    #expect(done == rehearsed.replacingOccurrences(of: ",\"dry_run\":true", with: ""))
  }

  @Test(arguments: ["nowhere/net.db", "link", "net.db-wal", String(repeating: "x", count: 250)])
  func `gets the same refusals in a dry run`(name: String) throws {
    let program = try program()
    try FileManager.default.createSymbolicLink(
      atPath: program.home.file("link"), withDestinationPath: "nothing")
    let words = ["create-user", "alice", "--db", name]
    let real = try program.run(words)
    #expect(real.status == 73)
    #expect(try program.run(words + ["--dry-run"]) == real)
    let own = try Program(now: SmallNetwork.now)
    #expect(try own.succeed("create-user", "alice", "--dry-run") == "alice\tcreated\n")
    #expect(try FolderState(of: own.home) == FolderState(of: TemporaryFolder()))
  }

  @Test func `is made in the temporary folder by a dry run`() throws {
    var own = try Program(now: SmallNetwork.now)
    own.environment["TMPDIR"] = own.home.file("nowhere")
    #expect(try own.run("create-user", "alice", "--dry-run").status == 73)
  }

  @Test(
    arguments: [
      (["create-user", "alice", "alice"], "", 65),
      (["run", "-"], "create-user alice alice\n", 65),
      (["run", "-", "--keep-going"], "create-user alice alice\n", 1),
    ] as [([String], String, Int32)])
  func `is not made by a refused command`(
    words: [String], input: String, status: Int32
  ) throws {
    let program = try program()
    #expect(try program.run(words, input: Array(input.utf8)).status == status)
    #expect(try FolderState(of: program.home) == FolderState(of: TemporaryFolder()))
  }

  @Test func `is not made by --keep-going when every item is refused`() throws {
    let program = try program()
    let answer = try program.run("create-user", "bad name", "-x-", "--keep-going")
    #expect(answer.status != 0)
    #expect(!FileManager.default.fileExists(atPath: program.home.file("net.db")))
  }

  @Test(arguments: [
    (["run", "-"], "init\nfollow alice\n"),
    (["run", "-"], "create-user alice\nfollow bob\n"),
    (["create-user", "alice", "alice", "--keep-going"], ""),
  ])
  func `stays when part of the command was done`(words: [String], input: String) throws {
    let program = try program()
    #expect(try program.run(words, input: Array(input.utf8)).status != 0)
    #expect(FileManager.default.fileExists(atPath: program.home.file("net.db")))
  }

  @Test func `is not made by a seed that is refused`() throws {
    let program = try program().under(limit: "-f 400")
    let refusal = try Refusal.expect("io_error", 74, from: program, ["seed", "--users", "3000"])
    #expect(refusal?.message.contains("was not written: it would become larger") == true)
    #expect(try FolderState(of: program.home) == FolderState(of: TemporaryFolder()))
  }

  @Test func `made by a seed has mode 600 and no file beside it`() throws {
    let program = try program()
    try program.succeed("seed", "--users", "5")
    #expect(try program.home.names() == ["net.db"])
    var status = stat()
    #expect(stat(program.home.file("net.db"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    symlink("nowhere", program.home.file("link.db"))
    for path in ["link.db", "nowhere/net.db"] {
      try Refusal.expect("cannot_create", 73, from: program, ["seed", "--db", path])
    }
  }

  @Test func `made by another process during a seed receives the seed`() throws {
    let program = try program()
    let seed = try program.start("seed", "--users", "500", "--posts", "20000")
    let deadline = ContinuousClock.now + .ample
    while try !program.home.names().contains(where: { $0.hasPrefix(".profilectl-scratch-") }) {
      try #require(ContinuousClock.now < deadline)
    }
    try program.succeed("create-user", "early")
    #expect(try seed.wait().status == 0)
    #expect(try program.succeed("users", "--count") == "501\n")
    try program.succeed("show", "early")
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
  }

  @Test func `stays when init cannot print its answer`() throws {
    var program = try program()
    program.redirections = [1: .file("/dev/full")]
    #expect(try program.run("init").status == 74)
    #expect(FileManager.default.fileExists(atPath: program.home.file("net.db")))
  }

  @Test func `is not made, and leaves no file, when too many files are open`() throws {
    var statuses: [Int32] = []
    for limit in 4...10 {
      let program = try program().under(limit: "-n \(limit)")
      let answer = try program.run("init")
      #expect(answer.status == 0 || answer.stderr.contains("oo many files are open"), "\(answer)")
      #expect(try program.home.names() == (answer.status == 0 ? ["net.db"] : []))
      statuses.append(answer.status)
    }
    #expect(statuses.first == 74 && statuses.last == 0 && Set(statuses) == [74, 0], "\(statuses)")
  }

  @Test func `is made without output under --quiet`() throws {
    #expect(try program().succeed("init", "--quiet") == "")
  }

  @Test func `is not made beside the log of a deleted database`() throws {
    let program = try program()
    try program.home.write("the last writes of another database", to: "net.db-wal")
    let refusal = try Refusal.expect(
      "cannot_create", 73, from: program, ["create-user", "alice"])
    #expect(refusal?.hint == "ls -l \(program.home.file("net.db-wal"))")
  }
}
