import CommandLine
import Model
import Rendering
import Services
import Terminal

/// The commands for the file of the network that need no type of their own.
enum FileCommands {
  private static let script = Switch(
    "sql", "Print the statements that create a network on a server, and create none.")

  static let create: CommandEntry = CommandEntry(
    declaration: {
      Declaration(
        "init", "Create an empty network, if there is none yet.",
        discussion: """
          On a server, the command creates the schema 'profilectl' in an existing database, whose \
          texts are in UTF-8. If your role may not do that, an administrator can run the \
          statements that --sql prints.
          """,
        group: .file, options: [script.shape], fields: ["path", "created"], facts: .findsDamage,
        examples: [
          .init("profilectl init --db net.db", "in the file net.db"),
          .init("profilectl init --db postgres://net@db.example.org/town", "on a server"),
          .init("profilectl init --sql > town.sql", "for psql on the server"),
        ])
    },
    writeScope: { $0.isGiven(script.shape) ? .nothing : $0.declaration.writeScope },
    command: { parsed in
      let printsOnly = parsed.value(of: script)
      return CommandWork { try printsOnly ? printScript(in: $0) : createNetwork(in: $0) }
    })

  private static func printScript(in context: CommandContext) throws -> CommandResult {
    try context.answer(Output(ours: Engines.serverScript))
    return CommandResult()
  }

  private static func createNetwork(in context: CommandContext) throws -> CommandResult {
    Interruption.hold()
    let (network, isNew) = try context.interpreter.network.networkMadeIfMissing(
      context.options, evenOnServer: true)
    let path = network.file.path
    return try Confirmation(context).answer(
      Record(keys: ["path", "created"], values: [.string(path), .bool(isNew)]),
      saved: isNew ? .all : .nothing, effect: isNew ? .done : .unchanged,
      text: { traits in
        KeyValueList([.init(isNew ? "Made" : "Already there", SafeText(path))])
          .output(in: traits)
      })
  }

  static let info = CommandEntry(
    Declaration(
      "info", "Print facts about the database.",
      discussion: "Prints the path, versions, sizes, and the numbers of users, posts and edges.",
      group: .file, writeScope: .nothing, fields: RecordKind.file.fields,
      examples: [.init("profilectl info --json", "for a program")])
  ) { _ in
    { context in
      let facts = try context.network().file.facts()
      let server = facts.server
      let ofFile = { (value: JSONValue) in server == nil ? value : .null }
      let digest = server == nil ? try context.sharedDigest() : nil
      let record = Record(
        .file,
        [
          .string(facts.path), ofFile(.count(facts.bytes)), .string(Version.number),
          .count(facts.schemaVersion), ofFile(.string(facts.sqliteVersion)),
          ofFile(.count(facts.pageSize)), ofFile(.count(facts.pageCount)), .count(facts.users),
          .count(facts.posts),
        ] + facts.edges.map { .count($0) } + [
          .count(facts.pictures), .string(server == nil ? "sqlite" : "postgresql"),
          .text(server?.version), .text(server?.network),
        ], ifShared: digest.map { [.string($0)] })
      try context.answer(facts: record)
      return CommandResult()
    }
  }

  static let cache = CommandEntry(
    Declaration(
      "cache", "Print how many thumbnails are kept.",
      discussion: """
        A thumbnail is a small copy of a picture, used for drawing it. If it is missing, the \
        program makes it again when the picture is next shown. The pictures themselves do not \
        change.
        """,
      group: .file, writeScope: .nothing, fields: RecordKind.cache.keys,
      examples: [
        .init("profilectl cache", "how many, and how large"),
        .init("profilectl cache clear", "drop them"),
      ])
  ) { _ in
    { context in
      let cache = try context.network().pictures.cache()
      try context.answer(facts: Record(.cache, [.count(cache.thumbnails), .count(cache.bytes)]))
      return CommandResult()
    }
  }

  static let clearCache = CommandEntry(
    Declaration(
      "cache clear", "Drop all thumbnails and shrink the file.",
      discussion: "The program makes a thumbnail again when its picture is next shown.",
      group: .file, options: [WriteOptions.dryRun.shape], fields: RecordKind.clearedCache.keys,
      examples: [
        .init("profilectl cache clear", "drop them and print the freed size"),
        .init("profilectl cache clear --dry-run", "print the size only"),
      ])
  ) { parsed in
    let isDryRun = parsed.value(of: WriteOptions.dryRun)
    return { try clearCache(isDryRun: isDryRun, in: $0) }
  }

