import Foundation
import Support
import Testing

/// Tests files that the user may not read or write.
@Suite(.enabled(if: Unprivileged.isPossible, "needs setpriv where the tests are run by root"))
struct PermissionTests {
  private let network: SmallNetwork
  private var program: Program { Unprivileged.program(from: network.program) }

  init() throws {
    network = try SmallNetwork()
    chmod(network.program.home.path, 0o755)
  }

  @Test(arguments: ["users", "post Hello", "init", "create-user zoe"])
  func `an unreadable database is refused as not permitted`(line: String) throws {
    chmod(network.database, 0o000)
    try Refusal.expect(
      "not_permitted", 77, from: program, line.split(separator: " ").map(String.init),
      omitting: [])
  }

  /// The log may hold commits that are not in the file yet, so the hint does not move it aside and
  /// no copy is made without it.
  @Test(
    arguments: [
      "users", "post Hello", "doctor", "doctor --repair", "backup copy.db",
      "doctor --salvage new.db",
    ], ["net.db-wal", "net.db-journal", "net.db-shm"])
  func `an unreadable log is named`(line: String, name: String) throws {
    let home = network.program.home
    chmod(home.path, 0o777)
    chmod(network.database, 0o666)
    let log = try home.write([UInt8](repeating: 0x37, count: 5_000), to: name)
    chmod(log, 0o000)
    let refusal = try Refusal.expect(
      "not_permitted", 77, from: program, line.split(separator: " ").map(String.init), omitting: [])
    #expect(refusal?.input == log && refusal?.message.contains("may not be opened by you") == true)
    #expect(refusal?.hint?.hasPrefix("ls -ld") == true)
    #expect(try home.names().contains(name))
    #expect(try !home.names().contains("new.db"))
  }

  /// Opens the database by its name, and through a link in a writable folder.
  @Test(arguments: [false, true])
  func `a read-only folder is named instead of the file`(isLinked: Bool) throws {
    let links = try TemporaryFolder()
    chmod(links.path, 0o777)
    symlink(network.database, links.file("link.db"))
    chmod(network.database, 0o666)
    chmod(network.program.home.path, 0o555)
    let path = isLinked ? links.file("link.db") : network.database
    let refusal = try Refusal.expect(
      "read_only", 77, from: program, ["post", "Hi", "--db", path], omitting: [])
    #expect(refusal?.message.contains("its folder may not be written by you") == true)
    #expect(refusal?.hint == "ls -ld \(network.program.home.path)")
  }

  @Test(arguments: ["users", "doctor", "doctor --salvage new.db"])
  func `a database in a closed folder is not reported as missing`(
    line: String
  ) throws {
    let home = network.program.home
    let folder = home.file("closed")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    rename(network.database, folder + "/net.db")
    chmod(folder, 0o000)
    let words = line.split(separator: " ").map(String.init) + ["--db", folder + "/net.db"]
    try Refusal.expect("not_permitted", 77, from: program, words, omitting: [])
    chmod(folder, 0o700)
  }

  @Test func `a read-only file in a read-only folder is named itself`() throws {
    chmod(network.database, 0o444)
    chmod(network.program.home.path, 0o555)
    let refusal = try Refusal.expect(
      "read_only", 77, from: program, ["post", "Hi"], omitting: [])
    #expect(refusal?.message.contains("folder") == false)
  }

  @Test func `a file of version 1 that can't be written is to be copied`() throws {
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    let path = try network.program.home.write(Array(Data(contentsOf: old)), to: "old.db")
    chmod(path, 0o444)
    let refusal = try Refusal.expect(
      "database_older", 65, from: program, ["users", "--db", path], omitting: [])
    #expect(refusal?.hint == "cp \(path) copy.db")
  }

  @Test(arguments: [
    "post Hello", "follow dave", "unfollow bob", "like 4", "unlike 2", "flag 5", "create-user zoe",
    "edit-profile --name X", "delete-post 1 --yes", "delete-user bob --yes", "cache clear",
    "cache clear --dry-run",
  ])
  func `a change to a read-only database is refused`(line: String) throws {
    try expectNotWritten(by: line, program)
  }

  private func expectNotWritten(by line: String, _ program: Program) throws {
    makeReadOnly()
    let refusal = try Refusal.expect(
      "read_only", 77, from: program, line.split(separator: " ").map(String.init), omitting: [])
    #expect(refusal?.message.contains("nothing was saved") == !line.contains("--dry-run"))
  }

  @Test(arguments: [
    "users", "show", "timeline", "explore", "search bread", "view 1", "flags", "info", "friends",
    "follows bob", "cache", "notifications --new --only like",
  ])
  func `a read-only database is read without side files`(line: String) throws {
    try expectOnlyRead(by: line, program)
  }

  private func expectOnlyRead(by line: String, _ program: Program) throws {
    makeReadOnly()
    let before = try FolderState(of: network.program.home)
    try program.succeed(line.split(separator: " ").map(String.init))
    #expect(try FolderState(of: network.program.home) == before)
  }

