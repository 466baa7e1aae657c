import Rendering
import Terminal

/// How far a long script has come, on a line of standard error that is drawn over and over.
///
/// It is shown to people only, and where the answers don't go to the same screen.
struct ScriptProgress {
  private static let patience: Int64 = 500_000
  private static let pause: Int64 = 200_000
  /// Back to the first column, and away with what stands there (ECMA-48, EL).
  private static let clear = "\r\u{1B}[K"

  private let console: Console
  private let isShown: Bool
  private let start = Clock.now()
  private var lastDrawn: Int64 = 0

  init(_ session: Session) {
    console = session.surroundings.console
    let isDumb = (try? session.surroundings.environment.value("TERM")) ?? "dumb" == "dumb"
    let isAlone = !session.traits.isTerminal || session.host.streams.isMuted
    isShown = console.isTerminal(.error) && isAlone && !isDumb && session.host.depth == 1
  }

  mutating func show(_ tally: ScriptTally) {
    let now = Clock.now()
    guard isShown, now - start >= ScriptProgress.patience,
      now - lastDrawn >= ScriptProgress.pause
    else { return }
    lastDrawn = now
    let rate = Int64(tally.lines) * 1_000_000 / max(1, now - start)
    let lines = Magnitude.exact(tally.lines)
    try? console.write(
      "\(ScriptProgress.clear)\(lines) lines, \(Magnitude.text(Int(rate))) a second", to: .error)
  }

  /// Takes the line away.
  func finish() {
    if lastDrawn > 0 { try? console.write(ScriptProgress.clear, to: .error) }
  }
}
