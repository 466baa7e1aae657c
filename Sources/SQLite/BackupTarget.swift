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
    for log in [resolved.log, resolved.journal] where (FileStamp(of: log)?.size ?? 0) > 0 {
      throw TargetError(path: path, reason: there == nil ? .foreignLog : .openDatabase)
    }
    guard !resolved.name.isEmpty, !path.utf8.contains(0) else {
      throw TargetError(path: path, Errno(number: EINVAL))
    }
    return (there?.size ?? 0) > 0
  }

  /// Syncs the file.
  func settle() throws(TargetError) {
    guard fsync(descriptor.number) == 0 else { throw TargetError(path: path, .last) }
  }

  /// Gives the file its name, and syncs that; returns its size.
  ///
  /// From then on the hidden name may be another backup's.
  func takePlace() throws(TargetError) -> Int64 {
    let size: Int64
    do throws(Errno) {
      guard let stamp = FileStamp(of: descriptor) else { throw .last }
      size = stamp.size
      try takeName()
    } catch {
      remove()
      throw TargetError(path: path, error)
    }
    try place.settleName(given: path)
    return size
  }

  /// What came to be there while the copy grew is replaced only by who may replace.
  private func takeName() throws(Errno) {
    let isEmpty = FileStamp(of: place.file).map { $0.size == 0 }
    if mayReplace || isEmpty == true {
      guard unsafe rename(unfinished, place.file) == 0 else { throw .last }
    } else {
      guard unsafe link(unfinished, place.file) == 0 else { throw .last }
      unsafe _ = unlink(unfinished)
    }
  }

  func remove() {
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
