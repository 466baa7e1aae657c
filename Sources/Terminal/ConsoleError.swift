/// Why something could not be written or asked.
package enum ConsoleError: Error, Equatable, Sendable {
  /// Whoever was reading has gone.
  case closedPipe(StandardStream)
  /// A signal came that is held back, and nobody takes what is written.
  case interrupted(StandardStream)
  case failed(StandardStream, errno: Int32)
}
