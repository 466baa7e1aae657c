internal import CTerminal
package import Files

extension Memory {
  /// Keeps up to 4 MiB of freed memory for reuse.
  ///
  /// By default the C library returns freed memory to the system from 128 KiB on. The system then
  /// clears 400 pages more for nine pictures of 66 columns, which takes as long as drawing them
  /// (measured 2026-11-22).
  package static func keepFreedMemory() {
    cterminal_memory_keep()
  }
}
