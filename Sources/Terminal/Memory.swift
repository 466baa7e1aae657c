internal import CTerminal
internal import Glibc

/// The memory allocation of this process.
package enum Memory {
  /// Keeps up to 4 MiB of freed memory for reuse.
  ///
  /// By default the C library returns freed memory to the system from 128 KiB on. The system then
  /// clears 400 pages more for nine pictures of 66 columns, which takes as long as drawing them
  /// (measured 2026-11-22).
  package static func keepFreedMemory() {
    cterminal_memory_keep()
  }

  /// Whether the system would allocate this many bytes now; nothing stays allocated.
  ///
  /// Swift ends a process whose allocation fails, so large work checks first.
  package static func hasRoom(for bytes: Int) -> Bool {
    // mmap(2) refuses a length of 0.
    if bytes == 0 { return true }
    let place = unsafe mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe place != MAP_FAILED else { return false }
    unsafe munmap(place, bytes)
    return true
  }
}
