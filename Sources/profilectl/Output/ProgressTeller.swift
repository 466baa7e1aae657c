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
  private var latest: (progress: SeedProgress, start: Int)?
  /// Tells again where no news come, so that nobody takes long work for none.
  private var pulse: (any DispatchSourceTimer)?
  /// What is said when a signal ends the work.
  private let interruption: String

  init(_ line: RedrawnLine, interruption: String) {
    self.line = line
    self.interruption = interruption
    // Dispatch ends the program where it has none for its timers.
    guard line.isLookedAt, Descriptors.areFree(3) else { return }
    let pulse = DispatchSource.makeTimerSource(queue: lane)
    pulse.schedule(deadline: .now() + .milliseconds(600), repeating: .milliseconds(500))
    pulse.setEventHandler { [weak self] in self?.tell() }
    pulse.activate()
    self.pulse = pulse
  }

  /// What to call with news, from any thread.
  var report: @Sendable (SeedProgress) -> Void {
    { [self] progress in lane.sync { take(progress) } }
  }

  /// Takes the line away.
  func finish() {
    lane.sync {
      pulse?.cancel()
      line.finish()
      latest = nil
    }
  }

  private func take(_ progress: SeedProgress) {
    let isSameStage = latest?.progress.stage == progress.stage
    latest = (progress, isSameStage ? latest?.start ?? 0 : line.milliseconds)
    tell()
  }

  private func tell() {
    guard let (progress, start) = latest, line.isDue else { return }
    if line.isOnTerminal, !line.isDrawn {
      Interruption.arm(saying: RedrawnLine.clear + interruption)
    }
    line.draw(
      ProgressLine(
        SafeText(progress.stage.rawValue), done: progress.done, of: progress.total,
        milliseconds: line.milliseconds - start))
  }
}
