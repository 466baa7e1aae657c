import CommandLine
import Services
import Terminal

/// Files that can't be made.
extension Wording {
  static func failure(
    for trouble: ServiceError.TargetTrouble, at path: String, in context: FailureContext
  ) -> Failure {
    let name = quoted(path)
    // What is to be repaired is copied first.
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
    for trouble: ServiceError.TargetTrouble, at path: String, in context: FailureContext
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
    case .exists where context.declaration?.name == DoctorCommand.name: salvage
    case .database, .link, .notRegular, .exists, .unsettled:
      .other(["ls", "-ld"], about: [path])
    }
  }

  private static func look(atLogsOf path: String) -> Hint {
    let logs = [path + "-wal", path + "-journal"].filter(FolderNames.isThere)
    return logs.isEmpty ? look(at: folder(of: path)) : .other(["ls", "-l"], about: logs)
  }
}
