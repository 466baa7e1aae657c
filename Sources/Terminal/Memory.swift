internal import CTerminal
package import Files

extension Memory {
  /// Keeps up to 4 MiB of freed memory for reuse.
  ///
  /// By default the C library returns freed memory of 128 KiB or more to the system. For nine
  /// pictures of 66 columns the system then clears 400 more pages, which takes as long as drawing
  /// the pictures (2026-11-22).
  package static func keepFreedMemory() {
    cterminal_memory_keep()
  }
}
