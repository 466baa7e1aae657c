import Rendering
import Terminal

/// A line on standard error that is redrawn, once the work has taken half a second.
///
/// In the browser it is passed to the screen instead.
struct RedrawnLine: Sendable {
  private static let patience: Int64 = 500_000
  private static let pause: Int64 = 100_000
  /// Goes to the first column and erases the line (ECMA-48, EL).
  static let clear = "\r\u{1B}[K"

  private let console: Console
  /// Nil if the output is not a visible terminal.
  private let traits: Traits?
  /// Takes the line in the browser.
  private let show: (@Sendable (SafeText) -> Void)?
  private let start = Clock.now()
  private var lastDrawn: Int64 = 0

  init(on console: Console, in traits: Traits?, show: (@Sendable (SafeText) -> Void)? = nil) {
    self.console = console
    self.traits = traits
    self.show = show
  }

  var isShown: Bool { traits != nil || show != nil }
  /// The milliseconds since the work began.
  var milliseconds: Int { Int(Clock.now() - start) / 1_000 }
  /// Whether the line is on the terminal now.
  var isDrawn: Bool { isOnTerminal && lastDrawn > 0 }
  var isOnTerminal: Bool { show == nil }

  /// Whether it is time to draw; reads the clock.
  var isDue: Bool {
    guard isShown else { return false }
    let now = Clock.now()
    return now - start >= RedrawnLine.patience && now - lastDrawn >= RedrawnLine.pause
  }

  mutating func draw(_ progress: ProgressLine) {
    lastDrawn = Clock.now()
    if let show { return show(progress.brief) }
    guard let traits else { return }
    write(RedrawnLine.clear + progress.text(in: traits).string)
  }

  /// Erases the line.
  mutating func finish() {
    if isDrawn { write(RedrawnLine.clear) }
    lastDrawn = 0
  }

  /// Ignores a failure, because the line is optional.
  private func write(_ text: String) {
    try? console.write(text, to: .error)
  }
}
