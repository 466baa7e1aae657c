import Rendering

/// How far a long script has come.
///
/// It is shown to people only, and where the answers don't go to the same screen.
struct ScriptProgress {
  private var line: RedrawnLine

  init(_ session: Session) {
    let isAlone = !session.traits.isTerminal || session.host.streams.isMuted
    line = session.progressLine(isWanted: isAlone && session.host.depth == 1)
  }

  var isDrawn: Bool { line.isDrawn }

  mutating func show(_ tally: ScriptTally) {
    guard line.isDue else { return }
    let rate = Int64(tally.lines) * 1_000_000 / max(1, line.elapsed)
    let lines = SafeText(Magnitude.exact(tally.lines))
    line.draw { traits in
      traits.fit(
        "\(lines) lines, \(SafeText(Magnitude.text(Int(rate)))) a second", to: traits.width)
    }
  }

  /// Takes the line away.
  mutating func finish() {
    line.finish()
  }
}
