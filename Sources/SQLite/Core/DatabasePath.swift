internal import CSQLite
internal import Files
internal import Glibc

/// The path of a database file, and the paths of its side files.
struct DatabasePath: Sendable, Equatable {
  /// Absolute and without links, so SQLite can't read it as a `file:` URI or a special name.
  let file: String

  init(_ path: String) {
    file = RealPath.resolve(path)
  }

  var log: String { file + "-wal" }
  var logIndex: String { file + "-shm" }
  var journal: String { file + "-journal" }
  var lock: String { file + "-lock" }
  /// The copy of an older version, which exists during a migration.
  var old: String { file + "-migration" }

  var all: [String] { [file, log, logIndex, journal, lock, old] }

  /// Whether the name is that of a side file of another database, which SQLite might delete.
  var isCompanion: Bool { SideFiles.contain(name) }

  /// Whether the names of side files would be too long.
  var isTooLong: Bool {
    let longest = name.utf8.count + "-migration".utf8.count
    let most = unsafe pathconf(folder, Int32(_PC_NAME_MAX))
    return most > 0 && longest > most
  }

  /// Whether the folder of the file is missing and could be created.
  ///
  /// False in place of a dangling link, and in a removed folder.
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

  /// Refuses side files that SQLite would not use or could not read, before it writes new ones.
  func checkSideFiles() throws(DatabaseError) {
    for path in [log, logIndex, journal] {
      guard let stamp = FileStamp(of: path) else { continue }
      if stamp.isLink { throw .badSideFile(path: path, .link) }
      if !stamp.isRegular { throw .badSideFile(path: path, .notRegular) }
      // SQLite would truncate it under its other name too.
      if stamp.links > 1 { throw .badSideFile(path: path, .foreign) }
      if unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0, errno == EACCES {
        throw .badSideFile(path: path, .forbidden)
      }
    }
  }

  /// Why the file or its folder can't be written, if so; wraps `faccessat`.
  var obstacleToWriting: DatabaseError? {
    for (path, mode) in [(file, W_OK), (folder, W_OK | X_OK)] {
      guard unsafe faccessat(AT_FDCWD, path, mode, AT_EACCESS) != 0 else { continue }
      return errno == EROFS ? .readOnly : DatabaseError(opening: errno)
    }
    return nil
  }

  /// The stamps of all files that a writer changes; equal stamps mean that no file was written.
  var stamps: Stamps {
    Stamps(
      file: FileStamp(of: file), log: FileStamp(of: log), journal: FileStamp(of: journal),
      lock: FileStamp(of: lock))
  }

  struct Stamps: Equatable {
    fileprivate let file: FileStamp?
    fileprivate let log: FileStamp?
    fileprivate let journal: FileStamp?
    fileprivate let lock: FileStamp?
  }

  /// Whether there is a non-empty log or journal.
  var hasLog: Bool {
    [log, journal].contains { (FileStamp(of: $0)?.size ?? 0) > 0 }
  }

  var isLogEmpty: Bool { FileStamp(of: log)?.size ?? 0 == 0 }

  /// Whether another process uses the file: it reads or writes, or has file and log open.
  ///
  /// This process must not have the file open: closing the descriptor drops its locks.
  func isInUse() throws(FileError) -> Bool {
    let opened = try Descriptor(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let result = csqlite_is_locked(opened.number)
    guard result >= 0 else { throw FileError(file, .lock, errno: errno) }
    return result > 0
  }

  var folder: String {
    let end = file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex
    return end == file.startIndex ? "/" : String(file[..<end])
  }

  var name: String {
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return file }
    return String(file[file.utf8.index(after: slash)...])
  }
}
