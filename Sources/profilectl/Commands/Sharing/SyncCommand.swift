import CommandLine
import Files
import Model
import Rendering
import Services
import Sharing
import Storage

/// `sync`: exchanges changes with a folder.
struct SyncCommand: DeclaredCommand {
  static let name = "sync"
  private static let folder = Operand(
    optional: .file, named: "folder", "The folder; the one of the last sync by default.")
  private static let watch = Switch(
    "watch", "Stay, and exchange whenever the folder or this copy changes.")

  static let declaration = Declaration(
    name, "Exchange changes of a shared network with a folder.",
    discussion: """
      The command sends what the folder lacks and receives what this copy lacks. It remembers the \
      folder. It needs no lock in the folder, and may be interrupted. Other files in the folder \
      are ignored. Damaged, forged and revoked files are counted, and named with --verbose. If the \
      folder can't be written, the command reads it all the same and then ends with that error.

      The database must belong to you and be writable by you alone; otherwise others could have \
      changes signed in your name.

      With --watch, the command prints a line for each exchange that sends or receives something, \
      and goes on until Ctrl-C. With --json, each line is an object. If the folder is missing or \
      full for a while, the command says so once and tries again.
      """,
    group: .sharing, operands: [folder.shape], options: [watch.shape],
    fields: RecordKind.exchange.keys,
    standsAlone: true,
    examples: [
      .init("profilectl sync ~/Sync/marlowe", "the first time"),
      .init("profilectl sync", "with the same folder again"),
    ])

  private let folder: String?
  private let watches: Bool

  init(_ parsed: Parsed) throws {
    folder = try parsed.value(of: Self.folder)
    watches = parsed.value(of: Self.watch)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    if watches, ![.shell, .interactive].contains(context.surface) {
      throw UsageError(context.line.origin.shellsOnly, at: Token.word(Self.watch.shape.spelled))
    }
    try context.expectOnDisk(Self.name)
    let service = try context.sharing()
    _ = try context.sharedNetwork()
    let folder = folder.map { RealPath.resolve(context.environment.path($0)) }
    if watches {
      return try SyncWatch(context: context, service: service, folder: folder) {
        try self.exchange(through: service, folder, in: context)
      }.run()
    }
    let report = try self.exchange(through: service, folder, in: context)
    let answer = ExchangeAnswer(report, in: context)
    return try saving {
      var result = try Confirmation(context).answer(
        Record(.exchange, try answer.values()),
        effect: report.isEmpty ? .unchanged : .done
      ) { _ in
        var output = Output()
        for line in answer.lines { output.append(line + "\n") }
        return output
      }
      result.received = report.receivedChanges
      try answer.finish()
      return result
    }
  }

  private func exchange(
    through service: SharingService, _ folder: String?, in context: CommandContext
  ) throws -> ExchangeReport {
    try context.expectOwnFile()
    let progress = context.progressReporter()
    defer { progress.finish() }
    return try context.exchanging {
      try service.sync(with: folder, progress: progress.report)
    }
  }
}