  private static func clearCache(
    isDryRun: Bool, in context: CommandContext
  ) throws -> CommandResult {
    let cleared = try context.network().pictures.clearCache(isDryRun: isDryRun)
    let dropped = cleared.dropped
    let record = Record(
      .clearedCache,
      [.count(dropped.thumbnails), .count(dropped.bytes), .count(cleared.freedBytes)])
    let saved: SavedPart = isDryRun || dropped.thumbnails == 0 ? .nothing : .all
    return try Confirmation(context).answer(
      isDryRun ? record.ofDryRun : record, saved: saved
    ) { traits in
      if traits.isTerminal {
        let thumbnails = Phrases.count(dropped.thumbnails, "thumbnail")
        let bytes = Magnitude.size(dropped.bytes)
        let freed = Magnitude.size(cleared.freedBytes)
        return Output(
          isDryRun
            ? "\(thumbnails) of \(bytes) would be dropped, and \(freed) freed.\n"
            : "Dropped \(thumbnails) of \(bytes) and freed \(freed).\n")
      }
      return KeyValueList([
        .init("thumbnails dropped", SafeText("\(dropped.thumbnails)")),
        .init("bytes dropped", SafeText("\(dropped.bytes)")),
        .init("bytes freed", SafeText("\(cleared.freedBytes)")),
      ]).output(in: traits)
    }
  }

  private static let file = Operand(.file, "The file to copy to.")

  static let backup = CommandEntry(
    Declaration(
      "backup", "Copy the database to a file.",
      discussion: """
        The copy is a snapshot; other processes can write meanwhile. The command reads and checks \
        the copy before it reports success. On a terminal, it asks before it replaces a file; \
        elsewhere it needs --yes. It replaces the file in one step, after the copy is complete. It \
        never replaces a file that a process has open as a database. It does not copy a file with \
        a damaged structure. 'profilectl doctor' checks counts, references and content.
        """,
      group: .file, writeScope: .ownFile, operands: [file.shape], fields: RecordKind.backup.keys,
      standsAlone: true, facts: .backsUp,
      examples: [
        .init("profilectl backup monday.db", "and keep it somewhere else"),
        .init("profilectl backup nightly.db --yes", "replace the last one"),
        .init("profilectl --db monday.db info", "look at it"),
      ])
  ) { parsed in
    let file = try parsed.value(of: file)
    return { try backUp(to: $0.environment.path(file), in: $0) }
  }

  private static func backUp(to file: String, in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk("backup")
    let database = try context.network().file
    let replaces = try database.backupReplaces(file)
    if replaces, !context.isConfirmed {
      return .asking(.replacing(file), "Replace '\(SafeText(file))'?")
    }
    // A stopped backup leaves no file.
    Interruption.hold()
    // Another backup may have created the file meanwhile.
    let backup = try database.backUp(to: file, mayReplace: context.isConfirmed)
    let result = try Confirmation(context).answer(Record(backup))
    if replaces { try saving { try context.remark("The file that was there is replaced.") } }
    return result
  }

  private static let statement = Operand(.string("select"), "One statement that only reads.")

  static let sql = CommandEntry(
    Declaration(
      "sql", "Run a SELECT on the database.",
      discussion: """
        A query can't change the database. In a file, sqlite_schema lists the tables; on a server, \
        pg_tables does. docs/database.md in the source explains them. SQLite's 'now' is the system \
        time, even with --now.
        """,
      group: .file, writeScope: .nothing, operands: [statement.shape],
      examples: [
        .init(
          "profilectl sql \"SELECT username, like_count FROM users ORDER BY 2 DESC LIMIT 3\"",
          "the most liked users"),
        .init("profilectl sql \"SELECT name, sql FROM sqlite_schema\"", "the tables of a file"),
      ])
  ) { parsed in
    let statement = try parsed.value(of: statement)
    return { try query(statement, in: $0) }
  }

  private static func query(
    _ statement: String, in context: CommandContext
  ) throws -> CommandResult {
    var printer: QueryPrinter?
    try context.network().file.query(statement, batchSize: 500) { result in
      if printer == nil {
        let first = QueryPrinter(columns: result.columns, for: context)
        try context.answer(first.begin())
        printer = first
      }
      if let output = printer?.print(result) { try context.answer(output) }
    }
    if let printer { try context.answer(printer.finish()) }
    return CommandResult()
  }
}
