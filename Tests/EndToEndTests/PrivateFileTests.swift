import Foundation
import Support
import Testing

/// Tests that new files are private and that links in their place are not followed.
@Suite struct PrivateFileTests {
  @Test(arguments: ["000", "022", "077", "777"])
  func `every file is private under any umask`(mask: String) throws {
    var program = try Program(now: SmallNetwork.now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    try expectPrivate(program, under: mask)
  }

  private func expectPrivate(_ program: Program, under mask: String) throws {
    let line = """
      umask \(mask); profilectl create-user alice bob && profilectl login alice \
      && profilectl post hello && profilectl follow bob
      """
    #expect(try program.shell(line).status == 0)
    let running = try RawDatabase(program.home.file("net.db"))
    // An open reader keeps the log that the next writer makes.
    try running.run("BEGIN; SELECT count(*) FROM users")
    #expect(try program.shell("umask \(mask); profilectl post again").status == 0)
    let files = ["net.db", "net.db-wal", "net.db-shm", "net.db-lock"]
    #expect(files.map { mode(of: $0, in: program) } == [0o600, 0o600, 0o600, 0o600])
    #expect(mode(of: "state/profilectl", in: program) == 0o700)
    let logins = try FileManager.default.contentsOfDirectory(
      atPath: program.home.file("state/profilectl"))
    #expect(logins.count == 1)
    #expect(logins.allSatisfy { mode(of: "state/profilectl/\($0)", in: program) == 0o600 })
  }

  @Test func `a database whose name ends in a carriage return keeps its login`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db\r")
    try program.succeed("create-user", "alice")
    try program.succeed("login", "alice")
    #expect(try program.run("whoami").status == 0)
  }

  @Test func `the default database and its folder are private`() throws {
    try expectPrivateFolder(of: try Program())
  }

  private func expectPrivateFolder(of program: Program) throws {
    #expect(try program.shell("umask 000; profilectl init").status == 0)
    #expect(mode(of: "data/profilectl", in: program) == 0o700)
    #expect(mode(of: "data/profilectl/profilectl.db", in: program) == 0o600)
  }

  @Test func `a link in place of the lock file is not followed`() throws {
    try expectLockNotFollowed(by: try SmallNetwork().program)
  }

  private func expectLockNotFollowed(by program: Program) throws {
    let home = program.home
    try home.write("precious", to: "victim")
    symlink("victim", home.file("net.db-lock"))
    let refusal = try Refusal.expect(
      "not_permitted", 77, from: program, ["post", "Hello"], omitting: [])
    #expect(refusal?.input == home.file("net.db-lock"))
    #expect(
      refusal?.message.hasSuffix("is a link, and is not followed; nothing was saved.") == true)
    try program.succeed("explore")
    #expect(try home.bytes(of: "victim") == Array("precious".utf8))
  }

  @Test(arguments: ["-wal", "-shm", "-journal"], [true, false])
  func `a link or folder in place of a side file is named, and nothing is changed`(
    end: String, isLink: Bool
  ) throws {
    let sample = try SampleCopy()
    let program = try Program(database: sample.path, user: "bob", now: SmallNetwork.now)
    let path = sample.path + end
    if isLink { symlink(program.home.file("victim"), path) } else { mkdir(path, 0o700) }
    let before = try Data(contentsOf: URL(fileURLWithPath: sample.path))
    for words in [["post", "Hello"], ["show"], ["doctor"], ["backup", "copy.db"]] {
      let refusal = try Refusal.expect("not_permitted", 77, from: program, words, omitting: [])
      #expect(refusal?.input == path)
      #expect(refusal?.message.contains(isLink ? "is a link" : "is a folder") == true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: sample.path)) == before)
    #expect(try program.home.names() == [])
  }

  @Test(arguments: ["folder", "pipe", "content", "twin"])
  func `any other file in place of the lock file is named`(kind: String) throws {
    let network = try SmallNetwork()
    let home = network.program.home
    let lock = home.file("net.db-lock")
    switch kind {
    case "folder": mkdir(lock, 0o700)
    case "pipe": mkfifo(lock, 0o600)
    case "content": try home.write("precious", to: "net.db-lock")
    default:
      try home.write("", to: "victim")
      link(home.file("victim"), lock)
    }
    let refusal = try Refusal.expect(
      "not_permitted", 77, from: network.program, ["post", "Hello"], omitting: [])
    #expect(refusal?.input == lock)
  }

  @Test func `a link in place of the login is not followed`() throws {
    try expectLoginNotFollowed(by: try SmallNetwork(user: nil).program)
  }

  private func expectLoginNotFollowed(by program: Program) throws {
    let home = program.home
    try program.succeed("login", "bob")
    let folder = home.file("state/profilectl")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try home.write(try home.bytes(of: "state/profilectl/\(name)"), to: "victim")
    unlink("\(folder)/\(name)")
    symlink(home.file("victim"), "\(folder)/\(name)")
    try Refusal.expect("bad_config", 78, from: program, ["whoami"], omitting: [])
    // A login replaces the link and leaves its target.
    let victim = try home.bytes(of: "victim")
    try program.succeed("login", "alice")
    #expect(try program.succeed("whoami") == "@alice\n")
    #expect(try home.bytes(of: "victim") == victim)
  }

  @Test func `a link in place of the state folder is not followed`() throws {
    try expectStateNotFollowed(by: try SmallNetwork(user: nil).program)
  }

  private func expectStateNotFollowed(by program: Program) throws {
    let home = program.home
    mkdir(home.file("state"), 0o700)
    mkdir(home.file("elsewhere"), 0o700)
    symlink(home.file("elsewhere"), home.file("state/profilectl"))
    try Refusal.expect("bad_config", 78, from: program, ["login", "bob"], omitting: [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("elsewhere")) == [])
  }

  /// Tests the checks themselves.
  @Test(arguments: [
    ("chmod 644 net.db", "0o600"), ("chmod 640 net.db-wal", "0o600"),
    ("chmod 666 net.db-lock", "0o600"), ("chmod 755 state/profilectl", "0o700"),
    ("chmod 604 state/profilectl/*", "0o600"), ("touch state/profilectl/left", "logins.count"),
  ])
  func `the check reports a file that others may read`(plant: String, words: String) throws {
    var program = try Program(now: SmallNetwork.now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    let replaced = try program.followed(by: "[ \"$2\" != again ] || { \(plant); }")
    try expectFound(words) { try expectPrivate(replaced, under: "077") }
  }

  @Test(arguments: ["data/profilectl", "data/profilectl/profilectl.db"])
  func `the check reports a default database that others may read`(name: String) throws {
    let program = try Program().followed(by: "chmod o+rx \(name)")
    try expectFound("mode(of: \"\(name)\"") { try expectPrivateFolder(of: program) }
  }

  @Test func `the check reports a link that is followed`() throws {
    let network = try SmallNetwork(user: "alice").program
    let lock = try network.followed(by: "echo x >net.db-lock")
    try expectFound("victim") { try expectLockNotFollowed(by: lock) }
    let person = try SmallNetwork(user: nil).program
    let login = try person.followed(by: #"[ "$2" != alice ] || echo x >victim"#)
    try expectFound("victim") { try expectLoginNotFollowed(by: login) }
    let place = try SmallNetwork(user: nil).program.followed(by: "touch state/profilectl/login")
    try expectFound("elsewhere") { try expectStateNotFollowed(by: place) }
  }

  private func mode(of name: String, in program: Program) -> mode_t? {
    var status = stat()
    return lstat(program.home.file(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
