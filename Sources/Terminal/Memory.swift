internal import CTerminal
internal import Glibc

/// The memory of this process.
package enum Memory {
  /// Keeps what was given back for the next use, up to 4 MiB.
  ///
  /// By itself the C library hands 128 KiB back to the system as soon as they are free. Nine
  /// pictures of 66 columns then have the same pages cleared 400 times more, which takes as long as
  /// drawing them (measured 2026-11-22).
  package static func keepWhatIsFreed() {
    cterminal_memory_keep()
  }

  /// Whether the system would give that many bytes more, of which none are kept.
  ///
  /// Swift ends a process that gets no memory, so whatever needs much asks first.
  package static func hasRoom(for bytes: Int) -> Bool {
    // mmap(2) refuses to give nothing.
    if bytes == 0 { return true }
    let place = unsafe mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe place != MAP_FAILED else { return false }
    unsafe munmap(place, bytes)
    return true
  }
}
