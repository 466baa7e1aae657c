import Dispatch
import Model
import Rendering
import Terminal

/// Tells how far the making of a network has come.
///
/// Sendable by construction: the state is touched on `lane` only.
final class ProgressTeller: @unchecked Sendable {
  private let lane = DispatchQueue(label: "profilectl.progress")
  private var line: RedrawnLine
  private var stage: (name: SeedProgress.Stage, start: Int)?
  /// What is said when a signal ends the work.
  private let interruption: String

  init(_ line: RedrawnLine, interruption: String) {
    self.line = line
    self.interruption = interruption
  }

  /// What to call with news, from any thread.
  var report: @Sendable (SeedProgress) -> Void {
    { [self] progress in lane.sync { take(progress) } }
  }

  /// Takes the line away.
  func finish() {
    lane.sync { line.finish() }
  }

  private func take(_ progress: SeedProgress) {
    if stage?.name != progress.stage { stage = (progress.stage, line.milliseconds) }
    guard let stage, line.isDue else { return }
    if line.isOnTerminal, !line.isDrawn {
      Interruption.arm(saying: RedrawnLine.clear + interruption)
    }
    line.draw(
      ProgressLine(
        SafeText(stage.name.rawValue), done: progress.done, of: progress.total,
        milliseconds: line.milliseconds - stage.start))
  }
}
