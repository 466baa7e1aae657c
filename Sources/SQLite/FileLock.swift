internal import CSQLite
internal import Glibc

/// The lock that every writer of a database takes in turn: `flock` on a file beside it.
///
/// The kernel serves those who wait in the order they came, but the one who lets go may barge in
/// again before the next has woken. So whoever waits shows itself by a lock on the second byte, and
/// whoever lets go of a lock that is waited for stays away for a moment:
/// `docs/decisions/0011-fair-lock.md`.
final class FileLock {
  private static let stayOff = Duration.microseconds(200)
  private let place: DatabasePath
  private var held: Held
  /// When this process may ask for the lock again.
  private var pause: ContinuousClock.Instant?

  /// The lock file that was opened, which stays the same file.
  private struct Held: ~Copyable {
    let descriptor: Descriptor
    let stamp: FileStamp

    var number: Int32 { descriptor.number }
  }

  /// Opens the lock file of a database, and makes it if it is missing.
  init(_ place: DatabasePath) throws(DatabaseError) {
    self.place = place
    held = try FileLock.made(for: place)
  }

  init(existing place: DatabasePath) throws(DatabaseError) {
    self.place = place
    held = try FileLock.open(place.lock, 0)
  }

  /// Root gives it away, as SQLite does with files of its own: it would keep the owner of the
  /// database out.
  private static func made(for place: DatabasePath) throws(DatabaseError) -> Held {
    let made = try open(place.lock, O_CREAT)
    if geteuid() == 0, let owner = FileStamp(of: place.file)?.owner {
      fchown(made.number, owner.user, owner.group)
    }
    return made
  }

  /// Waits for the lock; throws `.busy` when `wait` is over and `.interrupted` when `shouldStop`
  /// says so.
  func acquire(wait: Duration, unless shouldStop: (() -> Bool)?) throws(DatabaseError) {
    let clock = ContinuousClock()
    let end = clock.now + wait
    repeat {
      if shouldStop?() == true { throw .interrupted }
      if try waitOnce(clock.now.duration(to: end), slice: shouldStop != nil) {
        guard isGone else { return }
        flock(held.number, LOCK_UN)
        // None is made beside what is no longer there.
        guard FileStamp(of: place.file) != nil else { throw .moved(saved: .nothing) }
        held = try FileLock.made(for: place)
      }
    } while clock.now < end
    throw .busy(seconds: wait.wholeSeconds)
  }

  /// Takes the lock if nobody holds it.
  func acquireAtOnce() -> Bool {
    guard flock(held.number, LOCK_EX | LOCK_NB) == 0 else { return false }
    let isOurs = !isGone
    if !isOurs { flock(held.number, LOCK_UN) }
    return isOurs
  }

  /// Waits for the lock as long as whoever closes a connection has to, and says whether the log may
  /// be put away.
  ///
  /// Somebody who holds it now is going to write, and will see to the log, unless nobody else sees
  /// it. Beside a file that was moved there is no lock to take any more.
  func acquireToClose(_ standing: Standing, wait: Duration) -> Bool {
    if acquireAtOnce() { return true }
    guard standing == .hidden else { return false }
    do throws(DatabaseError) {
      // Also by who was asked to stop: nobody else has what would be lost.
      try acquire(wait: wait, unless: nil)
      return true
    } catch {
      return error == .moved(saved: .nothing)
    }
  }

  func release() {
    let isWaitedFor = isWaitedFor
    flock(held.number, LOCK_UN)
    pause = isWaitedFor ? ContinuousClock.now + FileLock.stayOff : nil
  }

  /// Tells everybody who watches this file that a change is visible now.
  ///
  /// Reading the byte tells as well as writing it, and leaves nothing to be brought to the disk.
  func announce() {
    var byte: UInt8 = 0
    if unsafe pread(held.number, &byte, 1, 0) == 1 { return }
    unsafe _ = pwrite(held.number, &byte, 1, 0)
  }

  /// One turn in the queue, for at most `wait`, or a fifth of a second of it; false when it brought
  /// nothing.
  private func waitOnce(_ wait: Duration, slice: Bool) throws(DatabaseError) -> Bool {
    restAfterTurn()
    if flock(held.number, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw Errno.last.asDatabaseError }
    _ = csqlite_lock_second_byte(held.number, Int32(F_RDLCK))
    defer { _ = csqlite_lock_second_byte(held.number, Int32(F_UNLCK)) }
    let limit = slice ? min(wait, .milliseconds(200)) : wait
    let status = csqlite_flock(held.number, limit.nanoseconds)
    guard status == 0 || status == EAGAIN else { throw Errno(number: status).asDatabaseError }
    return status == 0
  }

  private func restAfterTurn() {
    guard let pause else { return }
    self.pause = nil
    let rest = ContinuousClock.now.duration(to: pause).nanoseconds
    var time = timespec(tv_sec: 0, tv_nsec: Int(rest))
    if rest > 0 { unsafe nanosleep(&time, nil) }
  }

  /// Somebody removed the lock file, or put another in its place, while we waited.
  private var isGone: Bool {
    FileStamp(of: place.lock)?.isSameFile(as: held.stamp) != true
  }

  private var isWaitedFor: Bool {
    csqlite_second_byte_is_locked(held.number) != 0
  }

  /// Mode 0600 under any umask; a link, or a file that has a second name, is not what we made.
  private static func open(_ path: String, _ flags: Int32) throws(DatabaseError) -> Held {
    do {
      let descriptor = try Descriptor(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | flags, mode: 0o600)
      guard let stamp = FileStamp(of: descriptor) else { throw Errno.last }
      guard stamp.isRegular else { throw DatabaseError.obstructed(path: path, by: .notRegular) }
      guard stamp.links <= 1, stamp.size <= 1 else {
        throw DatabaseError.obstructed(path: path, by: .foreign)
      }
      if flags & O_CREAT != 0, stamp.size == 0 { fchmod(descriptor.number, 0o600) }
      return Held(descriptor: descriptor, stamp: stamp)
    } catch let error as Errno {
      switch error.number {
      case ELOOP: throw .obstructed(path: path, by: .link)
      case EACCES where FileStamp(of: path) != nil: throw .obstructed(path: path, by: .forbidden)
      case EISDIR, ENXIO: throw .obstructed(path: path, by: .notRegular)
      default: throw error.asDatabaseError
      }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw .io(saved: .nothing)
    }
  }
}
