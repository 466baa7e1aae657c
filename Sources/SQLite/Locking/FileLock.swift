internal import CSQLite
internal import Files
internal import Glibc

/// The lock that every writer of a database takes in turn: `flock` on a file beside it.
///
/// The kernel serves waiting processes in order, but a process that releases the lock may take it
/// again before the next one wakes. So a waiting process locks the second byte. A process pauses
/// after it releases the lock while that byte is locked:
/// `docs/decisions/0005-one-writer-group-commit.md`.
final class FileLock {
  private static let stayOff = Duration.microseconds(200)
  private let place: DatabasePath
  private var held: Held
  /// The time before which this process must not take the lock again.
  private var pause: ContinuousClock.Instant?

  /// An open lock file.
  private struct Held: ~Copyable {
    let descriptor: Descriptor
    let stamp: FileStamp

    var number: Int32 { descriptor.number }
  }

  /// Opens the lock file of a database; creates it if it is missing.
  init(_ place: DatabasePath) throws(DatabaseError) {
    self.place = place
    held = try FileLock.made(for: place)
  }

  init(existing place: DatabasePath) throws(DatabaseError) {
    self.place = place
    held = try FileLock.open(place.lock, 0)
  }

  /// As root, gives the file to the owner of the database, as SQLite does with its side files.
  private static func made(for place: DatabasePath) throws(DatabaseError) -> Held {
    let made = try open(place.lock, O_CREAT)
    if geteuid() == 0, let owner = FileStamp(of: place.file)?.owner {
      fchown(made.number, owner.user, owner.group)
    }
    return made
  }

  /// Waits for the lock; throws `.busy` after `wait`, and `.interrupted` when `shouldStop` returns
  /// true.
  func acquire(wait: Duration, unless shouldStop: (() -> Bool)?) throws(DatabaseError) {
    let clock = ContinuousClock()
    let end = clock.now + wait
    repeat {
      if shouldStop?() == true { throw .interrupted }
      if try waitOnce(clock.now.duration(to: end), slice: shouldStop != nil) {
        guard isGone else { return }
        flock(held.number, LOCK_UN)
        // No lock file is created beside a missing database.
        guard FileStamp(of: place.file) != nil else { throw .moved(saved: .nothing) }
        held = try FileLock.made(for: place)
      }
    } while clock.now < end
    throw .busy(seconds: wait.wholeSeconds)
  }

  /// Takes the lock if it is free.
  func acquireAtOnce() -> Bool {
    guard flock(held.number, LOCK_EX | LOCK_NB) == 0 else { return false }
    let isOurs = !isGone
    if !isOurs { flock(held.number, LOCK_UN) }
    return isOurs
  }

  func release() {
    let isWaitedFor = isWaitedFor
    flock(held.number, LOCK_UN)
    pause = isWaitedFor ? ContinuousClock.now + FileLock.stayOff : nil
  }

  /// Wakes all watchers of the lock file after a commit.
  ///
  /// Reading the byte wakes them as well as writing it, and needs no write to the disk.
  func announce() {
    var byte: UInt8 = 0
    if unsafe pread(held.number, &byte, 1, 0) == 1 { return }
    unsafe _ = pwrite(held.number, &byte, 1, 0)
  }

  /// Waits in the queue for `wait`, or for a slice of 0.2 s; returns whether it has the lock.
  private func waitOnce(_ wait: Duration, slice: Bool) throws(DatabaseError) -> Bool {
    restAfterTurn()
    if flock(held.number, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw DatabaseError(opening: errno) }
    _ = csqlite_lock_second_byte(held.number, Int32(F_RDLCK))
    defer { _ = csqlite_lock_second_byte(held.number, Int32(F_UNLCK)) }
    let limit = slice ? min(wait, .milliseconds(200)) : wait
    let status = csqlite_flock(held.number, limit.nanoseconds)
    guard status == 0 || status == EAGAIN else { throw DatabaseError(opening: status) }
    return status == 0
  }

  private func restAfterTurn() {
    guard let pause else { return }
    self.pause = nil
    let rest = ContinuousClock.now.duration(to: pause).nanoseconds
    var time = timespec(tv_sec: 0, tv_nsec: Int(rest))
    if rest > 0 { unsafe nanosleep(&time, nil) }
  }

  /// Whether the lock file was removed or replaced.
  private var isGone: Bool {
    FileStamp(of: place.lock)?.isSameFile(as: held.stamp) != true
  }

  private var isWaitedFor: Bool {
    csqlite_second_byte_is_locked(held.number) != 0
  }

  /// Opens a lock file, of mode 0600 under any umask; refuses a link and a file with a second hard
  /// link.
  private static func open(_ path: String, _ flags: Int32) throws(DatabaseError) -> Held {
    let descriptor: Descriptor
    do throws(FileError) {
      descriptor = try Descriptor(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | flags, mode: 0o600)
    } catch {
      switch error.errno {
      case ELOOP: throw .badSideFile(path: path, .link)
      case EACCES where FileStamp(of: path) != nil: throw .badSideFile(path: path, .forbidden)
      case EISDIR, ENXIO: throw .badSideFile(path: path, .notRegular)
      default: throw DatabaseError(opening: error.errno)
      }
    }
    guard let stamp = FileStamp(of: descriptor) else { throw DatabaseError(opening: errno) }
    guard stamp.isRegular else { throw .badSideFile(path: path, .notRegular) }
    guard stamp.links <= 1, stamp.size <= 1 else { throw .badSideFile(path: path, .foreign) }
    if flags & O_CREAT != 0, stamp.size == 0 { fchmod(descriptor.number, 0o600) }
    return Held(descriptor: descriptor, stamp: stamp)
  }
}
