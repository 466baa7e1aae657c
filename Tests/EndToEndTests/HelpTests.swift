import Foundation
import Support
import Testing

/// Tests every help page and every example on it.
@Suite struct HelpTests {
  @Test func `the overview`() throws {
    let program = try Program()
    let page = try program.succeed("help")
    Golden.expect(page)
    for words in [[], ["--help"], ["-h"]] { #expect(try program.succeed(words) == page) }
  }

  @Test(arguments: try subjects())
  func `a page`(subject: String) throws {
    let program = try Program()
    let words = subject.split(separator: " ").map(String.init)
    let page = try program.succeed(["help"] + words)
    Golden.expect(page, subject)
    let headings = page.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(page.hasPrefix("OVERVIEW: "))
    #expect(Set(headings).count == headings.count)
    // Examples are not wrapped, so that they can be copied.
    #expect(
      page.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  profilectl ") })
    #expect(try program.home.names() == [])
  }

  @Test(arguments: try subjects(of: .commands))
  func `a command's own option shows the same page`(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let program = try Program()
    let page = try program.succeed(["help"] + words)
    #expect(try program.succeed(words + ["--help"]) == page)
    #expect(try program.succeed(["-h"] + words) == page)
  }

  @Test func `every command has an example`() throws {
    let commands = try HelpTests.subjects(of: .commands)
    let examples = try HelpTests.examples()
    #expect(commands.count >= 30)
    for command in commands {
      #expect(examples.contains { $0.contains("profilectl \(command)") }, "\(command)")
    }
  }

  @Test(arguments: try examples())
  func `an example works as printed`(line: String) throws {
    var program = try HelpTests.examplesNetwork.get().copy()
    if line.contains("create-user") { program.environment["PROFILECTL_DB"] = "new.db" }
    if line.contains("flag 42") { program.environment["PROFILECTL_USER"] = "bob" }
    try program.home.write("post 'from a script'\n", to: "seed.pctl")
    try program.home.write("zoe\tZoe\nyves\tYves\n", to: "people.tsv")
    if line.contains("config get") {
      try program.succeed("config", "set", "browse.header", "fading")
    }
    for name in ["archive-2026.zip", "facebook_combined.txt"] where line.contains(name) {
      try program.home.write("ann ben\n", to: name)
    }
    if line.contains("import everything") { try program.succeed("export", "everything.ndjson") }
    for picture in ["me.jpg", "cat.jpg"] where !line.contains("--save") {
      try program.home.write(HelpTests.picture, to: picture)
    }
    if ["profilectl browse", "profilectl watch"].contains(where: line.hasPrefix)
      || line == "profilectl demo"
    {
      return try takesScreen(line, program)
    }
    if line.contains("--db monday.db") { try program.succeed("backup", "monday.db") }
    let shared = try HelpTests.share(program, for: line)
    guard let line = try HelpTests.onServer(shared, program) else { return }
    let answer = try program.shell(
      "fortune() { echo 'You will run tests.'; }; generate() { cat seed.pctl; }; \(line)")
    // The followers of bob include alice herself, so --keep-going reports one refusal.
    // Without a decoder, the post of a picture prints a note.
    let isMixed = line.contains("--keep-going") || line.contains(".jpg")
    #expect(answer.status == 0 || (isMixed && answer.status == 1), "\(answer.testDescription)")
    // PROFILECTL_USER is set, so login and logout print a note.
    let notes = [
      "profilectl log": "Note: PROFILECTL_USER overrides this: here you are @",
      "--salvage": "Note: What could be read is in ",
    ]
    let note = notes.first { line.contains($0.key) }?.value
    #expect(answer.stderr.isEmpty || isMixed || note.map(answer.stderr.hasPrefix) == true)
  }

  /// Shares the network through the folder of the examples, if the line needs that.
  ///
  /// Returns the line with a key that is there.
  private static func share(_ program: Program, for line: String) throws -> String {
    let isOfSharing = line.hasPrefix("profilectl share") || line.hasPrefix("profilectl sync")
    guard isOfSharing, !line.contains("share start") else { return line }
    let folder = program.home.file("Sync/marlowe")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let code = try program.succeed(
      "share", "start", "Marlowe family", "--format", "tsv", "--fields", "recovery")
    try program.home.write(code.split(separator: "\n").last.map(String.init) ?? "", to: "code.txt")
    try program.succeed("share", "invite", "bob", "--output", "bob.invitation")
    try program.succeed("sync", folder)
    guard line.contains("3f9c2a81") else { return line }
    var other = try Program()
    other.environment["PROFILECTL_DB"] = other.home.file("net.db")
    try other.succeed("share", "join", folder, program.home.file("bob.invitation"))
    try program.succeed("sync")
    let keys = try program.succeed("share", "keys").split(separator: "\n")
    let key = try #require(keys.first { $0.contains("\tkey\tbob\t") })
    return line.replacing("3f9c2a81", with: String(key.prefix(8)))
  }

  /// The example with a server that is there in place of the named one; nil without any.
  private static func onServer(_ line: String, _ program: Program) throws -> String? {
    let named = "postgres://net@db.example.org/town"
    guard line.contains(named) else { return line }
    guard let place = try PostgresServer.shared?.newDatabase() else { return nil }
    try program.succeed("backup", "town.db")
    if line.hasSuffix(" town.db") {
      try program.succeed("migrate", "town.db", place)
      _ = try program.shell("rm town.db")
    }
    return line.replacing(named, with: "'\(place)'")
  }

  /// Runs a command that takes the whole screen until a key ends it.
  private func takesScreen(_ line: String, _ program: Program) throws {
    let words = line.split(separator: " ").dropFirst().map { Array($0.utf8) }
    let terminal = try PseudoTerminal(program, words)
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix("\u{1B}[?2026l") }
    terminal.type("qq")
    #expect(try terminal.wait() == 0)
  }

