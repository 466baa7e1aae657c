import Dispatch
import Files
import Model
import Rendering
import Terminal

/// Reports the progress of a synthetic network on a progress line.
///
/// Sendable because only `lane` touches the state.
final class ProgressReporter: @unchecked Sendable {
  private let lane = DispatchQueue(label: "profilectl.progress")
  private var line: RedrawnLine
  private var latest: (progress: WorkProgress, start: Int)?
  private var imported = 0
  /// Redraws the line while no progress arrives, so that long work doesn't look stuck.
  private var pulse: (any DispatchSourceTimer)?
  /// The sentence that a signal prints when it ends the work.
  private let interruption: String

  init(_ line: RedrawnLine, interruption: String) {
    self.line = line
    self.interruption = interruption
    // Dispatch ends the program if it has no descriptors for its timers.
    guard line.isShown, Descriptor.areFree(3) else { return }
    let pulse = DispatchSource.makeTimerSource(queue: lane)
    pulse.schedule(deadline: .now() + .milliseconds(600), repeating: .milliseconds(500))
    pulse.setEventHandler { [weak self] in self?.draw() }
    pulse.activate()
    self.pulse = pulse
  }

  /// Shows progress; may be called from any thread.
  var report: @Sendable (WorkProgress) -> Void {
    { [self] progress in lane.sync { show(progress) } }
  }

  /// The rows that an import or a migration has reported as done.
  var importedRows: Int { lane.sync { imported } }

  /// Erases the line.
  func finish() {
    lane.sync {
      pulse?.cancel()
      line.finish()
      latest = nil
    }
  }

  private func show(_ progress: WorkProgress) {
    if progress.stage == .importing { imported = progress.done }
    let isSameStage = latest?.progress.stage == progress.stage
    latest = (progress, isSameStage ? latest?.start ?? 0 : line.milliseconds)
    draw()
  }

  private func draw() {
    guard let (progress, start) = latest, line.isDue else { return }
    if line.isOnTerminal, !line.isDrawn {
      Interruption.arm(saying: RedrawnLine.clear + interruption)
    }
    line.draw(
      ProgressLine(
        SafeText(progress.stage.rawValue), done: progress.done, of: progress.total,
        share: progress.share,
        milliseconds: line.milliseconds - (progress.share == nil ? start : 0)))
  }
}
