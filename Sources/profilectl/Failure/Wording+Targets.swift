import Services

/// Copies of the database that can't be made.
extension Wording {
  static func failure(for trouble: ServiceError.TargetTrouble, at path: String) -> Failure {
    let look = "ls -ld \(ShellWord.quoted(shown(path)))"
    let (code, sentence, hint): (ErrorCode, String, String?) =
      switch trouble {
      case .database:
        (.cannotCreate, "\(quoted(path)) is the database itself or belongs to it.", look)
      case .link: (.cannotCreate, "\(quoted(path)) is a link, and is not followed.", look)
      case .notRegular:
        (.cannotCreate, "\(quoted(path)) is a folder, a pipe or a device.", look)
      case .exists:
        (.cannotCreate, "\(quoted(path)) is there already and was left as it is.", look)
      case .foreignLog:
        (.cannotCreate, "The log of a database that is in use lies beside \(quoted(path)).", look)
      case .diskFull:
        (.diskFull, "The disk is full; \(quoted(path)) was not written.", "df -h")
      case .sizeLimit:
        (
          .ioError, "\(quoted(path)) would become larger than your files may be.", "ulimit -f"
        )
      case .unreadable:
        (.ioError, "\(quoted(path)) could not be read back as it was written.", "df -h")
      case .impossible(let reason):
        (.cannotCreate, "\(quoted(path)) can't be created: \(shown(reason)).", look)
      case .failed(let reason):
        (.ioError, "\(quoted(path)) can't be written: \(shown(reason)).", look)
      case .unsettled(let reason):
        (
          .ioError,
          "\(quoted(path)) is written, but it is not known whether that lasts: \(shown(reason)).",
          look
        )
      }
    return Failure(code, sentence, hint: hint, input: path)
  }
}
