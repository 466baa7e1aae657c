import CTerminal
import Glibc

/// The streams of this process as somewhere to write to and to ask.
package struct Console: Sendable {
  /// The size of a window in character cells.
  package struct Size: Equatable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  package init() {}

  package func isTerminal(_ stream: StandardStream) -> Bool {
    isatty(stream.rawValue) == 1
  }

  /// No screen is larger; a terminal that says so is drawn on in a part.
  private static let largest = Size(columns: 1_000, rows: 500)

  /// The window behind standard output, else behind standard error; nil where there is none.
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

  /// Writes all of `bytes`, with as many calls of `write` as it takes.
  package func write(
    _ bytes: [UInt8], to stream: StandardStream = .output
  ) throws(ConsoleError) {
    try Console.write(bytes, to: stream.rawValue, as: stream)
  }

  /// The same to any descriptor, whose errors are told as those of `stream`.
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

  /// Writes what is taken, as write(2); a held signal doesn't end the process, but the wait for
  /// somebody who takes it.
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

  /// Asks on standard error and reads one line; only `y` and `yes` are a yes.
  ///
  /// It is the caller who knows that standard input is a terminal.
  package func confirm(_ question: String) throws(ConsoleError) -> Bool {
    try write("\(question) [y/N] ", to: .error)
    let answer = try readAnswer()
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Returns if the write may be tried again.
  private static func recover(
    from code: Int32, writing descriptor: Int32, as stream: StandardStream
  ) throws(ConsoleError) {
    switch code {
    case EINTR: return
    case EAGAIN:
      // Somebody else made the stream non-blocking.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    case EPIPE: throw .closedPipe(stream)
    default: throw .failed(stream, errno: code)
    }
  }

  /// Byte by byte, so that what follows the line is left for others; over-long answers are no yes,
  /// and neither is a signal that is held back.
  private func readAnswer() throws(ConsoleError) -> String {
    var line: [UInt8] = []
    while true {
      // A wait, unlike a read, is never taken up again by itself: signal(7).
      if cterminal_input_wait(StandardStream.input.rawValue) == 0 {
        try write("\n", to: .error)
        return ""
      }
      var byte: UInt8 = 0
      let count = unsafe read(StandardStream.input.rawValue, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .failed(.input, errno: errno) }
      if count == 0 {
        // Nobody typed the end of the line that the question stands on.
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
