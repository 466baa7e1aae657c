internal import CSQLite
internal import Files
internal import Glibc
internal import SQLText

/// Copies the content of a connection to a new file.
extension DatabaseFile {
  /// Whether a backup to `path` replaces a file; throws if the path must not be replaced.
  package func backupReplaces(_ path: String) throws(TargetError) -> Bool {
    try BackupTarget.replaces(path, besides: self)
  }

  /// Refuses a path at which a new file or folder would replace a database or a side file.
  package func checkIsApart(_ path: String) throws(TargetError) {
    let resolved = DatabasePath(path)
    if place.all.contains(resolved.file) { throw TargetError(path: path, reason: .database) }
    if resolved.isCompanion { throw TargetError(path: path, reason: .companion) }
    if place.file.hasPrefix(resolved.file + "/") { throw TargetError(path: path, reason: .exists) }
  }

  /// Copies the database of `source` to `path`, and returns the size of the copy.
  ///
  /// The copy is written in a scratch folder beside `path`, and `check` returns whether it is
  /// valid. Then it is synced and gets its name. It replaces another file only with `mayReplace`.
  package func backUp(
    _ source: Connection, to path: String, mayReplace: Bool,
    unless shouldStop: @escaping () -> Bool,
    check: (Connection) throws -> Bool
  ) throws -> Int64 {
    let target = try BackupTarget(path, besides: self, mayReplace: mayReplace, wait: wait)
    try target.copy(source, unless: shouldStop)
    let isSound = try target.namingErrors {
      let copy = try Connection(target.unfinished, mode: .immutable, wait: .zero)
      copy.stop(when: shouldStop)
      try copy.checkHeader(as: identity)
      // The source may have been shared since it was opened.
      let version: Int64? = try source.value("PRAGMA user_version")
      guard try Int64(copy.schemaVersion(as: identity).number) == version else { return false }
      return try check(copy)
    }
    guard isSound else { throw TargetError(path: path, reason: .unreadable) }
    if shouldStop() { throw DatabaseError.interrupted }
    return try target.publish(unless: shouldStop)
  }
}

/// The path of a backup, and the scratch folder beside it in which the backup is written.
private final class BackupTarget {
  /// As the caller gave it.
  private let path: String
  private let place: DatabasePath
  private let mayReplace: Bool
  private let wait: Duration
  private let scratch: ScratchFolder

  var unfinished: String { scratch.file }

  init(_ path: String, besides file: DatabaseFile, mayReplace: Bool, wait: Duration) throws {
    let replaces = try BackupTarget.replaces(path, besides: file)
    guard mayReplace || !replaces else { throw TargetError(path: path, reason: .exists) }
    (self.path, self.mayReplace, self.wait) = (path, mayReplace, wait)
    place = DatabasePath(path)
    do throws(FileError) {
      scratch = try ScratchFolder(in: place.folder)
    } catch {
      throw TargetError(path: path, errno: error.errno)
    }
  }

  /// Whether a backup to `path` replaces a file; throws if the path must not be replaced.
  ///
  /// An empty file, as created by `mktemp`, does not count.
  static func replaces(_ path: String, besides file: DatabaseFile) throws(TargetError) -> Bool {
    let resolved = DatabasePath(path)
    if file.place.all.contains(resolved.file) { throw TargetError(path: path, reason: .database) }
    if resolved.isCompanion { throw TargetError(path: path, reason: .companion) }
    if resolved.isTooLong { throw TargetError(path: path, errno: ENAMETOOLONG) }
    let there = FileStamp(of: path)
    if let there {
      if there.isLink { throw TargetError(path: path, reason: .link) }
      guard there.isRegular else { throw TargetError(path: path, reason: .notRegular) }
      if FileStamp(of: file.path)?.isSameFile(as: there) == true {
        throw TargetError(path: path, reason: .database)
      }
    }
    if resolved.hasLog {
      throw TargetError(path: path, reason: there == nil ? .foreignLog : .openDatabase)
    }
    let isInUse: Bool
    do throws(FileError) {
      isInUse = if there == nil { false } else { try resolved.isInUse() }
    } catch {
      throw TargetError(path: path, errno: error.errno)
    }
    if isInUse { throw TargetError(path: path, reason: .openDatabase) }
    guard !resolved.name.isEmpty, !path.utf8.contains(0) else {
      throw TargetError(path: path, errno: EINVAL)
    }
    return (there?.size ?? 0) > 0
  }

