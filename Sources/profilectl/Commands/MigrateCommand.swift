import CommandLine
import Model
import Rendering
import Storage
import Terminal

/// `migrate`: copies a network from a file to a server, or back.
struct MigrateCommand: DeclaredCommand {
  static let name = "migrate"
  private static let source = Operand(
    .file, named: "from", "The network to copy: a file or the URL of a server.")
  private static let target = Operand(
    .file, named: "to", "The file or URL to copy to; it must be empty or missing.")

  static let declaration = Declaration(
    name, "Copy a network from a file to a server, or back.",
    discussion: """
      The command copies everything from one snapshot, with its numbers, times and pictures. It \
      only reads the source. It compares the copy with the source. The copy can be used only after \
      it is complete. If a copy to a server was interrupted, the same command continues it, unless \
      the source has changed. A file appears only when it is complete.

      On a server, two posts can have the same time. In a file they can't: the command moves such \
      a post by a microsecond. The answer counts the moved posts.
      """,
    group: .file, operands: [source.shape, target.shape],
    fields: RecordKind.migration.keys, standsAlone: true, facts: .namesDatabases,
    examples: [
      .init("profilectl migrate town.db postgres://net@db.example.org/town", "to a server"),
      .init("profilectl migrate postgres://net@db.example.org/town town.db", "and back"),
    ])

  private let source: String
  private let target: String

  init(_ parsed: Parsed) throws {
    source = try parsed.value(of: Self.source)
    target = try parsed.value(of: Self.target)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk("migrate")
    let progress = context.progressReporter()
    defer { progress.finish() }
    // A migration that is stopped can go on.
    Interruption.hold()
    let network = context.interpreter.network
    do {
      let done = try network.migrate(from: source, to: target, context.options, progress.report)
      return try Confirmation(context).answer(record(of: done, at: context.now))
    } catch {
      // The unfinished copy stays on a server, and no file stays.
      var error = CommandError(error)
      if error.saved == .nothing, Engines.isServer(target) {
        let rows = progress.importedRows
        // After any other error the server may have crashed, and lost its last commits.
        let isCertain = error.error.isInterruption
        if rows > 0 { error.saved = isCertain ? .items(rows) : .perhapsItems(rows) }
      }
      throw error
    }
  }

  private func record(of migrated: Migrated, at now: Moment) -> Record {
    let totals = migrated.totals
    return Record(
      .migration,
      [
        .string(Engines.shown(source)), .string(Engines.shown(target)),
        .count(totals.rows(of: StoredUser.self)), .count(totals.rows(of: StoredPost.self)),
        .count(totals.rows(of: StoredPicture.self)), .count(totals.rows(of: StoredFollow.self)),
        .count(totals.rows(of: StoredLike.self)), .count(migrated.timesMoved), .time(now),
        .bool(migrated.isResumed), .bool(true),
      ])
  }
}
