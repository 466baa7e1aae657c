import Dispatch
import Model
import Rendering
import Terminal

extension Session {
  /// Tells a person how far long work has come.
  func progress() -> ProgressTeller {
    let console = surroundings.console
    let isDumb = (try? surroundings.environment.value("TERM")) ?? "dumb" == "dumb"
    let isWatched = console.isTerminal(.error) && !options.isQuiet && !isDumb
    var traits = traits
    traits.isTerminal = true
    if let columns = console.size?.columns { traits.width = max(1, min(traits.width, columns - 1)) }
    return ProgressTeller(
      console: console, traits: isWatched ? traits : nil,
      interruption: host.surface == .script
        ? Wording.interrupted(after: host.applied) : Wording.interruptedUnsaved)
  }

  /// Tells what was done by a write that has no items.
  func tell(_ record: Record, isRehearsal: Bool = false) throws {
    if let format = recordFormat {
      return try confirm(
        record.output(as: format, only: options.fields, isTerminal: traits.isTerminal),
        isRehearsal: isRehearsal)
    }
    if let fields = options.fields {
      return try confirm(record.output(as: .lines, only: fields), isRehearsal: isRehearsal)
    }
    try confirm(KeyValueList(record).output(in: traits), isRehearsal: isRehearsal)
  }
}

/// One line on standard error that is drawn over and over, once work has taken half a second.
///
/// Sendable by construction: the state is touched on `lane` only.
final class ProgressTeller: @unchecked Sendable {
  private static let patience: Int64 = 500_000
  private static let pause: Int64 = 100_000
  /// Back to the first column, and away with what stands there (ECMA-48, EL).
  private static let clear = "\r\u{1B}[K"

  private let console: Console
  /// Nil where nobody looks.
  private let traits: Traits?
  private let lane = DispatchQueue(label: "profilectl.progress")
  private let start = Clock.now()
  private var stage: (name: SeedProgress.Stage, start: Int64)?
  private var lastDrawn: Int64 = 0

  /// What is said when a signal ends the work.
  private let interruption: String

  init(console: Console, traits: Traits?, interruption: String) {
    self.interruption = interruption
    self.console = console
    self.traits = traits
  }

  /// What to call with news, from any thread.
  var report: @Sendable (SeedProgress) -> Void {
    { [self] progress in lane.sync { take(progress) } }
  }

  /// Takes the line away.
  func finish() {
    lane.sync {
      if lastDrawn > 0 { write(ProgressTeller.clear) }
      lastDrawn = 0
    }
  }

  private func take(_ progress: SeedProgress) {
    guard let traits else { return }
    let now = Clock.now()
    if stage?.name != progress.stage { stage = (progress.stage, now) }
    guard let stage, now - start >= ProgressTeller.patience,
      now - lastDrawn >= ProgressTeller.pause
    else { return }
    if lastDrawn == 0 {
      Interruption.arm(saying: ProgressTeller.clear + interruption)
    }
    lastDrawn = now
    let line = ProgressLine(
      SafeText(stage.name.rawValue), done: progress.done, of: progress.total,
      milliseconds: Int(now - stage.start) / 1_000)
    write(ProgressTeller.clear + line.text(in: traits).string)
  }

  /// Progress that can't be shown is no trouble.
  private func write(_ text: String) {
    try? console.write(text, to: .error)
  }
}
