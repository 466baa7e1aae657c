import CommandLine
import Model
import Services
import Storage
import Terminal

/// Reports failures of lines on standard error.
final class FailureReporter {
  private let environment: ProcessEnvironment
  private let streams: Streams
  private let network: NetworkAccess
  private let commands: KnownCommands
  private lazy var speaksUTF8 = (try? environment.speaksUTF8()) == true
  /// Whether a line of an atomic script was done.
  private var hasUndoable = false
  /// The failures reported within an atomic script, which may be undone.
  private var heldReports: [LineFailure] = []

  init(
    _ environment: ProcessEnvironment, streams: Streams, network: NetworkAccess,
    commands: KnownCommands
  ) {
    self.environment = environment
    self.streams = streams
    self.network = network
    self.commands = commands
  }

  /// The context of a failure of that line, without the facts that only its command knows.
  func context(of line: Line, saved: SavedPart = .nothing) -> FailureContext {
    var context = FailureContext(of: commands, line, database: network.place)
    context.saved = saved
    context.areEarlierLinesUndone = line.origin.undoesAll && hasUndoable
    let ascii = GlobalOptions.ascii.shape.name
    context.isASCII = line.origin.inherited.contains { $0.name == ascii } || !speaksUTF8
    // Held answers confirm changes, even if this line requested none.
    if streams.isHolding { context.writeScope = .network }
    return context
  }

  /// The failure of a line whose command was not reached or is not known.
  func failure(
    _ error: any Error, of line: Line, named: Handle? = nil, format: OutputFormat? = nil
  ) -> LineFailure {
    var context = context(of: line)
    context.namedUser = named
    return LineFailure(error: error, context: context, format: format)
  }

  /// Runs `body` as an atomic script, and returns its error and the other refusals, which were not
  /// shown.
  func undoing(_ body: () throws -> Void) -> (trouble: (any Error)?, unreported: [LineFailure]) {
    if !streams.isHolding { hasUndoable = false }
    heldReports = []
    defer { heldReports = [] }
    do {
      try body()
      return (nil, [])
    } catch {
      return (error, heldReports)
    }
  }

  /// Records that a line was done, which a later line may undo.
  func noteDone(from origin: LineOrigin) {
    if origin.undoesAll { hasUndoable = true }
  }

  /// Reports a failure, and returns the exit status for it.
  ///
  /// A line that only reads does not fail if the reader of its answer is gone.
  @discardableResult
  func report(_ failure: LineFailure, from origin: LineOrigin) -> ExitStatus {
    let status = reportAlone(failure, from: origin)
    for summary in failure.summaries { say(summary + "\n") }
    return status
  }

  private func reportAlone(_ failure: LineFailure, from origin: LineOrigin) -> ExitStatus {
    let (error, context) = (failure.error, failure.context)
    let isOfChange =
      context.saved != .nothing || context.writeScope == .network || context.writeScope == .ownFile
    if failure.isOfReader, !isOfChange { return .done }
    let signalled = ExitStatus.asked ?? .interrupted
    switch error {
    case is PartRefused: return .no
    case is Interrupted: return signalled
    case ServiceError.storage(.interrupted), ConsoleError.interrupted:
      // A script prints its own summary.
      if origin.surface != .script {
        say(interruption(after: context.saved, isWrite: context.writeScope.isSaved) + "\n")
      }
      return signalled
    case is Declined:
      say(Phrases.declined + "\n")
      return .no
    default: break
    }
    if origin.undoesAll, streams.isHolding { heldReports.append(failure) }
    var report = FailureWords.failure(for: error, in: context)
    // A failure after saved items says how many were saved.
    switch context.saved {
    case .items(let count) where context.items != .one: report = report.adding(Phrases.saved(count))
    case .perhapsItems(let count): report = report.adding(Phrases.perhapsSaved(count))
    default: break
    }
    report.place = context.line.place
    let isJSON = failure.format?.isJSON ?? origin.speaksJSON
    let text = report.text(isASCII: context.isASCII, width: environment.messageWidth)
    say(isJSON ? report.json : text)
    return report.status
  }

  /// The sentence about a line that a signal stopped, or arrived too late to stop.
  func interruption(after saved: SavedPart, isWrite: Bool) -> String {
    switch saved {
    case .all: Phrases.interruptedSaved
    case .items(let count): "Interrupted; \(Phrases.saved(count))"
    case .perhapsItems(let count): "Interrupted; \(Phrases.perhapsSaved(count))"
    case .nothing: Phrases.interrupted(ofWrite: isWrite)
    }
  }

  /// If standard error can't be written either, only the status reports the failure.
  private func say(_ text: String) {
    try? streams.write(text, to: .error)
  }
}
