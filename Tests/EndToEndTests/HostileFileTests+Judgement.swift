import Foundation
import Support
import Testing

/// The checks for each way to open a file, and tests of the checks.
extension HostileFileTests {
  /// Runs a command with JSON output.
  func expectLeftAlone(
    _ line: String, _ program: Program, _ kind: Kind, _ before: FolderState
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try program.run(words + ["--json", "--wait", "1"], input: feed)
    #expect(answer.status == kind.status, "\(line): \(answer.stderr)")
    #expect(answer.stdout == "", "\(line)")
    #expect(try Refusal.parse(answer.stderr)?.code == kind.code, "\(line): \(answer.stderr)")
    #expect(try FolderState(of: program.home) == before, "\(line)")
  }

  /// Runs lines from standard input.
  func expectStopped(
    _ line: String, _ program: Program, _ kind: Kind, _ before: FolderState
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try program.run(words + ["--json", "--wait", "1"], input: feed)
    #expect(answer.status == kind.status, "\(line): \(answer)")
    #expect(answer.stderr.contains("\"code\":\"\(kind.code)\""), "\(line): \(answer)")
    #expect(try FolderState(of: program.home) == before, "\(line)")
  }

  /// Runs a command on a terminal.
  func expectRefused(
    _ line: String, _ program: Program, _ kind: Kind, _ before: FolderState
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let shown = try program.onTerminal(words)
    #expect(
      shown.hasPrefix("Error: ") && shown.hasSuffix("[\(kind.status)]\n"), "\(line): \(shown)")
    #expect(try FolderState(of: program.home) == before, "\(line)")
  }

  /// Reads and writes at the prompt.
  func expectToStay(_ program: Program) throws {
    let omitted: Set = ["state", "state/profilectl", "state/profilectl/history"]
    let before = try FolderState(of: program.home)
    let terminal = try PseudoTerminal(program, "repl")
    // TAB looks for users in the file and finds none.
    for line in ["show \tbob\r", "follow bob\r"] {
      try terminal.read { $0.hasSuffix("net.db> ") }
      let count = terminal.text.count
      terminal.type(line)
      try terminal.read { $0.hasSuffix("net.db> ") && $0.dropFirst(count).contains("Error: ") }
      #expect(try FolderState(of: program.home, omitting: omitted) == before, "\(line)")
    }
    terminal.type("exit\r")
    #expect(try terminal.wait() == 0)
    #expect(try FolderState(of: program.home, omitting: omitted) == before)
  }

  /// Salvages the file into another folder.
  func expectSalvage(_ program: Program, _ kind: Kind) throws {
    let home = program.home
    mkdir(home.file("elsewhere"), 0o700)
    let target = "elsewhere/new.db"
    let before = try FolderState(of: home, omitting: ["elsewhere", target])
    let answer = try program.run("doctor", "--salvage", target, "--json", "--wait", "1")
    let refusal = answer.status < 2 ? nil : try Refusal.parse(answer.stderr)
    #expect(refusal?.code == (kind.isSalvaged ? nil : kind.code), "\(answer)")
    #expect(FileManager.default.fileExists(atPath: home.file(target)) == kind.isSalvaged)
    #expect(try FolderState(of: home, omitting: ["elsewhere", target]) == before)
  }

  /// Tests the checks with changes to a file that must stay as it is.
  @Test(arguments: [
    "printf x >>net.db", "printf x | dd of=net.db conv=notrunc status=none", "chmod 644 net.db",
    ": >net.db-lock", "mkdir .trace",
  ])
  func `the check reports a change to a foreign file or its folder`(plant: String) throws {
    let kind = HostileFileTests.kinds[0]
    for check: (Program, FolderState) throws -> Void in [
      { try expectLeftAlone("users", $0, kind, $1) }, { try expectStopped("run -", $0, kind, $1) },
      { try expectRefused("browse", $0, kind, $1) }, { program, _ in try expectToStay(program) },
      { program, _ in try expectSalvage(program, kind) },
    ] {
      let network = try SmallNetwork()
      try kind.plant(network.database)
      let before = try FolderState(of: network.program.home)
      let program = try network.program.followed(by: plant)
      try expectFound("FolderState(of: ") { try check(program, before) }
    }
  }

  @Test(arguments: [
    (#"profilectl "$@"; exit 0"#, "answer.status"), (#"echo; profilectl "$@""#, "answer.stdout"),
    (#"profilectl "$@" 2>&1 | sed s/_foreign/_newer/ >&2; exit 65"#, "kind.code"),
  ])
  func `the check reports a wrong answer`(plant: String, words: String) throws {
    let network = try SmallNetwork()
    let kind = HostileFileTests.kinds[0]
    try kind.plant(network.database)
    let before = try FolderState(of: network.program.home)
    let program = try network.program.replaced(by: plant)
    try expectFound(words) { try expectLeftAlone("users", program, kind, before) }
  }
}
