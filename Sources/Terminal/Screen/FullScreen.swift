internal import CTerminal
internal import Glibc
package import Keys

/// The terminal in full-screen mode, where each key is read when pressed.
///
/// Leaving, deallocation and any signal that ends the process restore the terminal. The caller
/// holds SIGINT, SIGTERM and SIGHUP with `Interruption`.
package final class FullScreen {
  /// The reasons why a wait ended; empty after the time limit or a held signal.
  package struct WaitReasons: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let input = WaitReasons(rawValue: 1)
    package static let woken = WaitReasons(rawValue: 2)
    package static let resized = WaitReasons(rawValue: 4)
    /// The process continues after an unexpected stop.
    package static let continued = WaitReasons(rawValue: 8)
    package static let stopAsked = WaitReasons(rawValue: 16)
    package static let gone = WaitReasons(rawValue: 32)
  }

  /// The wait for more bytes of a key: longer than ssh delays the second part of a split sequence.
  private static let keyDelay = Duration.milliseconds(40)
  /// The wait for more bytes of a reply.
  private static let replyDelay = Duration.milliseconds(500)
  /// The time after a query in which a reply is expected.
  private static let replyTimeout = Duration.seconds(3)

  private let wake: WakeSignal
  /// Whether mouse events arrive as keys.
  package var usesMouse: Bool {
    didSet { cterminal_screen_mouse(usesMouse ? 1 : 0) }
  }
  /// Whether pictures of kitty's protocol are drawn; `leave` removes them.
  package var placesPictures = false {
    didSet { cterminal_screen_pictures(placesPictures ? 1 : 0) }
  }
  private let console = Console()
  private var decoder = KeyDecoder()
  /// The end of the wait for the rest of a key or a reply.
  private var waitEnd: ContinuousClock.Instant?
  private var askedAt: ContinuousClock.Instant?
  private var isLeft = false

  /// `wake` ends a wait for keys.
  package init(usesMouse: Bool, wokenBy wake: WakeSignal) throws(ConsoleError) {
    (self.wake, self.usesMouse) = (wake, usesMouse)
    let code = cterminal_screen_enter(usesMouse ? 1 : 0)
    if code != 0 { throw .failed(.input, errno: code) }
  }

  deinit {
    leave()
  }

  package func leave() {
    guard !isLeft else { return }
    isLeft = true
    cterminal_screen_leave()
  }

  package var size: Console.Size? { console.size }
  package var cellSize: (width: Int, height: Int)? { console.cellSize }

  /// Waits for a key, the wake signal or another signal; nil means no time limit.
  package func wait(milliseconds limit: Int?) -> WaitReasons {
    let limit = restOfWait.map { min(limit ?? .max, $0) } ?? limit
    let bits = cterminal_screen_wait(wake.descriptor, Int32(clamping: limit ?? -1))
    let reasons = WaitReasons(rawValue: bits)
    if reasons.contains(.woken) { wake.drain() }
    return reasons
  }

  /// The keys read after a wait; nil if the terminal is gone.
  package func keys(after reasons: WaitReasons) -> [KeyPress]? {
    if reasons.contains(.gone) { return nil }
    guard reasons.contains(.input) else {
      guard restOfWait == 0 else { return [] }
      waitEnd = nil
      return decoder.flush()
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(StandardStream.input.rawValue, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    if let askedAt, .now - askedAt > Self.replyTimeout { decoder.expectsReply = false }
    let keys = decoder.take(buffer.prefix(count))
    waitEnd = decoder.unfinished.map {
      .now + ($0 == .reply ? Self.replyDelay : Self.keyDelay)
    }
    return keys
  }

  /// Queries the terminal; its replies appear in `replies`, possibly late or never.
  package func ask(aboutGraphics: Bool) throws(ConsoleError) {
    askedAt = .now
    decoder.expectsReply = true
    try write(TerminalReply.query(aboutGraphics: aboutGraphics))
  }

  /// The replies since the last call.
  package func replies() -> [TerminalReply] {
    defer { decoder.replies = [] }
    return decoder.replies
  }

  /// The remaining milliseconds of a wait.
  private var restOfWait: Int? {
    waitEnd.map { end in
      let (seconds, attoseconds) = (end - .now).components
      return max(
        0, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
  }

  /// Writes nothing after a signal, because another program may use the terminal.
  package func write(_ bytes: [UInt8]) throws(ConsoleError) {
    let isOurs = cterminal_screen_is_taken() != 0 && Interruption.pending == nil
    guard !bytes.isEmpty, isOurs else { return }
    try console.write(bytes)
  }

  /// Restores the terminal and stops the job; returns when it continues.
  package func stop() {
    cterminal_screen_stop()
  }

  /// Restores the terminal, runs `body`, which starts another program, and then takes the terminal
  /// again.
  package func lend<Value>(_ body: () -> Value) -> Value {
    cterminal_screen_leave()
    defer {
      if !isLeft { _ = cterminal_screen_enter(usesMouse ? 1 : 0) }
      cterminal_screen_pictures(placesPictures ? 1 : 0)
    }
    return body()
  }

  /// Takes the terminal again after another program used it.
  package func resume() {
    cterminal_screen_resume()
  }
}
