import CommandLine
import Exchange
import Files
import Model
import Pictures
import Rendering
import Services
import Storage
import Terminal

/// `import`: adds the contents of archives and files to the network.
struct ImportCommand: DeclaredCommand {
  static let name = "import"
  static let paths = Operand(
    many: .file, named: "path|-", "Files, folders or archives, or - for one file on standard input."
  )
  static let from = Option<ImportFormat?>(
    "from", .choice([nil] + ImportFormat.all, "format") { $0?.name ?? "auto" }, default: nil,
    shown: "auto", "The format; auto finds it by the content.")
  static let into = Option<Handle?>(
    "into", .handle, "The user who gets the content of an archive.")
  static let only = Option<[ImportOptions.Part]?>(
    "only", .choices("part"), "Import only these parts; profile and posts include their pictures.")
  static let includePrivate = Switch(
    "include-private", "Import posts for followers or for a few people as private posts.")
  static let undirected = Switch("undirected", "Import each edge in both directions.")
  static let declaration = Declaration(
    name, "Import an archive, a list of edges, or an export.",
    discussion: """
      The command reads folders, .zip, .tar, .tar.gz and .gz without unpacking them to the disk. \
      It recognizes the format by the content. A second import of the same archive changes \
      nothing. Two archives of one person become one user. An import fills in names, bios and \
      pictures only if they are empty.

      The owner of an archive becomes a new user, or the user named by --into. A list without an \
      owner belongs to the user named by --into, else to you. People who are only mentioned become \
      users without a name; a later import completes them. If another person has the handle, the \
      command adds the domain or a number to it.

      The command skips and counts boosts and retweets, pinned posts, languages, options of polls, \
      locations, edit histories, blocks, video and audio. It never opens files with direct \
      messages, e-mail addresses, phone numbers, contacts or advertisers' data. It fetches no \
      address.

      The command saves everything or nothing; with --keep-going it saves 5,000 items, or 20,000 \
      follows or likes, at a time. It notifies no user, except of follows and likes dated after a \
      notice that the user has not seen. With --verbose it prints a line for each skipped, \
      changed or refused item.
      """,
    group: .file, operands: [paths.shape],
    options: [
      from.shape, into.shape, only.shape, includePrivate.shape, undirected.shape,
      WriteOptions.dryRun.shape, WriteOptions.keepGoing.shape,
    ],
    fields: RecordKind.importReport.keys,
    examples: [
      .init("profilectl import archive-2026.zip --into alice", "your own archive"),
      .init("profilectl import facebook_combined.txt --undirected --dry-run", "save nothing"),
      .init("profilectl --db copy.db import everything.ndjson", "a copy of the network"),
    ])

  private let paths: [String]
  private let format: ImportFormat?
  private let into: Handle?
  private let parts: Set<ImportOptions.Part>?
  private let includesPrivate: Bool
  private let isUndirected: Bool
  private let write: WriteOptions

  init(_ parsed: Parsed) throws {
    paths = try parsed.value(of: Self.paths).values()
    format = try parsed.value(of: Self.from)
    into = try parsed.value(of: Self.into)
    parts = try parsed.value(of: Self.only).map { Set($0) }
    includesPrivate = parsed.value(of: Self.includePrivate)
    isUndirected = parsed.value(of: Self.undirected)
    write = WriteOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    if paths.contains("-"), context.surface != .shell {
      throw UsageError(context.line.origin.shellsOnly, at: Token.word("-"))
    }
    let reader = context.progressReporter()
    defer { reader.finish() }
    let work = ImportWork(try options(in: context), write, reader.report, in: context)
    do {
      return try answer(try work.run(paths, as: format), in: context, reader)
    } catch {
      var error = CommandError(try meaning(of: error, in: context))
      if error.saved == .nothing { error.saved = .part(of: work.savedItems, isAll: false) }
      throw error
    }
  }

  /// The service error with the meaning of an error of the import, or the error itself.
  private func meaning(
    of error: any Error, in context: CommandContext
  ) throws -> any Error {
    switch error as? ExchangeError {
    case .interrupted: return ServiceError.storage(.interrupted)
    case .noOwner:
      // The named acting user may be missing.
      if let network = try context.interpreter.network.networkIfThere(context.options) {
        try network.users.expectActor(try context.viewer())
      }
      return ServiceError.noCurrentUser(.notChosen)
    default: return error
    }
  }