  /// Translates errors of the copy into errors of the target.
  func namingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try translated(body)
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// Wraps `sqlite3_backup_init`, `_step` and `_finish`.
  func copy(_ source: Connection, unless shouldStop: () -> Bool) throws {
    let copy = try namingErrors {
      let copy = try Connection(unfinished, mode: .readWrite, wait: .zero)
      try copy.run("PRAGMA journal_mode=MEMORY")
      try copy.run("PRAGMA synchronous=OFF")
      return copy
    }
    guard
      let backup = unsafe sqlite3_backup_init(copy.handle, "main", source.handle, "main")
    else {
      throw DatabaseError(unsafe SQLiteError(SQLITE_ERROR, on: copy.handle, sql: nil))
    }
    var status = SQLITE_OK
    while status == SQLITE_OK, !shouldStop() {
      status = unsafe sqlite3_backup_step(backup, 1_000)
    }
    let end = unsafe sqlite3_backup_finish(backup)
    if status == SQLITE_OK { throw DatabaseError.interrupted }
    guard status == SQLITE_DONE, end == SQLITE_OK else {
      let code = status == SQLITE_DONE ? end : status
      let found = unsafe SQLiteError(code, on: copy.handle, sql: nil)
      let error = DatabaseError(found)
      // Errors of writing concern the copy, all others the source.
      if error.isLackOfRoom || ResultCode.ioOfWriting.contains(found.code) {
        throw TargetError(path: path, naming: error) ?? error
      }
      throw error
    }
    copy.close()
  }

  /// Syncs the file, renames it to its name and returns its size.
  ///
  /// It takes the lock of the replaced file before that of the folder: a writer may have the first
  /// while it waits for the second.
  func publish(unless shouldStop: @escaping () -> Bool) throws -> Int64 {
    let end = ContinuousClock.now + wait
    do {
      let file = try SyncedFile(unfinished)
      let isFree = FileStamp(of: place.lock) == nil
      let lock = try writersLock(unless: shouldStop)
      defer { lock?.release() }
      let rest = max(.zero, ContinuousClock.now.duration(to: end))
      let folder = try FolderLock(place.folder, wait: rest, unless: shouldStop)
      // If a writer has appeared during the waits, the backup fails and does not wait again.
      let hasBegun = isFree && FileStamp(of: place.lock) != nil
      try name(file, in: folder, hasBegun: hasBegun)
      return file.size
    } catch DatabaseError.busy {
      throw TargetError(path: path, reason: .busy(seconds: wait.wholeSeconds))
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// Renames the file.
  ///
  /// Replaces a file that has appeared only with `mayReplace`, and a database only if it is not in
  /// use.
  private func name(
    _ file: SyncedFile, in folder: borrowing FolderLock, hasBegun: Bool
  ) throws {
    guard let there = FileStamp(of: place.file) else { return try folder.name(file, as: place) }
    guard there.isRegular, mayReplace || there.size == 0 else { throw TargetReason.exists }
    if try hasBegun || place.hasLog || place.isInUse() {
      throw TargetError(path: path, reason: .openDatabase)
    }
    try folder.replace(place, with: file)
  }

  /// Acquires the lock of the replaced database; nil if it is no database of ours.
  private func writersLock(
    unless shouldStop: @escaping () -> Bool
  ) throws(DatabaseError) -> FileLock? {
    do throws(DatabaseError) {
      let lock = try FileLock(existing: place)
      try lock.acquire(wait: wait, unless: shouldStop)
      return lock
    } catch {
      switch error {
      case .badSideFile(_, .forbidden): throw error
      case .notPermitted: throw .cannotCreate(TargetReason(errno: EACCES))
      case .missing, .badSideFile: return nil
      default: throw error
      }
    }
  }
}
