internal import Files
internal import Glibc

/// A descriptor that becomes readable when a process commits or the database is moved.
///
/// `dataVersion` then shows whether the content changed.
package final class ChangeWatch {
  private let inotify: Descriptor
  private let file: DatabaseFile

  /// Wraps `inotify_init1` and `inotify_add_watch`.
  ///
  /// It watches the lock file, which each writer reads or writes after a commit, and moves and
  /// deletion of the database.
  init(of file: DatabaseFile) throws(DatabaseError) {
    self.file = file
    guard
      let made = Descriptor(
        owning: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), of: file.path)
    else {
      let code = errno
      // EMFILE also means that the user has too many watchers.
      let isOfWatchers = code == EMFILE && Descriptor.areFree(1)
      throw isOfWatchers ? .watchesUsedUp : DatabaseError(opening: code)
    }
    inotify = made
    let begun = watchLock() && begin(file.path, IN_MOVE_SELF | IN_ATTRIB)
    guard begun else {
      throw errno == ENOSPC ? .watchesUsedUp : DatabaseError(opening: errno)
    }
  }

  /// Watches the lock file; called again, it watches a replacement.
  private func watchLock() -> Bool {
    begin(file.place.lock, IN_ACCESS | IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB)
  }

  private func begin(_ path: String, _ events: Int32) -> Bool {
    unsafe inotify_add_watch(
      inotify.number, path, UInt32(bitPattern: events) | UInt32(IN_DONT_FOLLOW)) >= 0
  }

  /// For `poll` or a dispatch source; this object closes it.
  package var descriptor: Int32 { inotify.number }

  /// Throws if too few descriptors are free for Dispatch, which would otherwise end the process.
  package static func requireRoomToWait() throws(DatabaseError) {
    if !Descriptor.areFree(3) { throw .tooManyFiles }
  }

  /// Reads all pending events, and returns whether there were any.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var found = false
    while unsafe read(inotify.number, &buffer, buffer.count) > 0 { found = true }
    if found, !watchLock(), !file.isGone {
      // The lock file was removed; the next writer uses the new one.
      _ = try? FileLock(file.place)
      _ = watchLock()
    }
    return found
  }
}
