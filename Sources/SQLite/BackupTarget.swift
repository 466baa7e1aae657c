internal import CSQLite
internal import Glibc

/// The place a backup goes to, and the scratch folder beside it in which it grows.
final class BackupTarget {
  /// As it was given.
  let path: String
  private let place: DatabasePath
  private let mayReplace: Bool
  private let wait: Duration
  private let scratch: ScratchFolder

  var unfinished: String { scratch.file }

  init(_ path: String, besides file: DatabaseFile, mayReplace: Bool, wait: Duration) throws {
    let replaces = try BackupTarget.replaces(path, besides: file)
    guard mayReplace || !replaces else { throw TargetError(path: path, reason: .exists) }
    self.path = path
    self.mayReplace = mayReplace
    self.wait = wait
    place = DatabasePath(path)
    do throws(Errno) {
      scratch = try ScratchFolder(in: place.folder)
    } catch {
      throw TargetError(path: path, error)
    }
  }

  /// Whether a copy to `path` would take the place of something; refuses where it would do harm.
  ///
  /// An empty file, as `mktemp` makes it, is nothing.
  static func replaces(_ path: String, besides file: DatabaseFile) throws(TargetError) -> Bool {
    let resolved = DatabasePath(path)
    if file.place.all.contains(resolved.file) { throw TargetError(path: path, reason: .database) }
    if resolved.isCompanion { throw TargetError(path: path, reason: .companion) }
    if resolved.isTooLong { throw TargetError(path: path, Errno(number: ENAMETOOLONG)) }
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
    do throws(Errno) {
      isInUse = if there == nil { false } else { try resolved.isInUse() }
    } catch {
      throw TargetError(path: path, error)
    }
    if isInUse { throw TargetError(path: path, reason: .openDatabase) }
    guard !resolved.name.isEmpty, !path.utf8.contains(0) else {
      throw TargetError(path: path, Errno(number: EINVAL))
    }
    return (there?.size ?? 0) > 0
  }

  /// Gives the file its name, and syncs both; returns its size.
  ///
  /// Who writes to what is there is waited for first: who waits for the folder may hold that lock.
  func takePlace(unless shouldStop: @escaping () -> Bool) throws -> Int64 {
    let end = ContinuousClock.now + wait
    do {
      let file = try SyncedFile(unfinished)
      let isFree = FileStamp(of: place.lock) == nil
      let lock = try writersLock(unless: shouldStop)
      defer { lock?.release() }
      let rest = max(.zero, ContinuousClock.now.duration(to: end))
      let folder = try FolderLock(place.folder, wait: rest, unless: shouldStop)
      // Who has begun to write since then is not waited for again.
      let hasBegun = isFree && FileStamp(of: place.lock) != nil
      try name(file, in: folder, hasBegun: hasBegun)
      return file.size
    } catch DatabaseError.busy {
      throw TargetError(path: path, reason: .busy(seconds: wait.wholeSeconds))
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// What came to be there while the copy grew is replaced only by who may replace; a database only
  /// while nobody is at work on it.
  private func name(
    _ file: SyncedFile, in folder: borrowing FolderLock, hasBegun: Bool
  ) throws {
    guard let there = FileStamp(of: place.file) else { return try folder.name(file, as: place) }
    guard there.isRegular, mayReplace || there.size == 0 else { throw NameRefusal.taken }
    if try hasBegun || place.hasLog || place.isInUse() {
      throw TargetError(path: path, reason: .openDatabase)
    }
    try folder.replace(place, with: file)
  }

  /// The lock of those who write to the database that is to be replaced, held; nil where there is
  /// none of ours.
  private func writersLock(
    unless shouldStop: @escaping () -> Bool
  ) throws(DatabaseError) -> FileLock? {
    do throws(DatabaseError) {
      let lock = try FileLock(existing: place)
      try lock.acquire(wait: wait, unless: shouldStop)
      return lock
    } catch {
      switch error {
      case .obstructed(_, by: .forbidden): throw error
      case .notPermitted: throw .cannotCreate(Errno(number: EACCES).text)
      case .missing, .obstructed: return nil
      default: throw error
      }
    }
  }
}
