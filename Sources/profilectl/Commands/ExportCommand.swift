import CommandLine
import Exchange
import Model
import Rendering
import Services
import Storage
import Terminal

/// `export`: writes the network, or one user, in a format for other programs.
struct ExportCommand: DeclaredCommand {
  static let name = "export"
  static let path = Operand(
    .file, named: "path|-", "The file or folder to create, or - for standard output.")
  static let to = Option<ExportFormat?>(
    "to", .choice(ExportFormat.all, "format") { $0.name },
    "The format, unless the path ends in .ndjson, .graphml, .gexf or .dot.")
  static let user = Option<Handle?>("user", .handle, "Export only the data of this user.")
  static let domain = Option<String?>(
    "domain", .host, "Give people and posts addresses on this host.")
  static let includePrivate = Switch("include-private", "Include private posts.")
  static let declaration = Declaration(
    name, "Export the network, or the data of one user.",
    discussion: """
      ndjson is complete: imported into an empty network, it makes the same network with the same \
      numbers. site is a folder of linked pages; open index.html in a browser. csv is a folder of \
      tables and pictures. edges, graphml, gexf and dot hold the follows. accounts, jsonfeed, \
      atom, rss, activitystreams and twtxt hold the data of one user: --user, else you.

      Private posts are left out unless you give --include-private. For ndjson, that option also \
      includes mutes, bookmarks, reports and read marks. accounts leaves out people without an \
      address on another server, unless --domain gives them one.

      A file or folder appears only when it is complete. On a terminal, the command asks before it \
      replaces one; elsewhere it needs --yes. It replaces a folder only if it is empty or an \
      export. Only you can read an export. Others can read a site without private posts, as far as \
      the umask allows.
      """,
    group: .file, operands: [path.shape],
    options: [
      to.shape, user.shape, domain.shape, includePrivate.shape, WriteOptions.dryRun.shape,
    ],
    fields: RecordKind.exportReport.keys, standsAlone: true,
    examples: [
      .init("profilectl export everything.ndjson", "the whole network"),
      .init("profilectl export album --to site", "linked pages; open album/index.html"),
      .init("profilectl export graph.gexf", "for Gephi"),
      .init("profilectl export tables --to csv", "for a spreadsheet"),
      .init("profilectl export - --to twtxt --user alice", "one user, to standard output"),
    ])

  private let path: String
  private let format: ExportFormat
  private let user: Handle?
  private let domain: String?
  private let includesPrivate: Bool
  private let isDryRun: Bool

  static func writeScope(of parsed: Parsed) -> WriteScope {
    (try? parsed.value(of: path)) == "-" ? .nothing : .ownFile
  }

  init(_ parsed: Parsed) throws {
    path = try parsed.value(of: Self.path)
    user = try parsed.value(of: Self.user)
    domain = try parsed.value(of: Self.domain)
    includesPrivate = parsed.value(of: Self.includePrivate)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
    guard let format = try parsed.value(of: Self.to) ?? ExportFormat.ending(path) else {
      throw UsageError(.noFormat(option: Self.to.shape.spelled), at: Token.word(path))
    }
    if format.isFolder, path == "-" {
      throw UsageError(.needsFolder(format: format.name), at: Token.word(path))
    }
    self.format = format
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let network = try context.network()
    var scope = ExportScope(includesPrivate: includesPrivate)
    if user != nil || format.isOfUser {
      let viewer = user == nil ? try context.viewer() : .nobody
      scope.user = try network.users.profile(of: user, as: viewer).item.user.id
    }
    var target = path == "-" ? path : context.environment.path(path)
    while target.count > 1, target.hasSuffix("/") { target.removeLast() }
    if target != "-" {
      try network.file.checkIsApart(target)
      if !isDryRun { ExportOutput.recover(target) }
      switch ExportOutput.presence(of: target, isFolder: format.isFolder) {
      case .nothing: break
      case .replaceable where context.isConfirmed || isDryRun: break
      case .replaceable: return .asking(.replacing(target), "Replace '\(SafeText(target))'?")
      case .obstructed(let obstacle): throw ExchangeError.occupied(path: target, obstacle)
      }
    }
    Interruption.hold()
    do {
      return try write(network, scope, to: target, in: context)
    } catch ExchangeError.interrupted {
      throw ServiceError.storage(.interrupted)
    }
  }