  @Test func `a lock file that may not be opened is named`() throws {
    chmod(network.program.home.path, 0o777)
    chmod(network.database, 0o666)
    let lock = network.program.home.file("net.db-lock")
    try network.program.home.write("", to: "net.db-lock")
    chmod(lock, 0o000)
    let refusal = try Refusal.expect(
      "not_permitted", 77, from: program, ["post", "Hi"], omitting: [])
    #expect(refusal?.input == lock && refusal?.message.contains("may not be opened by you") == true)
    try program.succeed("users")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can write to another user's file"))
  func `the lock file gets the owner of the database`() throws {
    chown(network.database, 4_321, 4_321)
    unlink(network.program.home.file("net.db-lock"))
    try network.program.succeed("post", "Hi")
    var status = stat()
    #expect(stat(network.program.home.file("net.db-lock"), &status) == 0)
    #expect(status.st_uid == 4_321 && status.st_gid == 4_321)
  }

  @Test(arguments: ["", "users --count\n"])
  func `a script with --keep-going ends at a read-only database`(first: String) throws {
    makeReadOnly()
    let script = first + "follow dave\nwhoami\n"
    let answer = try program.run("run", "-", "--keep-going", "--format", "ndjson", input: script)
    #expect(answer.status == 77)
    #expect(answer.stdout.contains(#""input":"follow dave","result":"refused""#))
    #expect(!answer.stdout.contains("alice"))
  }

  @Test func `a script that only reads creates no files`() throws {
    makeReadOnly()
    let before = try FolderState(of: network.program.home)
    let script = "users --count\nlogin bob\nwhoami\nview 1 --fields id\nexplore --count\n"
    let answer = try program.run("run", "-", "-q", input: script)
    #expect(answer == Answer(stdout: "3\n@bob\n1\n4\n"))
    #expect(try FolderState(of: network.program.home) == before)
  }

  @Test func `a read mark that can't be saved is reported, and the posts are shown`() throws {
    makeReadOnly()
    let answer = try program.run("timeline", "--new", "--fields", "id")
    #expect(answer.status == 0)
    #expect(answer.stdout == "2\n5\n")
    #expect(answer.stderr.hasPrefix("Note: These items will count as new again"))
    #expect(try program.run("timeline", "--new", "--fields", "id").stdout == answer.stdout)
  }

  @Test func `a picture is shown if its thumbnail can't be saved`() throws {
    try network.program.home.write(
      PlainPicture(width: 9, height: 9, seed: 1).png, to: "picture.png")
    try network.program.succeed("post", "--image", "picture.png", "-q")
    try network.program.succeed("edit-profile", "--avatar", "picture.png", "-q")
    try network.program.succeed("cache", "clear")
    makeReadOnly()
    let before = try FolderState(of: network.program.home)
    for words in [["show"], ["view", "6"], ["view", "6", "--json"]] {
      #expect(try program.run(words).status == 0)
    }
    #expect(try FolderState(of: network.program.home) == before)
  }

  @Test(arguments: ["create-user zoe", "init"])
  func `no database is created in a read-only folder`(line: String) throws {
    chmod(network.program.home.path, 0o555)
    let words = line.split(separator: " ").map(String.init) + ["--db", "new.db"]
    try Refusal.expect("cannot_create", 73, from: program, words, omitting: [])
  }

  @Test func `a login that can't be saved is refused`() throws {
    makeReadOnly()
    try Refusal.expect("not_permitted", 77, from: program, ["login", "bob"], omitting: [])
  }

  /// Tests the checks with changes that ignore the modes.
  @Test(arguments: ["printf x >>net.db", "touch left", "chmod 644 net.db"])
  func `the check reports a change to a read-only database`(plant: String) throws {
    let program = try program.followed(by: "chmod u+w . net.db; \(plant); chmod 555 .")
    try expectFound("FolderState(of: ") { try expectOnlyRead(by: "users", program) }
    try expectFound("after → ") { try expectNotWritten(by: "follow dave", program) }
  }

  private func makeReadOnly() {
    chmod(network.database, 0o444)
    chmod(network.program.home.path, 0o555)
  }
}

/// Runs the program as an unprivileged user who owns no files.
enum Unprivileged {
  private static let setpriv = "/usr/bin/setpriv"

  static let isPossible = geteuid() != 0 || access(setpriv, X_OK) == 0

  /// Whether other users may enter every folder above the program.
  static let isReached: Bool = {
    guard geteuid() == 0, let program = try? Program() else { return true }
    var folder = URL(fileURLWithPath: program.executable).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      var status = stat()
      guard stat(folder.path, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
    }
    return true
  }()

  /// Without root the program stays as it is: the tests remove the owner's permissions instead.
  static func program(from program: Program) -> Program {
    guard geteuid() == 0 else { return program }
    var program = program
    let binary = program.executable
    program.executable = setpriv
    program.prefix = ["--reuid=65534", "--regid=65534", "--clear-groups", binary]
    return program
  }
}
