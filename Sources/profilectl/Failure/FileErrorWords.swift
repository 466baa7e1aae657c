import Files
import Model
import Rendering
import Terminal

/// An error that keeps a script from being read.
enum ScriptError: Error, Equatable {
  case missing(String)
  case isDatabase(String)
  case isFolder(String)
  case unreadable(FileError)
  /// Scripts may run scripts, but only to a limited depth.
  case tooDeep(String)
  /// The system can't start a thread to read lines.
  case noThread
}

/// Words for files of the user and of the program that can't be read or written.
enum FileErrorWords {
  static func failure(for error: FileError) -> Failure {
    let path = error.path
    return switch error.reason {
    case .notPlain, .excluded:
      Failure(
        .badConfig, "\(quoted(path)) is a link or something else than profilectl put there.",
        hint: .attributes(of: path), input: path)
    case .tooLarge(let limit):
      Failure(
        .badConfig, "\(quoted(path)) is larger than \(Magnitude.size(limit)).",
        hint: .other(["ls", "-l"], about: [path]), input: path)
    case .system:
      Failure(
        error.isFullDisk ? .diskFull : error.isPermission ? .notPermitted : .ioError,
        "\(quoted(path)) can't be used: \(error.words).",
        hint: error.isFullDisk ? .diskSpace : .look(at: path), input: path)
    }
  }

  static func failure(for error: ScriptError) -> Failure {
    switch error {
    case .missing(let path):
      Failure(
        .fileMissing, "There is no script \(quoted(path))." + Phrases.didYouMean(like: path),
        hint: .look(for: path), input: path)
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
        hint: .look(at: error.path), input: error.path)
    case .tooDeep(let path):
      Failure(
        .usage, "The script \(quoted(path)) would run inside itself, or too deep in others.",
        input: path)
    case .noThread: .noThread
    }
  }
}

extension Failure {
  static let noThread = Failure(
    .ioError, "No thread can be started: too much is running, or memory is short.",
    hint: .limit("-a"))
}

/// Lines that show why a file can't be used.
extension Hint {
  /// Lists the nearest existing parent of a missing file; nil if its folder exists.
  static func look(for path: String) -> Hint? {
    let folder = FolderNames.folder(of: path)
    let nearest = FolderNames.nearest(to: folder)
    return nearest == folder || nearest == "." ? nil : .other(["ls"], about: [nearest])
  }

  /// Shows a file that can't be read or written, or the nearest folder that exists.
  static func look(at path: String) -> Hint {
    let nearest = FolderNames.nearest(to: path)
    return .other(
      FolderNames.isOnReadOnlyDisk(nearest) ? ["findmnt", "-T"] : ["ls", "-ld"], about: [nearest])
  }

  /// Shows the folder of a file that can't be created; nil if a name in it would be too long.
  static func look(atFolderOf path: String) -> Hint? {
    let isTooLong = SideFiles.endings.contains { FolderNames.isTooLong(path + $0) }
    return isTooLong ? nil : look(at: FolderNames.folder(of: path))
  }

  /// Saves the readable part of a damaged database to a new file.
  static var salvage: Hint {
    .command(["doctor", "--salvage", FolderNames.free("rescued", ".db")])
  }
}

extension Phrases {
  /// A sentence that suggests a file with a similar name in the same folder.
  static func didYouMean(like path: String) -> String {
    let folder = FolderNames.folder(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let names = FolderNames.names(in: folder, beginning: "").filter { $0 != name }
    return didYouMean(
      SpellingSuggestion.nearest(to: name, among: names).map {
        folder == "." ? $0 : "\(folder)/\($0)"
      })
  }
}

extension FolderNames {
  /// The folder of a file, by the path alone.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
