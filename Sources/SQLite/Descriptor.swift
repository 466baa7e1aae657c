internal import Glibc

/// A file descriptor that is closed when it goes away, and never passed on to a child.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes over a descriptor that a call returned; nil when the call failed.
  init?(owning number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// Wraps `open`; the error is an `errno`.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(Errno) {
    number = unsafe open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else {
      throw Errno(number: errno)
    }
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
