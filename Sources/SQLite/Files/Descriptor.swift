internal import CSQLite
internal import Glibc

/// A file descriptor that closes in `deinit` and is never passed to a child process.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes over a descriptor that a call returned; nil if the call failed.
  init?(owning number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// Wraps `open`.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(Errno) {
    number = unsafe open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw .last }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  // MARK: Reading

  /// Exactly `count` bytes, or nil.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe pread(number, &bytes, count, Int(offset)) == count ? bytes : nil
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

  /// `SEEK_DATA`, which Glibc declares only for GNU sources.
  private static let seekData: Int32 = 3

  /// The offset of the next byte that is not in a hole; nil if there is none.
  func nextData(from offset: Int64) -> Int64? {
    let place = Int64(lseek(number, off_t(offset), Descriptor.seekData))
    if place >= offset { return place }
    // Some file systems do not report holes.
    return errno == ENXIO ? nil : offset
  }

  /// Whether the file holds a byte other than zero.
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

  // MARK: Writing

  /// Wraps `write`, as often as it takes.
  func write(_ bytes: [UInt8]) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          number, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw .last }
    }
  }

  /// Wraps `fsync`.
  func sync() throws(Errno) {
    guard fsync(number) == 0 else { throw .last }
  }

  // MARK: The limit

  /// Whether the process can open `count` more files.
  static func areFree(_ count: Int) -> Bool {
    guard count > 0 else { return true }
    guard let one = try? Descriptor("/", Int32(csqlite_open_path)) else { return false }
    return withExtendedLifetime(one) { areFree(count - 1) }
  }
}

/// The error of a failed system call.
struct Errno: Error, Equatable {
  let number: Int32

  static var last: Errno { Errno(number: errno) }

  /// The text of `strerror`, in the form it has within a sentence.
  var text: String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Whether this process or the system has too many files open.
  var isLackOfDescriptors: Bool { [EMFILE, ENFILE].contains(number) }
}
