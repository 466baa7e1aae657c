import Foundation
import Synchronization

/// An open file descriptor that is closed once and not inherited by children.
final class Descriptor: Sendable {
  let number: Int32
  private let isOpen = Atomic(true)

  init(_ number: Int32) {
    self.number = number
  }

  deinit { close() }

  func close() {
    if isOpen.exchange(false, ordering: .relaxed) { Foundation.close(number) }
  }

  static func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemFailure("pipe2") }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  func makeNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Reads the available bytes: empty at the end of the file, nil if there are none yet.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(number, &buffer, buffer.count)
    if count >= 0 { return Array(buffer.prefix(count)) }
    // A terminal whose other side is closed reports EIO.
    return errno == EAGAIN || errno == EINTR ? nil : []
  }

  /// Writes as many bytes as fit and removes them from `bytes`; false without a reader.
  func write(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    let count = bytes.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
    if count >= 0 {
      bytes.removeFirst(count)
      return true
    }
    return errno == EAGAIN || errno == EINTR
  }

  /// Waits until a descriptor is ready; false if none is at `deadline`.
  static func wait(
    reading: [Descriptor], writing: [Descriptor], until deadline: ContinuousClock.Instant
  ) -> Bool {
    var interests =
      reading.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0.number, events: Int16(POLLOUT), revents: 0) }
    let left = ContinuousClock.now.duration(to: deadline) / Duration.milliseconds(1)
    let count = poll(
      &interests, nfds_t(interests.count), Int32(min(max(left.rounded(.up), 0), 1e9)))
    return count > 0
  }
}
