internal import CSQLite
internal import Files
internal import Glibc

/// A copy of a database and its log before a repair or a migration.
///
/// `deinit` removes it unless it is kept. The files have hidden names until they are complete.
package final class FileCopy {
  private static let chunkSize = 1 << 20

  private let source: DatabasePath
  private let scratch: ScratchFolder
  /// The files that have their final names.
  private var named: [String] = []
  private var isKept = false

  /// Copies the database file and its log, byte by byte, to files without a final name.
  ///
  /// The caller has a write transaction on `connection`, so that neither file changes.
  package convenience init(
    of path: String, through connection: Connection, unless shouldStop: () -> Bool
  ) throws {
    let source = DatabasePath(path)
    do {
      try self.init(of: source, through: connection, unless: shouldStop)
    } catch {
      throw TargetError(path: FileCopy.free(beside: source).file, naming: error) ?? error
    }
  }

  /// Copies a database before its migration; the copy has its name when this returns.
  ///
  /// It replaces the copy of a killed process.
  convenience init(
    beforeMigrationOf source: DatabasePath, through connection: Connection,
    unless shouldStop: () -> Bool
  ) throws {
    FileCopy.removeOld(beside: source)
    do {
      try self.init(of: source, through: connection, unless: shouldStop)
      try takeName(DatabasePath(source.old))
    } catch {
      throw TargetError(path: source.old, naming: error) ?? error
    }
  }

  /// Removes the copy of an older version, if a killed process left one.
  static func removeOld(beside source: DatabasePath) {
    guard FileStamp(of: source.old) != nil else { return }
    for path in DatabasePath(source.old).all { unsafe _ = unlink(path) }
  }

  private init(
    of source: DatabasePath, through connection: Connection, unless shouldStop: () -> Bool
  ) throws {
    self.source = source
    scratch = try ScratchFolder(in: source.folder)
    try copyLog(unless: shouldStop)
    try FileCopy.copy(to: scratch.file, unless: shouldStop) {
      try connection.bytes(at: $0, count: FileCopy.chunkSize)
    }
  }

  deinit {
    if !isKept { removeNamed() }
  }

  /// Whether the copy has a log under its final name.
  package var hasLog: Bool { named.count > 1 }

  /// Renames the copy to its name, the log first; both are on the disk when this returns the path.
  package func takeName() throws(TargetError) -> String {
    while true {
      let target = FileCopy.free(beside: source)
      do throws(FileError) {
        try takeName(target)
        return target.file
      } catch {
        removeNamed()
        // After EEXIST the next number is tried.
        if !error.isTaken { throw TargetError(path: target.file, errno: error.errno) }
      }
    }
  }

  private func takeName(_ target: DatabasePath) throws(FileError) {
    let (file, log) = (scratch.file, DatabasePath(scratch.file).log)
    if FileStamp(of: log) != nil { try name(log, target.log) }
    try name(file, target.file)
    try Descriptor(target.folder, O_RDONLY | O_DIRECTORY).sync()
  }

  package func keep() {
    isKept = true
  }

  /// The first free name beside a database, without side files: SQLite would apply an old log to
  /// the copy.
  private static func free(beside source: DatabasePath) -> DatabasePath {
    var number = 1
    var place: DatabasePath { DatabasePath("\(source.file)-damaged-\(number)") }
    while place.all.contains(where: { FileStamp(of: $0) != nil }) { number += 1 }
    return place
  }

  private func copyLog(unless shouldStop: () -> Bool) throws {
    guard let stamp = FileStamp(of: source.log), stamp.isRegular, stamp.size > 0 else { return }
    let log = try Descriptor(source.log, O_RDONLY | O_NOFOLLOW)
    try FileCopy.copy(to: DatabasePath(scratch.file).log, unless: shouldStop) {
      try log.bytes(from: $0, upTo: FileCopy.chunkSize)
    }
  }

  /// Writes the result of `bytes` for each offset until it is empty, and syncs the file.
  ///
  /// The file has mode 0600 under any umask.
  private static func copy(
    to path: String, unless shouldStop: () -> Bool, of bytes: (_ offset: Int64) throws -> [UInt8]
  ) throws {
    let target = try Descriptor(path, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600)
    fchmod(target.number, 0o600)
    var offset: Int64 = 0
    while case let chunk = try bytes(offset), !chunk.isEmpty {
      if shouldStop() { throw DatabaseError.interrupted }
      try target.write(chunk)
      offset += Int64(chunk.count)
    }
    try target.sync()
  }

  private func name(_ file: String, _ path: String) throws(FileError) {
    let number = unsafe csqlite_rename_if_free(file, path)
    guard number == 0 else { throw FileError(path, .rename, errno: number) }
    named.append(path)
  }

  private func removeNamed() {
    for path in named { unsafe _ = unlink(path) }
    named = []
  }
}