  private func write(
    _ network: Network, _ scope: ExportScope, to target: String, in context: CommandContext
  ) throws -> CommandResult {
    let goesOn = { Interruption.pending == nil }
    let output =
      if isDryRun {
        ExportOutput(while: goesOn) { _ in }
      } else if target == "-" {
        ExportOutput(while: goesOn) { try context.streams.write(shown($0, in: context)) }
      } else {
        try ExportOutput(
          path: target, isFolder: format.isFolder,
          for: format.isForWeb && !includesPrivate ? .everyone : .owner, while: goesOn)
      }
    let export: Export
    let progress = context.progressReporter()
    defer { progress.finish() }
    do {
      let traits = context.traits
      let drawing = SiteDrawing(style: SiteDocument.style, script: SiteDocument.script) {
        SiteDocument($0, in: traits).bytes
      }
      export = try network.export { reading in
        let export = try Export(
          reading, scope: scope, domain: domain, to: output, drawing: drawing,
          progress: progress.report)
        try export.write(as: format)
        return export
      }
      if !isDryRun {
        if format.isFolder { progress.report(WorkProgress(.saving)) }
        try output.publish()
      }
    } catch {
      output.discard()
      throw error
    }
    if target == "-", !isDryRun { return CommandResult() }
    progress.finish()
    return try answer(export, at: target, in: context)
  }

  private func answer(
    _ export: Export, at target: String, in context: CommandContext
  ) throws -> CommandResult {
    let made = Record(export, path: target, format: format, includesPrivate: includesPrivate)
    let record = isDryRun ? made.ofDryRun : made
    return try Confirmation(context).answer(record, saved: isDryRun ? .nothing : .all) { traits in
      let leftOut = words(forLeftOutOf: export)
      let rest = record.only(record.keys.filter { $0 != "left_out" })
      let facts =
        leftOut.isEmpty
        ? rest : Record(keys: rest.keys + ["left_out"], values: rest.values + [.string(leftOut)])
      return KeyValueList(facts: facts, in: traits).output(in: traits)
    }
  }

  /// The bytes for standard output; on a terminal with escapes as in `--json`.
  ///
  /// The bytes end with a whole character, because formats append whole texts.
  private func shown(_ bytes: [UInt8], in context: CommandContext) -> [UInt8] {
    guard context.outputIsTerminal else { return bytes }
    return JSONText.escaped(String(decoding: bytes, as: UTF8.self)).bytes
  }

  /// The things that an export leaves out; empty if there are none.
  private func words(forLeftOutOf export: Export) -> String {
    let (posts, people) = (includesPrivate ? 0 : export.counts.privatePosts, export.withoutAddress)
    let parts = [
      posts > 0 ? Phrases.count(posts, "private post") : nil,
      people > 0 ? Phrases.count(people, "person", "people") + " without an address" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension Record {
  fileprivate init(
    _ export: Export, path: String, format: ExportFormat, includesPrivate: Bool
  ) {
    let counts = export.counts
    let leftOut = Record(
      keys: ["private", "no_address"],
      values: [
        .count(includesPrivate ? 0 : counts.privatePosts), .count(export.withoutAddress),
      ])
    self.init(
      .exportReport,
      [
        .string(path), .string(format.name), .count(counts.users), .count(counts.posts),
        .count(counts.pictures), .count(counts.follows), .count(counts.likes),
        .count(Int(export.output.byteCount)), .object(leftOut),
      ])
  }
}