  private func options(in context: CommandContext) throws -> ImportOptions {
    var options = ImportOptions(now: context.now)
    if let into {
      let user = try context.network().users.profile(of: into, as: .nobody).item.user
      options.into = (user.id, user.handle)
    } else if let network = try context.networkIfThere(),
      let user = try network.users.user(try context.viewer())
    {
      options.viewer = (user.id, user.handle)
    }
    if let parts { options.parts = parts }
    options.includesPrivate = includesPrivate
    options.isUndirected = isUndirected
    options.keepsGoing = write.keepsGoing
    // The saved part can't be imported again.
    options.looksAhead = write.keepsGoing
    options.temporaryFolder = try context.environment.temporaryFolder()
    return options
  }

  private func answer(
    _ report: ImportReport, in context: CommandContext, _ progress: ProgressReporter
  ) throws -> CommandResult {
    progress.finish()
    for refusal in report.refusals {
      try context.say(line(refusal.place, refusal.reason.rawValue, refusal.detail))
    }
    let isSaved = report.hasChanges && !write.isDryRun
    var result = CommandResult(saved: isSaved ? .all : .nothing)
    if !report.hasChanges { result.effect = .unchanged }
    if !report.refused.isEmpty { (result.status, result.effect) = (.no, .refused) }
    try saving(result.saved) {
      if context.recordFormat == nil, context.options.isQuiet { return }
      try context.answer(Record(report, isSaved: !write.isDryRun)) { traits in
        ImportWords(report, isDryRun: write.isDryRun).output(in: traits)
      }
    }
    return result
  }
}

/// One item that was skipped, changed or refused.
private func line(_ place: InputPosition, _ reason: String, _ detail: String) -> SafeText {
  SafeText([place.description, reason, String(detail.prefix(200))].joined(separator: ": "))
}

/// One run of an import: opens the inputs, and brings their records into the network.
private final class ImportWork {
  private var options: ImportOptions
  private let write: WriteOptions
  private let report: LoadReport
  private let context: CommandContext
  /// The number of things in the batches that were saved.
  private(set) var savedItems = 0
  private var bytes: (done: Int64, total: Int64) = (0, 0)

  init(
    _ options: ImportOptions, _ write: WriteOptions, _ report: @escaping LoadReport,
    in context: CommandContext
  ) {
    self.options = options
    self.write = write
    self.report = report
    self.context = context
  }

  func run(_ paths: [String], as format: ImportFormat?) throws -> ImportReport {
    do {
      return try attempt(paths, as: format)
    } catch ServiceError.storage(.target(_, .exists)) where !paths.contains("-") {
      // Another process has created the database meanwhile.
    } catch ExchangeError.badArchive(_, .readTwice) where !paths.contains("-") {
      options.looksAhead = true
    }
    return try attempt(paths, as: format)
  }

  private func attempt(_ paths: [String], as format: ImportFormat?) throws -> ImportReport {
    let (network, global) = (context.interpreter.network, context.options)
    let inputs = try open(paths, as: format)
    let session = ImportSession(
      options, pictureSize: { PictureHeader.size(of: $0, byteCount: $1) },
      note: { [context] place, reason, detail in
        guard context.options.isVerbose else { return }
        try context.say(line(place, reason, detail))
      }, progress: { [weak self] in self?.reportProgress($0, records: $1) })
    if write.keepsGoing, !write.isDryRun {
      Interruption.hold()
      var target: Network?
      try session.run(inputs) { [self] body in
        // Not earlier: an input that is refused leaves no new database.
        let isFirst = target == nil
        let open = try target ?? network.networkMadeIfMissing(global, evenOnServer: true).network
        target = open
        try open.take { writing in try body(try writing.importing(continuing: !isFirst)) }
        savedItems = session.report.changes
      }
    } else {
      try network.take(isDryRun: write.isDryRun, global) { writing in
        try session.run(inputs, into: try writing.importing(continuing: false))
      }
    }
    return session.report
  }

