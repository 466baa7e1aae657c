import Foundation
import Support
import Testing

/// How each way to open a file is judged, and that the judgements find what is wrong.
extension HostileFileTests {
  /// Asks a machine's way.
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

  /// Runs lines of standard input.
  func expectStopped(
    _ line: String, _ program: Program, _ kind: Kind, _ before: FolderState
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try program.run(words + ["--json", "--wait", "1"], input: feed)
    #expect(answer.status == kind.status, "\(line): \(answer)")
    #expect(answer.stderr.contains("\"code\":\"\(kind.code)\""), "\(line): \(answer)")
    #expect(try FolderState(of: program.home) == before, "\(line)")
  }

  /// Shows it on a terminal.
  func expectRefused(
    _ line: String, _ program: Program, _ kind: Kind, _ before: FolderState
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let shown = try program.onTerminal(words)
    #expect(
      shown.hasPrefix("Error: ") && shown.hasSuffix("[\(kind.status)]\n"), "\(line): \(shown)")
    #expect(try FolderState(of: program.home) == before, "\(line)")
  }

  /// Asks for people and for a change at the prompt.
  func expectToStay(_ program: Program) throws {
    let omitted: Set = ["state", "state/profilectl", "state/profilectl/history"]
    let before = try FolderState(of: program.home)
    let terminal = try PseudoTerminal(program, "repl")
    // TAB looks for people in the file, and finds none.
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

  /// Salvages it into a folder where that may be.
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

  /// The judgements' own control: what a program may do to a file that it was to leave alone.
  @Test(arguments: [
    "printf x >>net.db", "printf x | dd of=net.db conv=notrunc status=none", "chmod 644 net.db",
    ": >net.db-lock", "mkdir .trace",
  ])
  func `what is done to a file of others, or beside it, is found`(plant: String) throws {
    let kind = HostileFileTests.kinds[0]
    for judgement: (Program, FolderState) throws -> Void in [
      { try expectLeftAlone("users", $0, kind, $1) }, { try expectStopped("run -", $0, kind, $1) },
      { try expectRefused("browse", $0, kind, $1) }, { program, _ in try expectToStay(program) },
      { program, _ in try expectSalvage(program, kind) },
    ] {
      let network = try SmallNetwork()
      try kind.plant(network.database)
      let before = try FolderState(of: network.program.home)
      let program = try network.program.followed(by: plant)
      try expectFound("FolderState(of: ") { try judgement(program, before) }
    }
  }

  @Test(arguments: [
    (#"profilectl "$@"; exit 0"#, "answer.status"), (#"echo; profilectl "$@""#, "answer.stdout"),
    (#"profilectl "$@" 2>&1 | sed s/_foreign/_newer/ >&2; exit 65"#, "kind.code"),
  ])
  func `another answer than the one that is due is found`(plant: String, words: String) throws {
    let network = try SmallNetwork()
    let kind = HostileFileTests.kinds[0]
    try kind.plant(network.database)
    let before = try FolderState(of: network.program.home)
    let program = try network.program.replaced(by: plant)
    try expectFound(words) { try expectLeftAlone("users", program, kind, before) }
  }
}
