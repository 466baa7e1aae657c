import Rendering
import Terminal

/// How far a long script has come.
///
/// A line of it is drawn for people only, and where the answers don't go to the same screen.
struct ScriptProgress {
  private var line: RedrawnLine

  init(_ context: CommandContext) {
    let isAlone = !context.traits.isTerminal || context.host.streams.isMuted
    line = context.progressLine(isWanted: isAlone && context.host.depth == 1)
  }

  var isDrawn: Bool { line.isDrawn }

  mutating func show(_ tally: ScriptTally) {
    guard line.isDue else { return }
    line.draw(ProgressLine("lines", done: tally.lines, of: nil, milliseconds: line.milliseconds))
  }

  /// Takes the line away.
  mutating func finish() {
    line.finish()
  }
}
