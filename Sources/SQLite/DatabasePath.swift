internal import CSQLite
internal import Glibc

/// The name of a database file and of everything that lies beside it.
struct DatabasePath: Sendable, Equatable {
  /// Absolute and free of links, so SQLite can't take it for a `file:` URI or a name of its own.
  let file: String

  init(_ path: String) {
    file = DatabasePath.resolve(path)
  }

  var log: String { file + "-wal" }
  var logIndex: String { file + "-shm" }
  var journal: String { file + "-journal" }
  var lock: String { file + "-lock" }

  /// The file and all that may lie beside it.
  var all: [String] { [file, log, logIndex, journal, lock] }

  /// How the names end of what SQLite and we keep beside a database, and remove.
  static let companionEndings = ["-wal", "-shm", "-journal", "-lock"]

  /// Whether it has the name of what lies beside another database: nothing of value stays there.
  ///
  /// A name that is nothing but such an ending lies beside no database.
  var isCompanion: Bool {
    let name = name.utf8
    return DatabasePath.companionEndings.contains { ending in
      name.count > ending.utf8.count && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }

  /// Whether no name would be left for what lies beside it.
  var isTooLong: Bool {
    let longest = name.utf8.count + "-journal".utf8.count
    // No file system in use has less than 143, and to ask costs each start.
    guard longest > 143 else { return false }
    let most = unsafe pathconf(folder, Int32(_PC_NAME_MAX))
    return most > 0 && longest > most
  }

  /// Whether the folder of the file is not there, and could be made.
  ///
  /// What is there of its path may be a link to nothing, or a folder that was removed.
  var lacksFolder: Bool {
    guard FileStamp(of: folder) == nil, errno == ENOENT else { return false }
    var above = Substring(folder)
    while let slash = above.utf8.lastIndex(of: UInt8(ascii: "/")) {
      above = above[..<slash]
      if let there = FileStamp(of: above.isEmpty ? "/" : String(above)) {
        return there.isFolder && there.links > 0
      }
    }
    return false
  }

  /// Refuses what SQLite would not take for its own or could not read, before anything is changed
  /// because it is missing.
  func checkNeighbours() throws(DatabaseError) {
    for path in [log, logIndex, journal] {
      guard let stamp = FileStamp(of: path) else { continue }
      if stamp.isLink { throw .obstructed(path: path, by: .link) }
      if !stamp.isRegular { throw .obstructed(path: path, by: .notRegular) }
      // What it has under another name would be emptied.
      if stamp.links > 1 { throw .obstructed(path: path, by: .foreign) }
      if unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0, errno == EACCES {
        throw .obstructed(path: path, by: .forbidden)
      }
    }
  }

  /// What the system says of all that a writer changes: while it is the same, nobody has written.
  var moment: Moment {
    Moment(
      file: FileStamp(of: file), log: FileStamp(of: log), journal: FileStamp(of: journal),
      lock: FileStamp(of: lock))
  }

  struct Moment: Equatable {
    fileprivate let file: FileStamp?
    fileprivate let log: FileStamp?
    fileprivate let journal: FileStamp?
    fileprivate let lock: FileStamp?
  }

  /// Whether there is a log with something in it.
  var hasLog: Bool {
    [log, journal].contains { (FileStamp(of: $0)?.size ?? 0) > 0 }
  }

  var isLogEmpty: Bool { FileStamp(of: log)?.size ?? 0 == 0 }

  /// Whether some process reads or writes the file, or has it open together with its log.
  ///
  /// Only for a file that this process has not open: closing a descriptor would drop its locks.
  func isInUse() throws(Errno) -> Bool {
    let opened = try Descriptor(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let answer = csqlite_is_locked(opened.number)
    guard answer >= 0 else { throw .last }
    return answer > 0
  }

  var folder: String {
    let end = file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex
    return end == file.startIndex ? "/" : String(file[..<end])
  }

  var name: String {
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return file }
    return String(file[file.utf8.index(after: slash)...])
  }

  /// The real path of the file, or of its folder with the name when there is no file yet.
  static func resolve(_ path: String) -> String {
    if let real = realPath(path) { return real }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (realPath(".").map { $0 == "/" ? $0 : $0 + "/" } ?? "./") + path
    }
    let name = path[path.utf8.index(after: slash)...]
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    guard let real = realPath(folder), !name.isEmpty else {
      return path.hasPrefix("/") ? path : "./" + path
    }
    return (real == "/" ? real : real + "/") + name
  }

  /// Wraps `realpath`, frees what it returns; nil for a path that is not UTF-8.
  private static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(validatingCString: real)
  }

  /// The URI that opens the file with a parameter, <https://www.sqlite.org/uri.html>.
  static func uri(_ path: String, _ parameter: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return "\(uri)?\(parameter)"
  }
}
