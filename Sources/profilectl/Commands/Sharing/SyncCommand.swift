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

  static let declaration = Declaration(
    name, "Exchange changes of a shared network with a folder.",
    discussion: """
      The command sends what the folder lacks and receives what this copy lacks. It remembers the \
      folder. It needs no lock in the folder, and may be interrupted. Other files in the folder \
      are ignored. Damaged, forged and revoked files are counted, and named with --verbose. If the \
      folder can't be written, the command reads it all the same and then ends with that error.

      The database must belong to you and be writable by you alone; otherwise others could have \
      changes signed in your name.
      """,
    group: .sharing, operands: [folder.shape], fields: RecordKind.exchange.keys,
    standsAlone: true,
    examples: [
      .init("profilectl sync ~/Sync/marlowe", "the first time"),
      .init("profilectl sync", "with the same folder again"),
    ])

  private let folder: String?

  init(_ parsed: Parsed) throws {
    folder = try parsed.value(of: Self.folder)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.sharing()
    _ = try context.sharedNetwork()
    try context.expectOwnFile()
    let folder = folder.map { RealPath.resolve(context.environment.path($0)) }
    let progress = context.progressReporter()
    defer { progress.finish() }
    let report = try context.exchanging {
      try service.sync(with: folder, progress: progress.report)
    }
    progress.finish()
    let exchange = ExchangeAnswer(report, in: context)
    return try saving {
      let result = try Confirmation(context).answer(
        Record(.exchange, try exchange.values()),
        effect: report.isEmpty ? .unchanged : .done
      ) { _ in
        var output = Output()
        for line in exchange.lines { output.append(line + "\n") }
        return output
      }
      try exchange.finish()
      return result
    }
  }
}
