import CommandLine
import Rendering

/// `run`: carries out scripts.
struct RunCommand: DeclaredCommand {
  static let name = "run"
  static let files = Operand(
    many: .file, named: "file|-", "The scripts, run in this order, or - for standard input.")
  static let atomic = Switch("atomic", "Apply all lines or none.")
  static let declaration = Declaration(
    name, "Run the commands in scripts.",
    discussion: """
      Each line is a command without the program's name, quoted as in a shell. '#' begins a \
      comment. 'login bob' applies to the rest of the script and is not remembered. Without \
      --atomic or --keep-going, the first refused line ends the script, and earlier lines stay \
      saved. A line that answers no, such as 'follows', is not refused. 'create-user', 'seed', 'init' and --atomic create a missing database. With --json, \
      the answer is only the summary. With --format ndjson, the summary follows the answers. With \
      --no-config, a script means the same for every user.
      """,
    group: .interactive, writeScope: .lines, operands: [files.shape],
    options: [atomic.shape, WriteOptions.keepGoing.shape, Configuration.ignoreSwitch.shape],
    exclusive: [[atomic.shape, WriteOptions.keepGoing.shape]], fields: RecordKind.run.keys,
    formats: [.text, .json, .ndjson], standsAlone: true,
    examples: [
      .init("profilectl run seed.pctl", "a file"),
      .init("profilectl run --atomic seed.pctl", "all of it, or nothing"),
      .init("generate | profilectl run -", "lines from another program"),
    ])

  private let files: [String]
  private let isAtomic: Bool
  private let keepsGoing: Bool
  private let ignoresConfiguration: Bool
  /// The options that every line inherits.
  private let inherited: [GivenOption]

  init(_ parsed: Parsed) throws {
    files = try parsed.value(of: Self.files).values()
    isAtomic = parsed.value(of: Self.atomic)
    keepsGoing = parsed.value(of: WriteOptions.keepGoing)
    ignoresConfiguration = parsed.value(of: Configuration.ignoreSwitch)
    inherited = LineOrigin.inheritance(of: parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    if context.surface == .shell { context.interpreter.signals.beginScript() }
    let script = Script(
      files: files, isAtomic: isAtomic, keepsGoing: keepsGoing, inherited: inherited)
    var result =
      ignoresConfiguration
      ? try context.interpreter.withoutConfiguration { try script.run(in: context) }
      : try script.run(in: context)
    if result.status == .no { result.effect = .refused }
    return result
  }
}
