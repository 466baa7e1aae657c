import CommandLine
import Files
import Services
import Storage
import Terminal

/// The failure of a line, with the context that its words need.
struct LineFailure: Error {
  let error: any Error
  let context: FailureContext
  /// The format that the line names; nil if it names none.
  var format: OutputFormat?
  /// Sentences after the error: the summaries of stopped scripts, the innermost first.
  var summaries: [String] = []
  /// Whether the stopped script has saved something.
  var hasSaved = false

  /// Whether other transactions were in the way.
  var isBusy: Bool {
    if case .storage(.busy) = (error as? ServiceError)?.reason { true } else { false }
  }

  /// Whether it is known which lines were saved.
  var isKnown: Bool {
    switch error as? ServiceError {
    case .storage(.failed(_, .unknown)), .storage(.target(_, .unsynced)): false
    default: true
    }
  }

  /// Whether the reader of the answers has gone.
  var isOfReader: Bool {
    if case .closedPipe(.output)? = error as? ConsoleError { true } else { false }
  }

  /// Whether only an answer is lost, and nothing changed on the disk.
  var isUnread: Bool {
    isOfReader && context.saved == .nothing && !context.writeScope.isOfChanges
  }

  /// Whether the database can't be used, so that the next line would fail too.
  var isOfDatabase: Bool { (error as? ServiceError)?.isOfDatabase == true }

  /// Whether both have the same cause, so that one report suffices.
  func hasSameCause(as other: LineFailure) -> Bool {
    guard let error = error as? ServiceError else { return false }
    return error.reason == (other.error as? ServiceError)?.reason
  }

  /// Whether a signal stopped the line.
  var isInterruption: Bool { error.isInterruption }
}

extension Error {
  /// Whether a signal stopped the work.
  var isInterruption: Bool {
    self is Interrupted || self as? ServiceError == .storage(.interrupted)
  }
}

/// A signal asked the program to stop its work.
struct Interrupted: Error {}

/// The user answered no to a question.
struct Declined: Error {}

/// A script stops at a line whose refused part has been reported.
struct PartRefused: Error {}

extension ServiceError {
  /// The reason without the refused item.
  var reason: ServiceError {
    if case .refused(_, let reason) = self { return reason }
    return self
  }

  /// Whether the database can't be used, so that the next line or item would fail too.
  ///
  /// The next line may create a missing database, or need less memory.
  var isOfDatabase: Bool {
    switch reason {
    case .storage(.file(.missing)), .storage(.failed(.memoryShort, saved: .nothing)): false
    case .storage(.file), .storage(.failed), .storage(.busy): true
    default: false
    }
  }
}
