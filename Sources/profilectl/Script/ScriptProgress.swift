import Rendering
import Terminal

/// How far a long script has come.
///
/// A line of it is drawn for people only, and where the answers don't go to the same screen;
/// whoever has taken the screen is told, and draws it.
struct ScriptProgress {
  private static let pause: Int64 = 100_000

  private var line: RedrawnLine
  /// Whoever has taken the screen.
  private let onProgress: ((Int) -> Void)?
  private var lastTold = Clock.now()

  init(_ session: Session) {
    let isAlone = !session.traits.isTerminal || session.host.streams.isMuted
    line = session.progressLine(isWanted: isAlone && session.host.depth == 1)
    onProgress = session.host.depth == 1 ? session.host.onProgress : nil
  }

  var isDrawn: Bool { line.isDrawn }

  mutating func show(_ tally: ScriptTally) {
    if let onProgress, Clock.now() - lastTold >= ScriptProgress.pause {
      lastTold = Clock.now()
      onProgress(tally.lines)
    }
    guard line.isDue else { return }
    line.draw(ProgressLine("lines", done: tally.lines, of: nil, milliseconds: line.milliseconds))
  }

  /// Takes the line away.
  mutating func finish() {
    line.finish()
  }
}
