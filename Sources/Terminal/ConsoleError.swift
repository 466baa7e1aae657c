/// Why something could not be written or asked.
package enum ConsoleError: Error, Equatable, Sendable {
  /// Whoever was reading has gone.
  case closedPipe(StandardStream)
  case failed(StandardStream, errno: Int32)
}
