internal import CSQLite
internal import Glibc

/// The place a backup goes to, and the hidden file beside it in which it grows.
///
/// The hidden file is locked while it grows; one that a killed process left is used again.
final class BackupTarget {
  /// As it was given.
  let path: String
  private let place: DatabasePath
  private let mayReplace: Bool
  private let wait: Duration
  let unfinished: String
  private let descriptor: Descriptor

  init(
    _ path: String, besides file: DatabaseFile, mayReplace: Bool, wait: Duration,
    unless shouldStop: () -> Bool
  ) throws {
    let replaces = try BackupTarget.replaces(path, besides: file)
    guard mayReplace || !replaces else { throw TargetError(path: path, reason: .exists) }
    let resolved = DatabasePath(path)
    self.path = path
    self.mayReplace = mayReplace
    self.wait = wait
    place = resolved
    unfinished =
      resolved.folder + (resolved.folder == "/" ? "" : "/") + "." + resolved.name.prefix(80)
      + "-backup"
    do throws(Errno) {
      descriptor = try BackupTarget.lock(unfinished, wait: wait, unless: shouldStop)
    } catch {
      switch error.number {
      case EAGAIN: throw DatabaseError.busy(seconds: wait.wholeSeconds)
      case EINTR: throw DatabaseError.interrupted
      // These are about a file that is there, and only the hidden one is opened.
      case ELOOP, EEXIST, EISDIR: throw TargetError(path: unfinished, error)
      default: throw TargetError(path: path, error)
      }
    }
  }

  /// Whether a copy to `path` would take the place of something; refuses where it would do harm.
  ///
  /// An empty file, as `mktemp` makes it, is nothing.
  static func replaces(_ path: String, besides file: DatabaseFile) throws(TargetError) -> Bool {
    let resolved = DatabasePath(path)
    if file.place.all.contains(resolved.file) { throw TargetError(path: path, reason: .database) }
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
    if there != nil, resolved.isInUse { throw TargetError(path: path, reason: .openDatabase) }
    guard !resolved.name.isEmpty, !path.utf8.contains(0) else {
      throw TargetError(path: path, Errno(number: EINVAL))
    }
    return (there?.size ?? 0) > 0
  }

  /// Gives the file its name, and syncs both; returns its size.
  ///
  /// From then on the hidden name may be another backup's.
  func takePlace(unless shouldStop: @escaping () -> Bool) throws -> Int64 {
    let whole: WholeFile
    let size: Int64
    let folder: FolderLock
    do throws(Errno) {
      whole = try WholeFile(unfinished)
      guard let stamp = FileStamp(of: descriptor) else { throw .last }
      size = stamp.size
      folder = try FolderLock(place.folder, wait: wait)
    } catch {
      if error.number == EAGAIN { throw DatabaseError.busy(seconds: wait.wholeSeconds) }
      throw TargetError(path: path, error)
    }
    do {
      try takeName(of: whole, in: folder, unless: shouldStop)
    } catch let refusal as NameRefusal {
      throw TargetError(path: path, refusal)
    }
    return size
  }

  /// What came to be there while the copy grew is replaced only by who may replace; a database only
  /// while nobody has it open.
  private func takeName(
    of whole: WholeFile, in folder: borrowing FolderLock, unless shouldStop: @escaping () -> Bool
  ) throws {
    guard let there = FileStamp(of: place.file) else { return try folder.give(whole, the: place) }
    guard there.isRegular, mayReplace || there.size == 0 else { throw NameRefusal.taken }
    let lock = try writersLock(unless: shouldStop)
    defer { lock?.release() }
    if place.hasLog || place.isInUse { throw TargetError(path: path, reason: .openDatabase) }
    try folder.put(whole, inThePlaceOf: place)
  }

  /// The lock of those who write to the database that is to be replaced, held; nil where there is
  /// none of ours.
  private func writersLock(unless shouldStop: @escaping () -> Bool) throws -> FileLock? {
    do throws(DatabaseError) {
      let lock = try FileLock(existing: place.lock)
      try lock.acquire(wait: wait, unless: shouldStop)
      return lock
    } catch {
      switch error {
      case .missing, .obstructed: return nil
      case .busy: throw TargetError(path: path, reason: .openDatabase)
      default: throw error
      }
    }
  }

  /// Removes the hidden file, unless it has the name, or the hidden name is another backup's by now.
  func remove() {
    guard let held = FileStamp(of: descriptor),
      FileStamp(of: unfinished)?.isSameFile(as: held) == true
    else { return }
    unsafe _ = unlink(unfinished)
    unsafe _ = unlink(unfinished + "-journal")
  }

  /// The error is EAGAIN when `wait` is over, and EINTR when `shouldStop` says so.
  private static func lock(
    _ path: String, wait: Duration, unless shouldStop: () -> Bool
  ) throws(Errno) -> Descriptor {
    let end = ContinuousClock.now + wait
    while true {
      let opened = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
      var status = EAGAIN
      repeat {
        if shouldStop() { throw Errno(number: EINTR) }
        let rest = max(.zero, ContinuousClock.now.duration(to: end))
        status = csqlite_flock(opened.number, min(rest, .milliseconds(200)).nanoseconds)
      } while status == EAGAIN && ContinuousClock.now < end
      guard status == 0 else { throw Errno(number: status) }
      guard let held = FileStamp(of: opened), held.isRegular, held.links <= 1 else {
        throw Errno(number: EEXIST)
      }
      // Another backup may have given it its name meanwhile.
      guard FileStamp(of: path)?.isSameFile(as: held) == true else { continue }
      fchmod(opened.number, 0o600)
      guard ftruncate(opened.number, 0) == 0 else {
        let error = Errno.last
        unsafe _ = unlink(path)
        throw error
      }
      return opened
    }
  }
}