  /// Nothing is written before all inputs are open.
  private func open(_ paths: [String], as format: ImportFormat?) throws -> [DetectedInput] {
    let others =
      (try? context.environment.databasePlace(for: context.options).path).map(Engines.paths) ?? []
    let meter = InputMeter { [weak self] done, total in
      self?.bytes = (done, total)
      return Interruption.pending == nil
    }
    return try paths.map { path in
      let tree: any InputTree
      if path == "-" {
        let source = StreamSource(while: { Interruption.pending == nil }) {
          () throws(FileError) in try Descriptor.standardInput(upTo: 65_536)
        }
        tree = try InputPath.stream(source)
      } else {
        tree = try InputPath.open(context.environment.path(path), meter, unlessSameAs: others)
      }
      return try DetectedInput(tree, named: format?.name)
    }
  }

  private func reportProgress(_ kind: ContentKind?, records: Int) {
    guard let kind else { return report(WorkProgress(.saving)) }
    guard records % 512 == 0 else { return }
    // A file may be read twice.
    let share = bytes.total > 0 ? min(1, Double(bytes.done) / Double(bytes.total)) : nil
    let stage = WorkProgress.Stage(rawValue: kind.rawValue) ?? .importing
    report(WorkProgress(stage, done: records, share: share))
  }
}

extension Record {
  fileprivate init(_ report: ImportReport, isSaved: Bool) {
    func counts(_ kind: ContentKind) -> JSONValue {
      let counts = report[kind]
      return .object(
        Record(
          keys: ["read", "added", "updated", "unchanged", "refused"],
          values: [counts.read, counts.added, counts.updated, counts.unchanged, counts.refused]
            .map(JSONValue.count)))
    }
    func reasons<Reason: RawRepresentable<String>>(_ numbers: [Reason: Int]) -> JSONValue {
      let sorted = numbers.sorted { $0.key.rawValue < $1.key.rawValue }
      return .object(
        Record(keys: sorted.map(\.key.rawValue), values: sorted.map { .count($0.value) }))
    }
    let inputs = report.inputs.map { input in
      Record(
        keys: ["path", "format", "owner"],
        values: [.string(input.path), .string(input.format), .text(input.owner?.text)])
    }
    let changes = ChangeReason.allCases
    let changed = Record(
      keys: changes.map(\.rawValue), values: changes.map { .count(report.changed[$0] ?? 0) })
    self.init(
      .importReport,
      [.records(inputs)] + ContentKind.allCases.map(counts) + [
        .count(report.placeholders), reasons(report.skipped), .object(changed),
        reasons(report.refused), .bool(isSaved),
      ])
  }
}

/// The sentences about an import; leaves out counts of 0.
private struct ImportWords {
  private let report: ImportReport
  private let isDryRun: Bool

  init(_ report: ImportReport, isDryRun: Bool) {
    self.report = report
    self.isDryRun = isDryRun
  }

  func output(in traits: Traits) -> Output {
    var pairs: [KeyValueList.Pair] = []
    for input in report.inputs {
      let owner = input.owner.map { " of @\($0.text)" } ?? ""
      pairs.append(.init(SafeText(input.format), SafeText("\(input.path)\(owner)")))
    }
    for kind in ContentKind.allCases where report[kind].read > 0 {
      let counts = report[kind]
      let parts = [
        (counts.added, isDryRun ? "would be added" : "added"),
        (counts.updated, isDryRun ? "would be updated" : "updated"),
        (counts.unchanged, "unchanged"), (counts.refused, "refused"),
      ]
      pairs.append(.init(SafeText(kind.rawValue), words(parts)))
    }
    if report.placeholders > 0 {
      pairs.append(.init("placeholders", SafeText(Magnitude.exact(report.placeholders))))
    }
    if !report.skipped.isEmpty { pairs.append(.init("skipped", words(reasons(report.skipped)))) }
    if !report.changed.isEmpty { pairs.append(.init("changed", words(reasons(report.changed)))) }
    if !report.hasChanges { pairs.append(.init("result", "nothing is new")) }
    if isDryRun { pairs.append(.init("dry run", "true")) }
    return KeyValueList(pairs).output(in: traits)
  }

  private func reasons<Reason: RawRepresentable<String>>(
    _ numbers: [Reason: Int]
  ) -> [(Int, String)] {
    numbers.sorted { $0.key.rawValue < $1.key.rawValue }.map { reason, number in
      (number, String(reason.rawValue.map { $0 == "_" ? " " : $0 }))
    }
  }

  private func words(_ parts: [(Int, String)]) -> SafeText {
    SafeText(
      parts.filter { $0.0 > 0 }.map { "\(Magnitude.exact($0.0)) \($0.1)" }.joined(separator: ", "))
  }
}
