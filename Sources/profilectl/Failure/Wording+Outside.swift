import CommandLine
import Files
import Terminal

/// Words for refusals of streams, files and the environment.
extension Wording {
  static func unstartedPager(in variable: String) -> String {
    "Note: The pager in \(variable) can't be started."
  }

  static func failure(for error: ConsoleError, isSaved: Bool) -> Failure {
    let (stream, reason) =
      switch error {
      case .closedPipe(let stream): (stream, "its reader has gone")
      case .interrupted(let stream): (stream, "its reader does not read")
      case .failed(let stream, let code): (stream, FileError.words(for: code))
      }
    if stream == .input {
      return Failure(.ioError, "Standard input could not be read: \(reason).")
    }
    return isSaved
      ? Failure(.outputFailed, "Saved, but the confirmation could not be written: \(reason).")
      : Failure(.outputFailed, "The answer could not be written: \(reason).")
  }

  static func failure(for error: InputError, in context: FailureContext) -> Failure {
    // The place of a line says already where it stands.
    let isPlaced = context.place != nil
    switch error {
    case .lineTooLong(let line, let limit):
      let line = isPlaced ? "The line" : "Line \(line) of standard input"
      return Failure(.badLine, "\(line) is longer than \(count(limit, "byte")).")
    case .endlessLine(let line, let limit):
      let line = isPlaced ? "The line" : "Line \(line) of standard input"
      return Failure(
        .badLine, "\(line) has no end within \(count(limit, "byte")); no more was read.")
    case .tooLong(let limit):
      return Failure(.badValue, "Standard input is larger than \(count(limit, "byte")).")
    case .failed(let code):
      let input = isPlaced ? "The script" : "Standard input"
      return Failure(.ioError, "\(input) could not be read: \(FileError.words(for: code)).")
    }
  }

  static func failure(for error: FileError) -> Failure {
    let path = error.path
    return switch error.reason {
    case .notPlain, .excluded:
      Failure(
        .badConfig, "\(quoted(path)) is a link or something else than profilectl put there.",
        hint: .other(["ls", "-ld"], about: [path]), input: path)
    case .tooLarge(let limit):
      Failure(
        .badConfig, "\(quoted(path)) is larger than \(count(limit, "byte")).",
        hint: .other(["ls", "-l"], about: [path]), input: path)
    case .system:
      Failure(
        error.isFullDisk ? .diskFull : error.isPermission ? .notPermitted : .ioError,
        "\(quoted(path)) can't be used: \(error.words).",
        hint: error.isFullDisk ? .other(["df", "-h"]) : look(at: path), input: path)
    }
  }

  static func failure(
    for trouble: LineSplitter.SplitError, in context: FailureContext
  ) -> Failure {
    switch trouble {
    case .openQuote(let quote, let position):
      Failure(
        .badLine, "The quote \(quote) at byte \(position + 1) is never closed.",
        hint: againAsOneText(context) ?? .help("scripting"))
    case .notUTF8(let position):
      Failure(
        .badLine, "The line is not valid UTF-8 at byte \(position + 1).",
        hint: .help("scripting"))
    case .openEscape:
      Failure(
        .badLine, "The line ends in a backslash with nothing behind it.",
        hint: .help("scripting"))
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Where to look for a file that is not there.
  static func look(for path: String) -> Hint {
    .other(["ls"], about: [FolderNames.nearest(to: folder(of: path))])
  }

  /// What to look at where a file can't be made or read.
  static func look(at path: String) -> Hint {
    let nearest = FolderNames.nearest(to: path)
    return .other(
      FolderNames.isOnReadOnlyDisk(nearest) ? ["findmnt", "-T"] : ["ls", "-ld"], about: [nearest])
  }

  /// Where to look where a file can't be made; nowhere, if its name, or that of a file beside it,
  /// is too long.
  static func look(atFolderOf path: String) -> Hint? {
    let isTooLong = FolderNames.companionEndings.contains { FolderNames.isTooLong(path + $0) }
    return isTooLong ? nil : look(at: folder(of: path))
  }

  static func failure(for trouble: ScriptError) -> Failure {
    switch trouble {
    case .missing(let path):
      Failure(
        .fileMissing, "There is no script \(quoted(path)).",
        hint: look(for: path), input: path)
    case .isFolder(let path):
      Failure(
        .fileMissing, "\(quoted(path)) is a folder, and no script.",
        hint: .other(["ls"], about: [path]), input: path)
    case .isDatabase(let path):
      Failure(
        .badLine, "The script \(quoted(path)) is the database itself.",
        hint: .help("scripting"), input: path)
    case .unreadable(let error):
      Failure(
        error.isPermission ? .notPermitted : .ioError,
        "The script \(quoted(error.path)) can't be read: \(error.words).",
        hint: look(at: error.path), input: error.path)
    case .tooDeep(let path):
      Failure(
        .usage, "The script \(quoted(path)) would run inside itself, or too deep in others.",
        input: path)
    case .noThread:
      Failure(
        .ioError, "No script can be run: too much is running, or memory is short.",
        hint: .other(["ulimit", "-a"]))
    }
  }

  static func failure(for error: HomeUnknown) -> Failure {
    Failure(
      .badConfig, "Neither HOME nor \(error.instead) says where files of your own go.",
      hint: .help("environment"), input: error.instead)
  }

  static func notText(_ error: Environment.NotText) -> Failure {
    Failure(
      .badConfig, "The environment variable \(error.name) is not valid UTF-8.",
      hint: .help("environment"), input: error.name)
  }

  static func bug(_ description: String) -> Failure {
    Failure(
      .internal, "profilectl made a mistake of its own: \(shown(description)).",
      hint: .question(["--version"]))
  }

  static func failure(for error: RefusedVariable, in context: FailureContext) -> Failure {
    let name = error.refusal.parameter
    let input = error.refusal.input
    let message =
      switch error.refusal.reason {
      case .breach(let breach): "\(name): \(sentence(for: breach, input: input))"
      case .unreadable(let form): sentence(for: form, error.refusal, place: name, context)
      }
    return Failure(
      .badConfig, message, hint: .help("environment"), input: input)
  }
}
