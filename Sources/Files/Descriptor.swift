internal import CFiles
internal import Glibc

/// A file descriptor that closes in `deinit` and is never passed to a child process.
package struct Descriptor: ~Copyable, Sendable {
  package private(set) var number: Int32
  /// Names the file in errors.
  private let path: String

  /// `O_PATH`, which Glibc declares only for GNU sources.
  ///
  /// Such a descriptor names a file without opening it: closing it drops no lock of the process.
  package static let pathOnly: Int32 = 0o10_000_000

  /// Takes over a descriptor that a call returned; nil if the call failed.
  package init?(owning number: Int32, of path: String) {
    guard number >= 0 else { return nil }
    (self.number, self.path) = (number, path)
  }

  package init(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(FileError) {
    number = unsafe open(path, flags | O_CLOEXEC, mode)
    self.path = path
    guard number >= 0 else { throw .last(path, .open) }
  }

  init(
    _ name: String, in folder: borrowing Descriptor, _ flags: Int32, mode: UInt32 = 0
  ) throws(FileError) {
    number = unsafe openat(folder.number, name, flags | O_CLOEXEC, mode)
    path = "\(folder.path)/\(name)"
    guard number >= 0 else { throw .last(path, .open) }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  // MARK: Reading

  /// Exactly `count` bytes; nil if the file has fewer there, or after an error.
  package func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    guard let bytes = try? bytes(from: offset, upTo: count), bytes.count == count else {
      return nil
    }
    return bytes
  }

  /// Up to `most` bytes from `offset` on, none at the end of the file.
  package func bytes(from offset: Int64, upTo most: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    while true {
      let count = unsafe pread(number, &bytes, most, Int(offset))
      if count >= 0 {
        bytes.removeLast(most - count)
        return bytes
      }
      guard errno == EINTR else { throw .last(path, .read) }
    }
  }

  /// All bytes from `offset` on; throws if they are more than `limit`.
  package func allBytes(from offset: Int64 = 0, limit: Int) throws(FileError) -> [UInt8] {
    let left = (FileStamp(of: self)?.size ?? 0) - offset
    if left > limit { throw FileError(path, .read, .tooLarge(limit: limit)) }
    let step = Int(min(max(left + 1, 1_024), 1 << 20))
    var all: [UInt8] = []
    while case let part = try bytes(from: offset + Int64(all.count), upTo: step), !part.isEmpty {
      if all.count + part.count > limit { throw FileError(path, .read, .tooLarge(limit: limit)) }
      all += part
    }
    return all
  }

  /// `SEEK_DATA`, which Glibc declares only for GNU sources.
  private static let seekData: Int32 = 3

  /// The offset of the next byte that is not in a hole of the file; nil if there is none.
  package func nextData(from offset: Int64) -> Int64? {
    let place = Int64(lseek(number, off_t(offset), Descriptor.seekData))
    if place >= offset { return place }
    // Some file systems do not report holes.
    return errno == ENXIO ? nil : offset
  }

  /// Whether the file holds a byte other than zero.
  package func hasContent() throws(FileError) -> Bool {
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

  /// Wraps `write`, repeated until all bytes are written.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          number, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw .last(path, .write) }
    }
  }

  package func sync() throws(FileError) {
    guard fsync(number) == 0 else { throw .last(path, .sync) }
  }

  func syncFileSystem() throws(FileError) {
    guard syncfs(number) == 0 else { throw .last(path, .sync) }
  }

  func setMode(_ mode: UInt32) throws(FileError) {
    guard fchmod(number, mode) == 0 else { throw .last(path, .make) }
  }

  /// Sets the mode of a file that belongs to this account, if the file system has modes; FAT has
  /// none.
  func setModeIfPossible(_ mode: UInt32) {
    if let stamp = FileStamp(of: self), stamp.isOwn, stamp.mode != mode { fchmod(number, mode) }
  }

  /// Leaves the descriptor to a call that closes it.
  mutating func giveUp() { number = -1 }

  /// Wraps `close`, which reports late errors of some file systems.
  mutating func closeChecked() throws(FileError) {
    let closed = close(number)
    number = -1
    guard closed == 0 else { throw .last(path, .write) }
  }

  // MARK: The limit

  /// Whether the process can open `count` more files.
  package static func areFree(_ count: Int) -> Bool {
    guard count > 0 else { return true }
    guard let one = try? Descriptor("/", pathOnly) else { return false }
    return withExtendedLifetime(one) { areFree(count - 1) }
  }
}

/// Plain files, new files and standard input.
extension Descriptor {
  /// Opens a plain file for reading.
  ///
  /// Refuses a pipe or a device without waiting for it, and a link unless `followingLinks`.
  package static func plain(
    _ path: String, followingLinks: Bool = false
  ) throws(FileError) -> Descriptor {
    if path.utf8.contains(0) { throw FileError(path, .open, errno: ENOENT) }
    let file: Descriptor
    do throws(FileError) {
      file = try Descriptor(
        path, O_RDONLY | (followingLinks ? 0 : O_NOFOLLOW) | O_NONBLOCK | O_NOCTTY)
    } catch {
      // open(2) reports a socket as ENXIO.
      let isNotPlain = error.errno == ENXIO || error.errno == ELOOP && !followingLinks
      throw isNotPlain ? FileError(path, .open, .notPlain) : error
    }
    guard let stamp = FileStamp(of: file) else { throw .last(path, .read) }
    guard stamp.isRegular else { throw FileError(path, .open, .notPlain) }
    return file
  }

  /// A new file; the umask applies to its mode.
  package init(making path: String, mode: UInt32 = 0o600) throws(FileError) {
    try self.init(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
  }

  /// A new file without a name; the system deletes it when it is closed.
  package static func unnamed(in folder: String) throws(FileError) -> Descriptor {
    let file = try TemporaryFile(in: folder, ending: "", [])
    defer { file.remove() }
    return try Descriptor(file.path, O_RDWR | O_APPEND)
  }

  /// Gives standard output mode 0600 if it is a plain file.
  package static func closeStandardOutputToOthers() throws(FileError) {
    let path = "standard output"
    guard let output = Descriptor(owning: dup(1), of: path) else { throw .last(path, .open) }
    if FileStamp(of: output)?.isRegular == true { try output.setMode(0o600) }
  }

  /// The next bytes of standard input, at most `most`; none at the end.
  package static func standardInput(upTo most: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    while true {
      let count = unsafe Glibc.read(0, &bytes, most)
      if count >= 0 { return Array(bytes[..<count]) }
      guard errno == EINTR else { throw .last("-", .read) }
    }
  }
}
