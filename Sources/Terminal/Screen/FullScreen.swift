internal import CTerminal
internal import Glibc

/// The terminal while all of its screen is drawn on, and every key is read as it is pressed.
///
/// It is given back when this is left or dropped, and by any signal that ends the process. Signals
/// that ask for an end are the caller's to hold and to look at: see `Interruption`.
package final class FullScreen {
  /// What ended a wait; none of these when the time was up or a signal asks for an end.
  package struct Happening: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let input = Happening(rawValue: 1)
    package static let woken = Happening(rawValue: 2)
    package static let resized = Happening(rawValue: 4)
    /// The process goes on after a stop that it could not see coming.
    package static let continued = Happening(rawValue: 8)
    package static let stopAsked = Happening(rawValue: 16)
    package static let gone = Happening(rawValue: 32)
  }

  /// How long an escape waits for what may follow it: longer than a line over ssh splits a key.
  private static let escapeDelay = Duration.milliseconds(40)

  private let wake: WakeSignal
  /// Whether presses and the wheel are told as keys.
  package var usesMouse: Bool {
    didSet { cterminal_screen_mouse(usesMouse ? 1 : 0) }
  }
  private let console = Console()
  private var decoder = KeyDecoder()
  /// Until when an escape that has come waits for what may follow it; nil where none does.
  private var escapeEnd: ContinuousClock.Instant?
  private var isLeft = false

  /// A ring of `wake` ends a wait for keys.
  package init(usesMouse: Bool, wokenBy wake: WakeSignal) throws(ConsoleError) {
    self.wake = wake
    self.usesMouse = usesMouse
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

  /// Waits for a key, a ring of `wake`, or a signal; nil waits as long as it takes.
  package func wait(milliseconds limit: Int?) -> Happening {
    let limit = restOfEscape.map { min(limit ?? .max, $0) } ?? limit
    let bits = cterminal_screen_wait(wake.descriptor, Int32(clamping: limit ?? -1))
    let happening = Happening(rawValue: bits)
    if happening.contains(.woken) { wake.drain() }
    return happening
  }

  /// The keys that have come, after a wait; nil once the terminal is gone.
  package func keys(after happening: Happening) -> [Key]? {
    if happening.contains(.gone) { return nil }
    guard happening.contains(.input) else {
      guard restOfEscape == 0 else { return [] }
      escapeEnd = nil
      return decoder.flush()
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(StandardStream.input.rawValue, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    let keys = decoder.take(buffer.prefix(count))
    escapeEnd = decoder.isWaiting ? .now + Self.escapeDelay : nil
    return keys
  }

  /// Milliseconds that an escape waits on; nil where none does.
  private var restOfEscape: Int? {
    escapeEnd.map { end in
      let (seconds, attoseconds) = (end - .now).components
      return max(
        0, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
  }

  /// Nothing once this is told to end: the terminal may be another program's.
  package func write(_ bytes: [UInt8]) throws(ConsoleError) {
    let isTaken = cterminal_screen_is_taken() != 0 && Interruption.pending == nil
    guard !bytes.isEmpty, isTaken else { return }
    try console.write(bytes)
  }

  /// Gives the terminal back and stops, with the whole job; returns when it goes on.
  package func stop() {
    cterminal_screen_stop()
  }

  /// Takes the terminal again, which somebody else had meanwhile.
  package func resume() {
    cterminal_screen_resume()
  }
}
