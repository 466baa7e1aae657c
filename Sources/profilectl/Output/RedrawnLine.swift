import Rendering
import Terminal

/// One line on standard error that is drawn over and over, once work has taken half a second.
///
/// Where somebody else has the screen it is only told.
struct RedrawnLine: Sendable {
  private static let patience: Int64 = 500_000
  private static let pause: Int64 = 100_000
  /// Back to the first column, and away with what stands there (ECMA-48, EL).
  static let clear = "\r\u{1B}[K"

  private let console: Console
  /// Nil where nobody looks.
  private let traits: Traits?
  /// Whoever has the screen.
  private let tell: (@Sendable (SafeText) -> Void)?
  private let start = Clock.now()
  private var lastDrawn: Int64 = 0

  init(on console: Console, in traits: Traits?, tell: (@Sendable (SafeText) -> Void)? = nil) {
    self.console = console
    self.traits = traits
    self.tell = tell
  }

  var isLookedAt: Bool { traits != nil || tell != nil }
  /// Since the work began.
  var milliseconds: Int { Int(Clock.now() - start) / 1_000 }
  /// Whether it stands on the terminal.
  var isDrawn: Bool { tell == nil && lastDrawn > 0 }
  /// Whether it would stand there.
  var isOnTerminal: Bool { tell == nil }

  /// Whether it is time to draw it, which costs no more than a look at the clock.
  var isDue: Bool {
    guard isLookedAt else { return false }
    let now = Clock.now()
    return now - start >= RedrawnLine.patience && now - lastDrawn >= RedrawnLine.pause
  }

  mutating func draw(_ progress: ProgressLine) {
    lastDrawn = Clock.now()
    if let tell { return tell(progress.brief) }
    guard let traits else { return }
    write(RedrawnLine.clear + progress.text(in: traits).string)
  }

  /// Takes the line away.
  mutating func finish() {
    if isDrawn { write(RedrawnLine.clear) }
    lastDrawn = 0
  }

  /// What can't be shown is no trouble.
  private func write(_ text: String) {
    try? console.write(text, to: .error)
  }
}
