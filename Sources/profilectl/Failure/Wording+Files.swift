import CommandLine
import Model
import Services
import Storage
import Terminal

/// What is wrong with the database as a file.
extension Wording {
  static func failure(
    for trouble: StorageError.FileReason, in context: FailureContext
  ) -> Failure {
    if case .obstructed(let path, let obstruction) = trouble {
      return failure(for: obstruction, at: path, in: context)
    }
    if let path = context.database, let trouble = StorageError.TargetReason(trouble) {
      return failure(for: trouble, at: path, in: context)
    }
    let (code, predicate, hint) = words(for: trouble, context)
    return Failure(
      code, "\(database(context)) \(predicate).", hint: hint, input: context.database)
  }

  private static func words(
    for trouble: StorageError.FileReason, _ context: FailureContext
  ) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    let look = context.database.map { Hint.other(["ls", "-l"], about: [$0]) }
    let isThere = context.database.map(FolderNames.isThere) == true
    let place = isThere ? look : context.database.flatMap(Wording.look(atFolderOf:))
    let chosen = Hint.help("environment")
    let isDoctor = context.declaration?.name == "doctor"
    return switch trouble {
    case .missing:
      // A link to nothing is there.
      (.databaseMissing, "does not exist", isThere ? look : creation(context))
    case .foreign: (.databaseForeign, "is not a profilectl database", chosen)
    case .newer(let version):
      (
        .databaseNewer, "was written by a newer profilectl, in version \(version) of its form",
        .question(["--version"])
      )
    case .tampered:
      (.databaseTampered, "has a structure that profilectl did not give it", salvage)
    case .damaged:
      (
        .databaseDamaged, "is damaged",
        isDoctor ? salvage : .command(["doctor", "--deep"])
      )
    case .lost:
      (.databaseDamaged, "is damaged, and nothing can be read of it any more", look)
    case .notPermitted, .obstructed:
      (.notPermitted, "may not be opened by you" + nothingSaved(in: context), look)
    case .unusable(let reason): (.notPermitted, "can't be used: \(shown(reason))", look)
    case .tooManyFiles:
      (
        .ioError, "can't be opened: too many files are open" + nothingSaved(in: context),
        .other(["ulimit", "-n"])
      )
    case .watchesUsedUp: watchesUsedUp
    case .readOnly: readOnly(context, look)
    case .cannotCreate(let reason):
      (.cannotCreate, "can't be created: \(shown(reason))", place)
    case .folderMissing, .companion, .foreignLog: (.cannotCreate, "can't be created", chosen)
    }
  }

  private static let watchesUsedUp: (code: ErrorCode, predicate: String, hint: Hint?) = (
    .ioError, "can't be watched: other programs watch as many files as the system allows",
    .other(["sysctl", "fs.inotify"])
  )

  private static func readOnly(
    _ context: FailureContext, _ look: Hint?
  ) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    let end = nothingSaved(in: context)
    guard let path = context.database else { return (.readOnly, "can't be written" + end, look) }
    if FolderNames.isOnReadOnlyDisk(path) {
      let mount = Hint.other(["findmnt", "-T"], about: [path])
      return (.readOnly, "can't be written: its disk is read-only" + end, mount)
    }
    let files = Engines.paths(of: path)
    let folder = folder(of: files[0])
    if FolderNames.isClosed(folder), !files.contains(where: FolderNames.isClosed) {
      let owner = Hint.other(["ls", "-ld"], about: [folder])
      return (.readOnly, "can't be written: its folder may not be written by you" + end, owner)
    }
    return (.readOnly, "can't be written" + end, look)
  }

  /// The last resort: what can be read goes to a file that is not there yet.
  static var salvage: Hint {
    .command(["doctor", "--salvage", FolderNames.free("rescued", ".db")])
  }

  /// The way to a database: whoever was to act is created first.
  private static func creation(_ context: FailureContext) -> Hint {
    let isCompanion = FolderNames.companionEndings.contains {
      context.database?.hasSuffix($0) == true
    }
    if isCompanion { return .help("environment") }
    let rescues = ["doctor", "backup"]
    if let command = context.declaration?.name, rescues.contains(command),
      let path = context.database
    {
      return look(for: path)
    }
    let folder = folder(of: context.database ?? "")
    if !context.isInOwnFolder, !FolderNames.isFolder(folder) {
      let canBeMade = FolderNames.isFolder(FolderNames.nearest(to: folder))
      return canBeMade ? .other(["mkdir", "-p"], about: [folder]) : .help("environment")
    }
    return .command(
      context.somebody.map { ["create-user", $0.text] } ?? firstUser)
  }

  private static func failure(
    for obstruction: StorageError.Obstruction, at path: String, in context: FailureContext
  ) -> Failure {
    let reason =
      switch obstruction {
      case .link: "is a link, and is not followed"
      case .notRegular: notPlain
      case .foreign: "is not what profilectl put there"
      case .ofAnother: "does not belong to it or is damaged"
      case .forbidden: "may not be opened by you"
      }
    let isOfAnother = obstruction == .ofAnother
    return Failure(
      isOfAnother ? .databaseTampered : .notPermitted,
      "\(quoted(path)), beside the database, \(reason)\(nothingSaved(in: context)).",
      hint: isOfAnother
        ? .other(["mv", "-n"], about: [path, FolderNames.free("\(path)-aside", "")])
        : .other(["ls", "-ld"], about: [path]),
      input: path)
  }

  static func failure(
    for trouble: StorageError.Failure, _ saved: StorageError.Saved,
    in context: FailureContext
  ) -> Failure {
    let outcome =
      switch saved {
      case .nothing: nothingSaved(in: context)
      case .unknown: savedUnknown
      }
    return switch trouble {
    case .diskFull: Failure(.diskFull, "The disk is full\(outcome).", hint: .other(["df", "-h"]))
    case .sizeLimit:
      Failure(
        .ioError,
        "\(database(context)) would become larger than your files may be\(outcome).",
        hint: .other(["ulimit", "-f"]))
    case .memoryShort:
      Failure(.ioError, "Memory is short\(outcome).", hint: .other(["ulimit", "-v"]))
    case .system:
      Failure(
        .ioError, "\(database(context)) could not be read or written\(outcome).",
        hint: .other(["df", "-h"]))
    case .moved:
      Failure(
        .databaseMoved,
        "\(database(context)) was moved or replaced while it was open, or its log was\(outcome).",
        hint: context.database.map { .other(["ls", "-l"], about: [$0]) },
        input: context.database)
    }
  }

  static func failure(for error: FaultsFound, in context: FailureContext) -> Failure {
    error.isOfSalvage
      ? Failure(.databaseDamaged, "\(database(context)) could not be saved whole.")
      : Failure(
        .databaseDamaged, "\(database(context)) has faults.",
        hint: .command(["doctor", "--deep"]))
  }

  static let savedUnknown = "; it is not known whether the change was saved"

  /// The end of a sentence about a change that failed; nothing where none was asked for.
  static func nothingSaved(in context: FailureContext) -> String {
    if !context.reach.isOfChanges { return "" }
    return context.saved == .nothing ? "; nothing was saved" : "; nothing more was saved"
  }
}

