internal import CTerminal

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
}
