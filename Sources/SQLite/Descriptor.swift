internal import CSQLite
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

  /// So many bytes, or none.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe pread(number, &bytes, count, Int(offset)) == count ? bytes : nil
  }

  /// `SEEK_DATA`, which Glibc names only where it is asked for more than POSIX.
  private static let seekData: Int32 = 3

  /// Where the next byte is that was written, not passed over by a hole; nil where none is.
  func nextData(from offset: Int64) -> Int64? {
    let place = Int64(lseek(number, off_t(offset), Descriptor.seekData))
    if place >= offset { return place }
    // Not every disk knows of holes.
    return errno == ENXIO ? nil : offset
  }

  /// Up to `most` bytes from `offset` on, none at the end of the file.
  func bytes(from offset: Int64, upTo most: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    while true {
      let count = unsafe pread(number, &bytes, most, Int(offset))
      if count >= 0 { return Array(bytes[..<count]) }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Whether there is anything but zeros.
  func hasContent() throws(Errno) -> Bool {
    var offset: Int64 = 0
    while let place = nextData(from: offset) {
      let part = try bytes(from: place, upTo: 65_536)
      if part.contains(where: { $0 != 0 }) { return true }
      if part.isEmpty { return false }
      offset = place + Int64(part.count)
    }
    return false
  }

  /// Whether so many more can be opened.
  static func areFree(_ count: Int) -> Bool {
    guard count > 0 else { return true }
    guard let one = try? Descriptor("/", Int32(csqlite_open_path)) else { return false }
    return withExtendedLifetime(one) { areFree(count - 1) }
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
