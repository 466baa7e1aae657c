import CommandLine
import Files
import Model
import Storage
import Terminal

/// Words for a database that can't be read or written, and for files that can't be created.
struct StorageErrorWords {
  private let context: FailureContext

  init(_ context: FailureContext) {
    self.context = context
  }

  func failure(for error: StorageError) -> Failure {
    switch error {
    case .file(let reason) where context.database?.isServer == true:
      ServerErrorWords(context).failure(for: reason)
    case .file(let reason): failure(for: reason)
    case .server(let reason): ServerErrorWords(context).failure(for: reason)
    case .migration(let refusal): ServerErrorWords(context).failure(for: refusal)
    case .unsupported(let operation): ServerErrorWords(context).failure(for: operation)
    case .busy(let seconds):
      Failure(
        .busy,
        "\(database) \(seconds == 0 ? "is busy" : "was busy for \(Phrases.count(seconds, "second"))")"
          + "\(nothingSaved).",
        hint: waiting(after: seconds))
    case .failed(let reason, let saved): failure(for: reason, saved)
    case .noMomentLeft:
      Failure(
        .badValue,
        "There are too few moments without a post from then to the end of the year 9999.",
        hint: .question([context.command?.name ?? "post", "--help"]))
    case .target(let path, let reason): failure(for: reason, at: path)
    case .badQuery(let fault):
      UsageErrorWords(in: context).failure(QueryErrorWords.sentence(for: fault))
    case .foreignCursor(let cursor):
      UsageErrorWords(in: context).failure(
        "The cursor '\(cursor.text)' belongs to another list.", input: cursor.text)
    case .sharing(let refusal): SharingErrorWords(context).failure(for: refusal)
    // The wait reports the signal itself; this error comes too late.
    case .interrupted: FailureWords.bug("a wait was given up without a signal")
    case .internal(let description): FailureWords.bug(description)
    }
  }

  private var database: String { path.map { "The database \(quoted($0))" } ?? "The database" }
  private var path: String? { context.database?.shown }

  /// The same line with more patience.
  private func waiting(after seconds: Int) -> Hint? {
    context.hint(
      applying:
        .addOption(GlobalOptions.wait.shape.spelled, value: "\(max(60, seconds * 2))"))
  }

  private func failure(for reason: StorageError.FileReason) -> Failure {
    switch reason {
    case .obstructed(let path, let obstruction): return failure(for: obstruction, at: path)
    case .cannotCreate(.impossible): break
    case .cannotCreate(let reason): if let path { return failure(for: reason, at: path) }
    default: break
    }
    let (code, predicate, hint) = words(for: reason)
    return Failure(
      code, "\(database) \(predicate).", hint: hint, input: path)
  }

