internal import Files
internal import Glibc

/// Becomes readable whenever a process has committed a change, or the database went away; then ask
/// `dataVersion` whether it matters.
package final class ChangeWatch {
  private let inotify: Descriptor
  private let file: DatabaseFile

  /// Wraps `inotify_init1` and `inotify_add_watch`: on the lock file, whose byte each writer reads,
  /// or writes where there is none, and on the database, which is told of when it is moved or has
  /// one name less.
  init(of file: DatabaseFile) throws(DatabaseError) {
    self.file = file
    guard
      let made = Descriptor(
        owning: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), of: file.path)
    else {
      let code = errno
      // EMFILE also stands for too many watchers of one user.
      let isOfWatchers = code == EMFILE && Descriptor.areFree(1)
      throw isOfWatchers ? .watchesUsedUp : DatabaseError(opening: code)
    }
    inotify = made
    let begun = watchLock() && begin(file.path, IN_MOVE_SELF | IN_ATTRIB)
    guard begun else {
      throw errno == ENOSPC ? .watchesUsedUp : DatabaseError(opening: errno)
    }
  }

  /// Asked once more, it goes over to the file that has the name now.
  private func watchLock() -> Bool {
    begin(file.place.lock, IN_ACCESS | IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB)
  }

  private func begin(_ path: String, _ events: Int32) -> Bool {
    unsafe inotify_add_watch(
      inotify.number, path, UInt32(bitPattern: events) | UInt32(IN_DONT_FOLLOW)) >= 0
  }

  /// To wait on with `poll` or a dispatch source; it stays ours.
  package var descriptor: Int32 { inotify.number }

  /// Throws where Dispatch would find no descriptors of its own to wait with: that ends the program
  /// without a word.
  package static func requireRoomToWait() throws(DatabaseError) {
    if !Descriptor.areFree(3) { throw .tooManyFiles }
  }

  /// Takes away what has arrived, so that the descriptor waits again; whether there was anything.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var found = false
    while unsafe read(inotify.number, &buffer, buffer.count) > 0 { found = true }
    if found, !watchLock(), !file.isGone {
      // Somebody removed it; whoever writes next takes one that is there.
      _ = try? FileLock(file.place)
      _ = watchLock()
    }
    return found
  }
}
