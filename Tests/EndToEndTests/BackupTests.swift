import Foundation
import Support
import Testing

/// Tests that the target of a backup is the old file, the new file or nothing, never a part.
@Suite struct BackupTests {
  @Test func `a backup equals the network and has mode 600 under any umask`() throws {
    try expectCopied(by: try SmallNetwork().program)
  }

  private func expectCopied(by program: Program) throws {
    var program = program
    program.prefix = ["-c", "umask 0; exec \"$0\" \"$@\"", program.executable]
    program.executable = "/bin/sh"
    let target = program.home.file("copy.db")
    let output = try program.succeed("backup", "copy.db", "--json")
    #expect(
      output == """
        {
          "path": "copy.db",
          "bytes": \(try program.home.bytes(of: "copy.db").count)
        }

        """)
    #expect(try program.home.names() == ["copy.db", "net.db"])
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let rows = try ["net.db", "copy.db"].map { name in
      // SQLite may store the full-text index differently.
      try RawDatabase(program.home.file(name)).dump().filter { !$0.contains("_words_") }
    }
    #expect(rows[0] == rows[1])
    #expect(try program.succeed("doctor", "--deep", "--db", "copy.db") == "Nothing is wrong.\n")
  }

  @Test func `a backup of a file of version 1 is one of version 1`() throws {
    let program = try SmallNetwork().program
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    try program.home.write(Array(Data(contentsOf: old)), to: "old.db")
    try program.succeed("backup", "copy.db", "--db", "old.db")
    for name in ["old.db", "copy.db"] {
      let version = try RawDatabase(program.home.file(name)).column("PRAGMA user_version")
      #expect(version == ["1"], "\(name)")
    }
    try program.succeed("init", "--db", "copy.db")
    #expect(try program.succeed("doctor", "--db", "copy.db") == "Nothing is wrong.\n")
  }

  @Test(arguments: [
    ("follow bob", 78), ("timeline --new", 78), ("notifications --mark-read", 78),
    ("like 999999 --as bob", 67), ("follow nobody --as bob", 67), ("post hi --as nobody", 67),
    ("delete-user nobody --yes", 67), ("moderate 999999 --keep --yes", 67),
    ("create-user bob", 65), ("delete-post 999999 --as bob", 67), ("moderate 999999 --keep", 67),
    ("delete-user nobody", 67),
  ])
  func `a refused line changes no file of version 1`(line: String, status: Int32) throws {
    let program = try SmallNetwork(user: nil).program
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    try program.home.write(Array(Data(contentsOf: old)), to: "old.db")
    let answer = try program.run(line.split(separator: " ").map(String.init) + ["--db", "old.db"])
    #expect(answer.status == status, "\(answer)")
    #expect(try program.home.bytes(of: "old.db") == Array(Data(contentsOf: old)))
  }

  @Test func `an export changes no file of version 1`() throws {
    let program = try SmallNetwork().program
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    try program.home.write(Array(Data(contentsOf: old)), to: "old.db")
    for target in ["all.ndjson", "-"] {
      let answer = try program.run("export", target, "--to", "ndjson", "--db", "old.db")
      #expect(answer.status == 65 && answer.stderr.contains("is in version 1"), "\(target)")
    }
    #expect(try program.home.bytes(of: "old.db") == Array(Data(contentsOf: old)))
    #expect(try program.home.names() == ["net.db", "old.db"])
  }

  @Test func `a backup replaces an older file beside a writer`() throws {
    let program = try SmallNetwork().program
    try program.home.write("old", to: "copy.db")
    let writer = try program.start("create-user", "-", "--keep-going")
    for round in 0..<10 {
      writer.write((0..<50).map { "u\(round)_\($0)\n" }.joined())
      try program.succeed("backup", "copy.db", "--yes")
      #expect(try program.succeed("doctor", "--deep", "--db", "copy.db") == "Nothing is wrong.\n")
    }
    writer.closeInput()
    #expect(try writer.wait().status == 0)
    #expect(try program.succeed("users", "--count") == "503\n")
  }

  @Test func `concurrent backups with --yes replace each other's file`() throws {
    let program = try SmallNetwork().program
    for _ in 1...5 {
      unlink(program.home.file("copy.db"))
      let running = try (1...5).map { _ in try program.start("backup", "copy.db", "--yes") }
      for backup in running {
        let answer = try backup.wait()
        #expect(answer.status == 0, "\(answer)")
      }
    }
  }

  @Test func `a killed backup leaves the old file or the new one`() throws {
    let program = try SmallNetwork().program
    try program.succeed("seed", "--users", "200", "--posts", "2000")
    let old = Array(repeating: UInt8(7), count: 100)
    let usual = try ContinuousClock().measure { try program.succeed("backup", "whole.db") }
    let new = try program.home.bytes(of: "whole.db")
    var generator = SeededGenerator(seed: 6)
    var ended = 0
    for _ in 0..<30 {
      let limit = usual * Double.random(in: 0...1.5, using: &generator)
      try expectWhole(old, or: new, by: program, killedAfter: limit)
      if try program.home.bytes(of: "copy.db") == new { ended += 1 }
    }
    #expect((1..<30).contains(ended), "All kills came too early, or too late.")
    try program.succeed("backup", "copy.db", "--yes")
    #expect(try program.home.bytes(of: "copy.db") == new)
    let names = try program.home.names()
    #expect(names == ["copy.db", "net.db", "net.db-lock", "whole.db"])
  }

  /// Starts a backup over the old file and kills it after `limit`.
  private func expectWhole(
    _ old: [UInt8], or new: [UInt8], by program: Program, killedAfter limit: Duration
  ) throws {
    try program.home.write(old, to: "copy.db")
    let running = try program.start("backup", "copy.db", "--yes")
    _ = try? running.wait(within: limit)
    running.send(SIGKILL)
    _ = try? running.wait()
    let found = try? program.home.bytes(of: "copy.db")
    let isWhole = [old, new].contains(found)
    #expect(isWhole, "killed after \(limit)")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted backup leaves nothing`(signal: Int32) throws {
    let program = try SmallNetwork().program
    try program.succeed("seed", "--users", "1000", "--posts", "10000")
    try expectNothing(leftBy: program, signal)
  }

  private func expectNothing(leftBy program: Program, _ signal: Int32) throws {
    let before = try program.home.names()
    let running = try program.start("backup", "copy.db")
    waitUntil { program.home.hasScratch }
    running.send(signal)
    #expect(
      try running.wait()
        == Answer(stderr: "Interrupted; nothing was saved.\n", status: 128 + signal))
    #expect(try program.home.names() == before)
  }

  /// Locks the folder like a process that names a new file, until the descriptor is closed.
  private func occupied(_ program: Program) throws -> Int32 {
    let folder = open(program.home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
    return folder
  }

  @Test(arguments: [
    ["backup", "copy.db"], ["seed", "--db", "new.db", "--users", "5"], ["init", "--db", "new.db"],
    ["create-user", "zoe", "--db", "new.db"], ["doctor", "--salvage", "new.db"],
  ])
  func `an interrupt ends the wait for another process that names a file`(words: [String]) throws {
    let program = try SmallNetwork().program
    let folder = try occupied(program)
    defer { close(folder) }
    let before = try program.home.names()
    let running = try program.start(words + ["--wait", "300"])
    waitUntil { program.home.hasScratch && running.hasOpen(program.home.path) }
    running.send(SIGINT)
    #expect(
      try running.wait() == Answer(stderr: "Interrupted; nothing was saved.\n", status: 130))
    #expect(try program.home.names() == before)
  }

  @Test func `a backup waits for a process that names a file until --wait is over`() throws {
    let program = try SmallNetwork().program
    let folder = try occupied(program)
    defer { close(folder) }
    let refusal = try Refusal.expect(
      "busy", 75, from: program, ["backup", "copy.db", "--wait", "1"])
    #expect(
      refusal?.message
        == "'copy.db' was not written: other processes used it for 1 second; nothing was saved."
    )
    #expect(refusal?.hint == "profilectl backup copy.db --json --wait=60")
  }

  @Test func `both waits of a backup together end when --wait is over`() throws {
    let program = try SmallNetwork().program
    try program.succeed("create-user", "zoe", "--db", "copy.db")
    let folder = try occupied(program)
    defer { close(folder) }
    let lock = DatabaseLock(of: program.home.file("copy.db"))
    let running = try program.start("backup", "copy.db", "--yes", "--wait", "8")
    #expect(lock.waitUntilWanted())
    let end = ContinuousClock.now + .seconds(6)
    waitUntil { ContinuousClock.now > end }
    lock.release()
    let answer = try running.wait()
    #expect(answer.status == 75)
    #expect(answer.stderr.contains("for 8 seconds; nothing was saved."))
    // A new wait after the writers' lock would take eight seconds.
    #expect(ContinuousClock.now < end + .seconds(8))
  }

  @Test func `the script reports an interrupt during its backup`() throws {
    let program = try SmallNetwork().program
    let folder = try occupied(program)
    defer { close(folder) }
    let running = try program.start("run", "-")
    running.write("follow dave\nbackup copy.db\n")
    waitUntil { program.home.hasScratch }
    running.send(SIGINT)
    let answer = try running.wait()
    #expect(answer.status == 130)
    #expect(answer.stdout == "dave\tfollowed\n")
    #expect(answer.stderr.hasSuffix("Interrupted; 1 line was applied.\n"))
    #expect(!answer.stderr.contains("nothing was saved"))
  }

  @Test(arguments: [
    "net.db", "./net.db", "net.db-wal", "other.db-wal", "other.db-shm", "other.db-journal",
    "net.db-lock", "link.db", "elsewhere.db",
    "folder", "pipe", "nowhere/copy.db", "used.db",
  ])
  func `a backup to a dangerous target is refused`(target: String) throws {
    let program = try SmallNetwork().program
    let home = program.home
    symlink("net.db", home.file("link.db"))
    symlink("nothing", home.file("elsewhere.db"))
    mkdir(home.file("folder"), 0o700)
    mkfifo(home.file("pipe"), 0o600)
    try home.write("used", to: "used.db")
    try home.write("a log", to: "used.db-wal")
    try Refusal.expect("cannot_create", 73, from: program, ["backup", target])
  }

  @Test func `a backup leaves files with names like its own temporary ones`() throws {
    let program = try SmallNetwork().program
    let names = [
      ".copy.db-backup", ".copy.db-new", ".profilectl-abcdef", ".profilectl-scratch-abcdef",
    ]
    for name in names { try program.home.write("precious", to: name) }
    try program.succeed("backup", "copy.db")
    for name in names { #expect(try program.home.bytes(of: name) == Array("precious".utf8)) }
  }

  @Test func `a backup over a database with a log names the command that removes the log`() throws {
    let program = try SmallNetwork().program
    let other = program.home.file("other.db")
    try program.succeed("create-user", "zoe", "--db", other)
    let writer = try program.start("run", "-", "--db", other)
    writer.write("create-user yan\n")
    try writer.read { $0.contains("yan") }
    writer.send(SIGKILL)
    _ = try writer.wait()
    let words = ["backup", "other.db", "--yes"]
    let refusal = try Refusal.expect("cannot_create", 73, from: program, words, omitting: [])
    #expect(refusal?.hint == "profilectl --db other.db info")
    try program.succeed("--db", "other.db", "info")
    try program.succeed(words)
  }

  @Test func `a backup does not replace a database that is opened meanwhile`() throws {
    let program = try SmallNetwork().program
    try program.succeed("create-user", "zoe", "--db", "copy.db")
    let folder = try occupied(program)
    defer { close(folder) }
    let backup = try program.start("backup", "copy.db", "--yes")
    waitUntil { program.home.hasScratch && backup.hasOpen(program.home.path) }
    let other = try RawDatabase(program.home.file("copy.db"))
    #expect(try other.column("SELECT username FROM users") == ["zoe"])
    flock(folder, LOCK_UN)
    let answer = try backup.wait()
    #expect(answer.status == 73)
    #expect(answer.stderr.hasPrefix("Error: 'copy.db' is a database that is in use"))
    try other.run("UPDATE users SET name = 'Zoe'")
    #expect(try other.column("SELECT name FROM users") == ["Zoe"])
    #expect(try program.succeed("users", "--db", "copy.db", "--fields", "name") == "Zoe\n")
    #expect(!program.home.hasScratch)
  }

  @Test func `a backup beside a log without a database names the log`() throws {
    let program = try SmallNetwork().program
    try program.home.write("a log", to: "a b.db-wal")
    let refusal = try Refusal.expect("cannot_create", 73, from: program, ["backup", "a b.db"])
    #expect(refusal?.hint == "ls -l 'a b.db-wal'")
  }

  @Test func `a backup asks before it replaces a file`() throws {
    let program = try SmallNetwork().program
    try program.home.write("notes", to: "notes.txt")
    let refusal = try Refusal.expect("usage", 64, from: program, ["backup", "notes.txt"])
    #expect(
      refusal?.message.hasPrefix("'notes.txt' would be replaced, so it needs '--yes'") == true)
    #expect(refusal?.hint == "profilectl backup notes.txt --json --yes")
    let declined = try program.onTerminal(["backup", "notes.txt"], typing: "n\r")
    #expect(declined.contains("Replace 'notes.txt'? [y/N] "))
    #expect(declined.hasSuffix("Nothing was done.\n[1]\n"))
    #expect(try program.home.bytes(of: "notes.txt") == Array("notes".utf8))
    let accepted = try program.onTerminal(["backup", "notes.txt"], typing: "y\r")
    #expect(accepted.hasSuffix("The file that was there is replaced.\n"))
    try program.succeed("backup", "notes.txt", "--yes")
    #expect(try program.succeed("doctor", "--db", "notes.txt") == "Nothing is wrong.\n")
  }

  @Test func `a backup replaces an empty file without --yes`() throws {
    let program = try SmallNetwork().program
    try program.home.write("", to: "copy.db")
    try program.succeed("backup", "copy.db")
  }

  @Test(arguments: [
    ["init"], ["create-user", "zoe"], ["seed", "--users", "3"],
    ["doctor", "--db", "net.db", "--salvage", "other.db-wal"],
  ])
  func `no command creates a file with the name of a log`(words: [String]) throws {
    let program = try SmallNetwork().program
    let place = words[0] == "doctor" ? [] : ["--db", "other.db-wal"]
    try Refusal.expect("cannot_create", 73, from: program, words + place)
  }

  @Test func `a backup replaces a file that is no database, with any file beside it`() throws {
    let program = try SmallNetwork().program
    try program.home.write("old", to: "copy.db")
    try program.home.write("notes", to: "copy.db-lock")
    try program.succeed("backup", "copy.db", "--yes")
    #expect(try program.home.bytes(of: "copy.db-lock") == Array("notes".utf8))
  }

  @Test func `a backup of a damaged file does not replace a good one`() throws {
    let network = try SmallNetwork()
    let program = network.program
    try program.succeed("backup", "copy.db")
    let good = try program.home.bytes(of: "copy.db")
    let file = try #require(fopen(network.database, "r+"))
    // The first page after the schema.
    fseek(file, 4_096 * 3, SEEK_SET)
    for _ in 0..<4_096 { fputc(0xAA, file) }
    fclose(file)
    let answer = try program.run("backup", "copy.db", "--yes")
    #expect(answer.status == 65, "\(answer)")
    #expect(answer.stderr.contains("is damaged"))
    #expect(try program.home.bytes(of: "copy.db") == good)
    #expect(!program.home.hasScratch)
  }

  /// Tests the check with other files that a backup may leave.
  @Test(arguments: [
    "head -c 5000 net.db >copy.db", ": >copy.db", "cat net.db >>copy.db", "rm copy.db",
  ])
  func `the check reports a partial file and a missing one`(plant: String) throws {
    let network = try SmallNetwork()
    let new = try network.program.home.bytes(of: "net.db")
    let program = try network.program.replaced(by: "\(plant); kill -9 $$")
    try expectFound("isWhole") {
      try expectWhole([7, 7], or: new, by: program, killedAfter: .ample)
    }
  }

  @Test(arguments: [
    ("profilectl edit-profile --bio x --db copy.db -q; rm copy.db-lock", "rows"),
    ("chmod 640 copy.db", "0o600"), ("touch trace", "names()"), ("echo", "output ="),
  ])
  func `the check reports a wrong copy`(plant: String, words: String) throws {
    let program = try SmallNetwork().program.followed(by: "[ $1 != backup ] || { \(plant); }")
    try expectFound(words) { try expectCopied(by: program) }
  }

  @Test(arguments: [("touch .profilectl-left", "names()"), ("echo done", "running.wait()")])
  func `the check reports leftovers of an interrupted backup`(plant: String, words: String) throws {
    let program = try SmallNetwork().program.replaced(
      by: """
        end() { rm .profilectl-scratch; \(plant); echo "Interrupted; nothing was saved." >&2; exit 130; }
        trap end INT
        touch .profilectl-scratch
        read line
        """)
    try expectFound(words) { try expectNothing(leftBy: program, SIGINT) }
  }
}

extension RunningProgram {
  /// Whether the process has the folder open, by `proc(5)`.
  func hasOpen(_ path: String) -> Bool {
    let descriptors = "/proc/\(processID)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")) == path
    }
  }
}