  private enum Kind { case commands, all }

  /// The subjects listed in the overview.
  private static func subjects(of kind: Kind = .all) throws -> [String] {
    let overview = try Program().succeed("help")
    var heading = Substring()
    var subjects: [String] = []
    for line in overview.split(separator: "\n") {
      if line.hasSuffix(":"), !line.hasPrefix(" ") { heading = line }
      guard line.hasPrefix("  "), line.dropFirst(2).first != " " else { continue }
      guard !["GLOBAL OPTIONS:", "FIRST STEPS:"].contains(heading),
        heading != "TOPICS:" || kind == .all
      else {
        continue
      }
      let label = String(line.dropFirst(2)).components(separatedBy: "  ")[0]
      subjects.append(label)
    }
    return subjects
  }

  private static func examples() throws -> [String] {
    var program = try Program()
    program.environment["COLUMNS"] = "400"
    return try subjects(of: .commands).flatMap { subject in
      let words = subject.split(separator: " ").map(String.init)
      let page = try program.succeed(["help"] + words).components(separatedBy: "EXAMPLES:\n")
      guard page.count == 2 else { return [String]() }
      let rows = page[1].components(separatedBy: "\n\n")[0].components(separatedBy: "\n")
      return rows.filter { !$0.hasPrefix("   ") && !$0.isEmpty }
        .map { String($0.dropFirst(2)).components(separatedBy: "  ")[0] }
    }
  }

  private static let picture = JPEGWriter().bytes(of: .quarters(width: 96, height: 125))

  /// The network of the examples: three users, and 42 posts by alice.
  private static let examplesNetwork = Result { try ExamplesNetwork() }

  private struct ExamplesNetwork {
    private let program: Program

    init() throws {
      var program = try Program(user: "alice", now: SmallNetwork.now)
      program.environment["PROFILECTL_DB"] = "net.db"
      try program.succeed("create-user", "alice", "bob", "carol")
      try program.succeed("follow", "bob", "--as", "alice")
      try program.succeed("follow", "alice", "carol", "--as", "bob")
      for number in 1...41 { try program.succeed("post", "rye bread no. \(number)") }
      try program.home.write(HelpTests.picture, to: "bread.jpg")
      _ = try program.run("post", "the last rye bread", "--image", "bread.jpg")
      self.program = program
    }

    func copy() throws -> Program {
      var copy = try Program(user: "alice", now: SmallNetwork.now)
      copy.environment["PROFILECTL_DB"] = "net.db"
      try copy.home.write(try program.home.bytes(of: "net.db"), to: "net.db")
      // A new file gets its mode from the umask, and a shared network is for its owner alone.
      chmod(copy.home.file("net.db"), 0o600)
      return copy
    }
  }
}
