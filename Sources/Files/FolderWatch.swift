internal import Glibc

/// A descriptor that becomes readable when files in some folders change.
///
/// On a network file system it misses the changes of other machines.
package final class FolderWatch {
  private let inotify: Descriptor

  /// Wraps `inotify_init1`; nil if the user has too many watchers.
  package init?() {
    guard
      let made = Descriptor(owning: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), of: "inotify")
    else { return nil }
    inotify = made
  }

  /// For `poll`; this object closes it.
  package var descriptor: Int32 { inotify.number }

  /// Watches a folder, without those in it; wraps `inotify_add_watch`.
  ///
  /// A missing folder, or one too many, is not watched. A watched one stays watched.
  package func add(_ folder: String) {
    let contents = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
    let events = UInt32(contents | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
    _ = unsafe inotify_add_watch(inotify.number, folder, events)
  }

  /// Reads all pending events, and returns whether there were any.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var found = false
    while unsafe read(inotify.number, &buffer, buffer.count) > 0 { found = true }
    return found
  }
}
