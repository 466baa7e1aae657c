/// Why input could not be taken.
package enum InputError: Error, Equatable, Sendable {
  /// The line was dropped up to its end, and the next can be read.
  case lineTooLong(line: Int, limit: Int)
  /// A line that was refused already goes on and on, and nothing behind it can be read.
  case endlessLine(line: Int, limit: Int)
  case tooLong(limit: Int)
  case failed(errno: Int32)
}
