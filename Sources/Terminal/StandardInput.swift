internal import CTerminal
import Glibc

/// Reads a descriptor, line by line or whole, in bounded memory.
package final class StandardInput {
  /// The number of lines read so far, including those that were too long.
  package private(set) var lineNumber = 0

  private static let longestSkip = 1 << 30

  private let descriptor: Int32
  private let longestLine: Int
  private let endsBySignal: Bool
  private var buffer: [UInt8]
  private var unread = 0..<0
  /// Whether the end of a line that was too long is still unread.
  private var isWithinLine = false

  /// Reads a descriptor without closing it; `longestLine` counts bytes without the line ending.
  ///
  /// With `endsBySignal`, a held signal ends the input and drops a partial line. It works only on
  /// the main thread.
  package init(
    descriptor: Int32 = 0, longestLine: Int = 1 << 20, bufferSize: Int = 65_536,
    endsBySignal: Bool = false
  ) {
    (self.descriptor, self.longestLine, self.endsBySignal) = (descriptor, longestLine, endsBySignal)
    buffer = [UInt8](repeating: 0, count: bufferSize)
  }

  /// Whether a whole line is already buffered.
  package var hasLineAtHand: Bool { nextLineFeed() != nil }

  /// The next line without LF or CR LF; nil at the end.
  package func nextLine() throws(InputError) -> [UInt8]? {
    if isWithinLine { try finishLine() }
    var line: [UInt8] = []
    while true {
      if unread.isEmpty, try !fill() { break }
      let end = nextLineFeed()
      let piece = unread.lowerBound..<(end ?? unread.upperBound)
      line.append(contentsOf: buffer[piece])
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { return try finish(line) }
      // One byte over the limit may be the CR of the line ending.
      if line.count > longestLine + 1 {
        isWithinLine = true
        return try finish(line)
      }
    }
    let isDropped = endsBySignal && Interruption.pending != nil
    return line.isEmpty || isDropped ? nil : try finish(line)
  }

  /// Skips the rest of a line that was too long.
  package func finishLine() throws(InputError) {
    var skipped = 0
    while isWithinLine {
      if unread.isEmpty, try !fill() { break }
      skipped += unread.count
      if skipped > StandardInput.longestSkip {
        throw .endlessLine(line: lineNumber, limit: StandardInput.longestSkip)
      }
      let end = nextLineFeed()
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { break }
    }
    isWithinLine = false
  }

  /// The rest of the input, at most `limit` bytes.
  package func readAll(limit: Int) throws(InputError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      if unread.isEmpty, try !fill() { return all }
      if all.count + unread.count > limit { throw .tooLong(limit: limit) }
      all.append(contentsOf: buffer[unread])
      unread = 0..<0
    }
  }

  /// Wraps memchr(3), which compares many bytes at once.
  private func nextLineFeed() -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start + unread.lowerBound, 0x0A, unread.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  private func finish(_ line: [UInt8]) throws(InputError) -> [UInt8] {
    lineNumber += 1
    var line = line
    // Some editors begin a file with a byte order mark (U+FEFF).
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if lineNumber == 1, line.starts(with: mark) { line.removeFirst(mark.count) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.count > longestLine {
      throw .lineTooLong(line: lineNumber, limit: longestLine)
    }
    return line
  }

  /// Returns false at the end of the input.
  private func fill() throws(InputError) -> Bool {
    while true {
      // A read of a terminal is restarted after a signal: signal(7).
      if endsBySignal, cterminal_input_wait(descriptor) == 0 { return false }
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        unread = 0..<count
        return true
      }
      if count == 0 { return false }
      try waitOrThrow(errno)
    }
  }

  private func waitOrThrow(_ code: Int32) throws(InputError) {
    switch code {
    case EINTR: return
    case EAGAIN:
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    default: throw .failed(errno: code)
    }
  }
}

/// An error while reading input.
package enum InputError: Error, Equatable, Sendable {
  /// The line was skipped; the next one can be read.
  case lineTooLong(line: Int, limit: Int)
  /// The line doesn't end, so nothing after it can be read.
  case endlessLine(line: Int, limit: Int)
  case tooLong(limit: Int)
  case failed(errno: Int32)
}
