import CTerminal
import Glibc

/// Writes to the standard streams and asks questions.
package struct Console: Sendable {
  /// The size of a window in character cells.
  package struct Size: Equatable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
      (self.columns, self.rows) = (columns, rows)
    }
  }

  package init() {}

  package func isTerminal(_ stream: StandardStream) -> Bool {
    isatty(stream.rawValue) == 1
  }

  /// The largest size; larger terminals are used in part.
  private static let largest = Size(columns: 1_000, rows: 500)

  /// The window size of standard output, otherwise of standard error; nil without a terminal.
  package var size: Size? {
    for stream in [StandardStream.output, .error] {
      let cells = cterminal_size(stream.rawValue)
      if cells.columns > 0, cells.rows > 0 {
        return Size(
          columns: min(Int(cells.columns), Console.largest.columns),
          rows: min(Int(cells.rows), Console.largest.rows))
      }
    }
    return nil
  }

  /// The size of a character cell of standard output in pixels; nil if the terminal doesn't say.
  package var cellSize: (width: Int, height: Int)? {
    let cells = cterminal_size(StandardStream.output.rawValue)
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    let (width, height) = (cells.width / cells.columns, cells.height / cells.rows)
    // Some terminals report other units.
    guard (4...64).contains(width), (6...128).contains(height) else { return nil }
    return (Int(width), Int(height))
  }

  /// Writes all bytes; wraps write(2).
  package func write(
    _ bytes: [UInt8], to stream: StandardStream = .output
  ) throws(ConsoleError) {
    try Console.write(bytes, to: stream.rawValue, as: stream)
  }

  /// Writes to any descriptor; errors name `stream`.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, as stream: StandardStream
  ) throws(ConsoleError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let isPatient = !Interruption.isHeld && Interruption.pending == nil
      let count =
        isPatient
        ? unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        : try offer(rest, to: descriptor, as: stream)
      if count >= 0 {
        rest.removeFirst(count)
      } else {
        try Console.recover(from: errno, writing: descriptor, as: stream)
      }
    }
  }

  /// Writes as much as write(2) accepts.
  ///
  /// A held signal ends the wait for the reader, but not the process.
  private static func offer(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, as stream: StandardStream
  ) throws(ConsoleError) -> Int {
    while true {
      let isAsked = Interruption.pending != nil
      let count = unsafe bytes.withUnsafeBytes {
        unsafe cterminal_output_offer(descriptor, $0.baseAddress, $0.count)
      }
      guard count < 0, errno == EAGAIN else { return count }
      if isAsked { throw .interrupted(stream) }
    }
  }

  package func write(_ text: String, to stream: StandardStream = .output) throws(ConsoleError) {
    try write(Array(text.utf8), to: stream)
  }

  /// Asks on standard error and reads one line; only `y` and `yes` mean yes.
  ///
  /// The caller checks that standard input is a terminal.
  package func confirm(_ question: String) throws(ConsoleError) -> Bool {
    try write("\(question) [y/N] ", to: .error)
    let answer = try readAnswer()
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Returns if the write may be retried.
  private static func recover(
    from code: Int32, writing descriptor: Int32, as stream: StandardStream
  ) throws(ConsoleError) {
    switch code {
    case EINTR: return
    case EAGAIN:
      // Another process made the stream non-blocking.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    case EPIPE: throw .closedPipe(stream)
    default: throw .failed(stream, errno: code)
    }
  }

  /// Reads a line byte by byte, so that the rest of the input stays unread.
  ///
  /// An overlong answer or a held signal means no.
  private func readAnswer() throws(ConsoleError) -> String {
    var line: [UInt8] = []
    while true {
      // poll(2), unlike read(2), is not restarted after a signal: signal(7).
      if cterminal_input_wait(StandardStream.input.rawValue) == 0 {
        try write("\n", to: .error)
        return ""
      }
      var byte: UInt8 = 0
      let count = unsafe read(StandardStream.input.rawValue, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .failed(.input, errno: errno) }
      if count == 0 {
        // The question's line has no line feed yet.
        try write("\n", to: .error)
        break
      }
      if byte == UInt8(ascii: "\n") { break }
      if line.count < 16 { line.append(byte) }
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}

/// An error while writing or asking.
package enum ConsoleError: Error, Equatable, Sendable {
  /// The reader closed the pipe.
  case closedPipe(StandardStream)
  /// A held signal arrived while the reader did not read.
  case interrupted(StandardStream)
  case failed(StandardStream, errno: Int32)
}

package enum StandardStream: Int32, Sendable, CaseIterable {
  case input, output, error
}