  private func words(
    for reason: StorageError.FileReason
  ) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    let look = path.map { Hint.other(["ls", "-l"], about: [$0]) }
    let isThere = path.map(FolderNames.isThere) == true
    let place = isThere ? look : path.flatMap(Hint.look(atFolderOf:))
    let chosen = Hint.help("environment")
    // `init` migrates a file that `doctor` refuses as too old, and may be the first to find damage.
    let needsSalvage = context.facts.contains(.findsDamage)
    // The database of a migration is no option of the line.
    let isOperand = context.facts.contains(.namesDatabases)
    let examination: Hint =
      isOperand
      ? .other(["profilectl", "--db", path ?? "", "doctor", "--deep"])
      : .command(["doctor", "--deep"])
    return switch reason {
    case .missing:
      // A link to nothing is there.
      (.databaseMissing, "does not exist", isThere ? look : creation)
    case .foreign: (.databaseForeign, "is not a profilectl database", chosen)
    case .newer(let version):
      (
        .databaseNewer, "was written by a newer profilectl, in version \(version) of its form",
        .question(["--version"])
      )
    case .older(let version): older("is in version \(version) of its form")
    case .tampered:
      (.databaseTampered, "has a structure that profilectl did not give it", .salvage)
    case .damaged:
      (.databaseDamaged, "is damaged", needsSalvage ? .salvage : examination)
    case .lost:
      (.databaseDamaged, "is damaged, and nothing can be read of it any more", look)
    case .notPermitted, .obstructed:
      (.notPermitted, "may not be opened by you" + nothingSaved, look)
    case .unusable(let reason): (.notPermitted, "can't be used: \(shown(reason))", look)
    case .tooManyFiles:
      (.ioError, "can't be opened: too many files are open" + nothingSaved, .limit("-n"))
    case .watchesUsedUp: StorageErrorWords.watchesUsedUp
    case .readOnly: readOnly(look)
    case .cannotCreate(.impossible(let reason)):
      (.cannotCreate, "can't be created: \(shown(reason))", place)
    case .cannotCreate: (.cannotCreate, "can't be created", chosen)
    }
  }

  /// An older file; a file that can't be written here is migrated as a copy.
  private func older(_ form: String) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    let places = path.map { [$0, FolderNames.folder(of: $0)] } ?? []
    if let path, places.contains(where: FolderNames.isClosed) {
      return (
        .databaseOlder, "\(form) and can't be written here; 'profilectl init' updates a copy",
        .other(["cp"], about: [path, FolderNames.free("copy", ".db")])
      )
    }
    return (
      .databaseOlder, "\(form); the next command that writes brings it up to date",
      .command(["init"])
    )
  }

  private static let watchesUsedUp: (code: ErrorCode, predicate: String, hint: Hint?) = (
    .ioError, "can't be watched: other programs watch as many files as the system allows",
    .other(["sysctl", "fs.inotify"])
  )

  private func readOnly(
    _ look: Hint?
  ) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    let end = nothingSaved
    guard let path else { return (.readOnly, "can't be written" + end, look) }
    if FolderNames.isOnReadOnlyDisk(path) {
      let mount = Hint.other(["findmnt", "-T"], about: [path])
      return (.readOnly, "can't be written: its disk is read-only" + end, mount)
    }
    let files = Engines.paths(of: path)
    let folder = FolderNames.folder(of: files[0])
    if FolderNames.isClosed(folder), !files.contains(where: FolderNames.isClosed) {
      let owner = Hint.attributes(of: folder)
      return (.readOnly, "can't be written: its folder may not be written by you" + end, owner)
    }
    return (.readOnly, "can't be written" + end, look)
  }

  /// The line that creates the database, and in it the acting user if one was named.
  private var creation: Hint? {
    let isOfOther = SideFiles.endings.contains { path?.hasSuffix($0) == true }
    if isOfOther { return .help("environment") }
    if let path, !context.facts.isDisjoint(with: .needsDatabase) { return .look(for: path) }
    let folder = FolderNames.folder(of: path ?? "")
    if context.database?.ownFolder == nil, !FolderNames.isFolder(folder) {
      let canBeMade = FolderNames.isFolder(FolderNames.nearest(to: folder))
      return canBeMade ? .other(["mkdir", "-p"], about: [folder]) : .help("environment")
    }
    return .command(
      context.suggestedUser.map { ["create-user", $0.text] } ?? Phrases.firstUser)
  }

  private func failure(
    for obstruction: SideFiles.Obstruction, at path: String
  ) -> Failure {
    let reason =
      switch obstruction {
      case .link: "is a link, and is not followed"
      case .notRegular: Phrases.notPlain
      case .foreign: "is not what profilectl put there"
      case .ofAnother: "does not belong to it or is damaged"
      case .forbidden: "may not be opened by you"
      }
    let isOfAnother = obstruction == .ofAnother
    return Failure(
      isOfAnother ? .databaseTampered : .notPermitted,
      "\(quoted(path)), beside the database, \(reason)\(nothingSaved).",
      hint: isOfAnother
        ? .other(["mv", "-n"], about: [path, FolderNames.free("\(path)-aside", "")])
        : .attributes(of: path),
      input: path)
  }

  private func failure(
    for reason: StorageError.SystemRefusal, _ saved: StorageError.Saved
  ) -> Failure {
    let outcome =
      switch saved {
      case .nothing: nothingSaved
      case .unknown: Phrases.savedUnknown
      }
    return switch reason {
    case .diskFull where context.database?.isServer == true:
      Failure(.diskFull, "The disk of the server is full\(outcome).")
    case .diskFull: Failure(.diskFull, "The disk is full\(outcome).", hint: .diskSpace)
    case .connection:
      Failure(.serverUnreachable, "The connection to the server broke\(outcome).", input: path)
    case .noAnswer:
      Failure(.busy, "The server did not answer in time\(outcome).", input: path)
    case .sizeLimit:
      Failure(
        .ioError,
        "\(database) would become larger than your files may be\(outcome).",
        hint: .limit("-f"))
    case .memoryShort:
      Failure(.ioError, "Memory is short\(outcome).", hint: .limit("-v"))
    case .system:
      Failure(
        .ioError, "\(database) could not be read or written\(outcome).",
        hint: .diskSpace)
    case .moved:
      Failure(
        .databaseMoved,
        "\(database) was moved or replaced while it was open, or its log was\(outcome).",
        hint: .command(["info"]), input: path)
    }
  }

  func failure(for error: FaultsFound) -> Failure {
    error.isOfSalvage
      ? Failure(.databaseDamaged, "\(database) could not be saved whole.")
      : Failure(
        .databaseDamaged, "\(database) has faults.",
        hint: .command(["doctor", "--deep"]))
  }

  /// The end of a sentence about a failed change; empty if the line requested no change.
  var nothingSaved: String {
    if !context.writeScope.isOfChanges { return "" }
    return context.saved == .nothing ? "; nothing was saved" : "; nothing more was saved"
  }
}

