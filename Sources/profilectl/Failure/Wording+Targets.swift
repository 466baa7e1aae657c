import Services

/// Copies of the database that can't be made.
extension Wording {
  static func failure(for trouble: ServiceError.TargetTrouble, at path: String) -> Failure {
    let name = quoted(path)
    let look = Hint.other(["ls", "-ld", shown(path)])
    let info = Hint.command(["--db", shown(path), "info"])
    let folder = Hint.other(["ls", "-ld", shown(folder(of: path))])
    let (code, sentence, hint): (ErrorCode, String, Hint?) =
      switch trouble {
      case .database:
        (.cannotCreate, "\(name) is the database itself or belongs to it.", look)
      case .link: (.cannotCreate, "\(name) is a link, and is not followed.", look)
      case .notRegular:
        (.cannotCreate, "\(name) is a folder, a pipe or a device.", look)
      case .exists:
        (.cannotCreate, "\(name) is there already and was left as it is.", look)
      case .foreignLog:
        (
          .cannotCreate, "The log of a database that is gone lies beside \(name).",
          .other(["ls", "-l", shown(path) + "-wal", shown(path) + "-journal"])
        )
      case .openDatabase:
        (.cannotCreate, "\(name) is a database that is in use, or whose log was left behind.", info)
      case .busy(let seconds):
        (.busy, "Others were at work on \(name) for \(count(seconds, "second")).", look)
      case .diskFull:
        (.diskFull, "The disk is full; \(name) was not written.", .other(["df", "-h"]))
      case .sizeLimit:
        (.ioError, "\(name) would become larger than your files may be.", .other(["ulimit", "-f"]))
      case .unreadable:
        (.ioError, "\(name) could not be read back as it was written.", .other(["df", "-h"]))
      case .impossible(let reason):
        (.cannotCreate, "\(name) can't be created: \(shown(reason)).", folder)
      case .failed(let reason):
        (.ioError, "\(name) was not written: \(shown(reason)).", look)
      case .unsettled(let reason):
        (
          .ioError,
          "\(name) is written, but it is not known whether that lasts: \(shown(reason)).", look
        )
      }
    return Failure(code, sentence, hint: hint, input: path)
  }
}
