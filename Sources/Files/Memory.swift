internal import Glibc

/// The memory of this process.
package enum Memory {
  /// Whether the system would allocate this many bytes now; nothing stays allocated.
  ///
  /// Swift ends a process whose allocation fails, so large work checks first.
  package static func hasRoom(for bytes: Int) -> Bool {
    // mmap(2) refuses a length of 0. A compiler may remove an unused malloc(3).
    if bytes == 0 { return true }
    let place = unsafe mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe place != MAP_FAILED else { return false }
    unsafe munmap(place, bytes)
    return true
  }
}
