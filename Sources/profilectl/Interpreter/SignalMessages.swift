import CommandLine
import Rendering
import Terminal

/// The sentences that a signal prints when it ends the process.
final class SignalMessages {
  /// Lines of scripts that are on the disk.
  private(set) var applied = AppliedLines()
  /// Lines that wait for a commit.
  private var waiting = AppliedLines()
  /// Whether a progress line of a script is on the terminal.
  var hasProgressLine = false {
    didSet { if hasProgressLine != oldValue { armForScript() } }
  }

  /// Forgets the lines of an earlier script.
  func beginScript() {
    (applied, waiting) = (AppliedLines(), AppliedLines())
    armForScript()
  }

  /// Records a line that the next commit applies.
  func noteApplied(inPart: Bool) {
    if inPart { waiting.inPart += 1 } else { waiting.lines += 1 }
  }

  /// Records a commit, or that the waiting lines were undone.
  func noteCommit(isDone: Bool) {
    if isDone { applied += waiting }
    waiting = AppliedLines()
  }

  /// Sets the sentence for a signal between two changes of a script.
  func armForScript() {
    let start = hasProgressLine ? RedrawnLine.clear : ""
    Interruption.arm(saying: start + applied.interruption)
  }

  /// Sets the sentence for a signal before a line of a shell has saved anything.
  func arm(for line: Line) {
    guard line.origin.surface == .shell else { return }
    Interruption.arm(saying: Phrases.interrupted(ofWrite: line.writeScope.isSaved))
  }

  /// Runs `body`, which asks a question; the sentence of a signal then begins on a new line.
  func asking<Value>(_ line: Line, _ body: () throws -> Value) rethrows -> Value {
    guard line.origin.surface == .shell else { return try body() }
    Interruption.arm(saying: "\n" + Phrases.interruptedUnsaved)
    defer { Interruption.arm(saying: Phrases.interruptedUnsaved) }
    return try body()
  }

  /// The sentence for a signal that ends a change before it is saved, or work that only reads.
  func interruption(of line: Line) -> String {
    line.origin.surface == .script
      ? applied.interruption : Phrases.interrupted(ofWrite: line.writeScope.isSaved)
  }

  /// Lets signals end the process again after a change and its answer, except at a prompt.
  static func settle(at origin: LineOrigin) {
    Interruption.settle(holding: origin.isAtPrompt || origin.holdsSignals)
  }
}

/// The number of script lines that are on the disk, or changed nothing.
struct AppliedLines: Equatable {
  var lines = 0
  /// Lines that are only partly on the disk.
  var inPart = 0

  static func += (total: inout AppliedLines, more: AppliedLines) {
    total.lines += more.lines
    total.inPart += more.inPart
  }

  var interruption: String {
    let lines = "\(Magnitude.exact(lines)) \(lines == 1 ? "line was" : "lines were")"
    let others = inPart == 0 ? "" : ", and \(Magnitude.exact(inPart)) in part"
    return "Interrupted; \(lines) applied\(others)."
  }
}