/// Files that can't be created.
extension StorageErrorWords {
  private func failure(
    for reason: TargetReason, at path: String
  ) -> Failure {
    let name = quoted(path)
    // A repair copies the file first.
    let (unwritten, end) = ("\(name) was not written", nothingSaved + ".")
    let (code, sentence): (ErrorCode, String) =
      switch reason {
      case .database: (.cannotCreate, "\(name) is the database itself or belongs to it.")
      case .companion:
        (.cannotCreate, "\(name) has the name of a file that lies beside a database.")
      case .link: (.cannotCreate, "\(name) is a link, and is not followed.")
      case .notRegular: (.cannotCreate, "\(name) \(Phrases.notPlain).")
      case .exists: (.cannotCreate, "\(name) is there already and was left as it is.")
      case .foreignLog:
        (
          .cannotCreate,
          "\(name) can't be created: the log of a database that is no longer there lies beside it."
        )
      case .openDatabase:
        (.cannotCreate, "\(name) is a database that is in use, or whose log still exists.")
      case .busy(let seconds):
        (
          .busy,
          "\(unwritten): other processes used it for \(Phrases.count(seconds, "second"))\(end)"
        )
      case .diskFull: (.diskFull, "The disk is full; \(unwritten)\(end)")
      case .sizeLimit:
        (.ioError, "\(unwritten): it would become larger than your files may be\(end)")
      case .memoryShort: (.ioError, "Memory is short; \(unwritten)\(end)")
      case .tooManyFiles: (.ioError, "Too many files are open; \(unwritten)\(end)")
      case .unreadable: (.ioError, "\(name) could not be read back as it was written.")
      case .folderMissing:
        (.cannotCreate, "\(name) can't be created: its folder does not exist.")
      case .impossible(let reason): (.cannotCreate, "\(name) can't be created: \(shown(reason)).")
      case .failed(let reason): (.ioError, "\(unwritten): \(shown(reason))\(end)")
      case .unsynced(let reason):
        (
          .ioError,
          "\(name) is written, but it is not known whether that lasts: \(shown(reason))."
        )
      }
    return Failure(code, sentence, hint: hint(for: reason, at: path), input: path)
  }

  private func hint(
    for reason: TargetReason, at path: String
  ) -> Hint? {
    switch reason {
    case .foreignLog: look(atLogsOf: path)
    case .openDatabase: shown(path) == path ? .command(["--db", path, "info"]) : nil
    case .busy(let seconds): waiting(after: seconds)
    case .diskFull, .unreadable: .diskSpace
    case .sizeLimit: .limit("-f")
    case .folderMissing: .other(["mkdir", "-p"], about: [FolderNames.folder(of: path)])
    case .memoryShort: .limit("-v")
    case .tooManyFiles: .limit("-n")
    case .companion: nil
    case .impossible, .failed: .look(atFolderOf: path)
    case .database where context.facts.contains(.salvages): .salvage
    case .exists where context.facts.contains(.salvages): .salvage
    case .database where context.facts.contains(.backsUp):
      .command(["backup", FolderNames.free("backup", ".db")])
    case .database, .link, .notRegular, .exists, .unsynced:
      .attributes(of: path)
    }
  }

  private func look(atLogsOf path: String) -> Hint {
    let logs = [path + "-wal", path + "-journal"].filter(FolderNames.isThere)
    return logs.isEmpty
      ? .look(at: FolderNames.folder(of: path)) : .other(["ls", "-l"], about: logs)
  }
}