extension StorageError.TargetReason {
  /// The words for any file that can't be made; nil if only databases have the reason.
  fileprivate init?(_ trouble: StorageError.FileReason) {
    switch trouble {
    case .folderMissing: self = .folderMissing
    case .companion: self = .companion
    case .foreignLog: self = .foreignLog
    default: return nil
    }
  }
}

/// Files that can't be made.
extension Wording {
  static func failure(
    for trouble: StorageError.TargetReason, at path: String, in context: FailureContext
  ) -> Failure {
    let name = quoted(path)
    // A repair copies the file first.
    let (unwritten, end) = ("\(name) was not written", nothingSaved(in: context) + ".")
    let (code, sentence): (ErrorCode, String) =
      switch trouble {
      case .database: (.cannotCreate, "\(name) is the database itself or belongs to it.")
      case .companion:
        (.cannotCreate, "\(name) has the name of a file that lies beside a database.")
      case .link: (.cannotCreate, "\(name) is a link, and is not followed.")
      case .notRegular: (.cannotCreate, "\(name) \(notPlain).")
      case .exists: (.cannotCreate, "\(name) is there already and was left as it is.")
      case .foreignLog:
        (
          .cannotCreate,
          "\(name) can't be created: the log of a database that is no longer there lies beside it."
        )
      case .openDatabase:
        (.cannotCreate, "\(name) is a database that is in use, or whose log was left behind.")
      case .busy(let seconds):
        (.busy, "\(unwritten): others were at work beside it for \(count(seconds, "second"))\(end)")
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
      case .unsettled(let reason):
        (
          .ioError,
          "\(name) is written, but it is not known whether that lasts: \(shown(reason))."
        )
      }
    return Failure(code, sentence, hint: hint(for: trouble, at: path, in: context), input: path)
  }

  private static func hint(
    for trouble: StorageError.TargetReason, at path: String, in context: FailureContext
  ) -> Hint? {
    switch trouble {
    case .foreignLog: look(atLogsOf: path)
    case .openDatabase: shown(path) == path ? .command(["--db", path, "info"]) : nil
    case .busy(let seconds): again(context, waiting: max(60, seconds * 2))
    case .diskFull, .unreadable: .other(["df", "-h"])
    case .sizeLimit: .other(["ulimit", "-f"])
    case .folderMissing: .other(["mkdir", "-p"], about: [folder(of: path)])
    case .memoryShort: .other(["ulimit", "-v"])
    case .tooManyFiles: .other(["ulimit", "-n"])
    case .companion: nil
    case .impossible, .failed: look(atFolderOf: path)
    case .exists where context.declaration?.name == "doctor": salvage
    case .database, .link, .notRegular, .exists, .unsettled:
      .other(["ls", "-ld"], about: [path])
    }
  }

  private static func look(atLogsOf path: String) -> Hint {
    let logs = [path + "-wal", path + "-journal"].filter(FolderNames.isThere)
    return logs.isEmpty ? look(at: folder(of: path)) : .other(["ls", "-l"], about: logs)
  }
}
