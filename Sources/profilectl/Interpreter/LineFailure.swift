import CommandLine
import Services
import Terminal

/// Why a line was not carried out, with what is needed to tell of it.
struct LineFailure: Error {
  let error: any Error
  let context: FailureContext
  var format: OutputFormat?
  /// What is told behind it: how far the scripts came that it stopped, the innermost first.
  var summaries: [String] = []
  /// Whether the script that it stopped has saved something.
  var hasSaved = false

  /// Whether it is known what became of the lines that were to be saved.
  var isKnown: Bool {
    switch error as? ServiceError {
    case .storage(_, .unknown), .target(_, .unsettled): false
    default: true
    }
  }

  /// Whether whoever reads the answers has gone.
  var isOfReader: Bool {
    if case .closedPipe(.output)? = error as? ConsoleError { true } else { false }
  }

  /// Whether all that is missing is somebody to read an answer that changed nothing on the disk.
  var isUnread: Bool {
    isOfReader && context.saved == .nothing && !context.reach.isOfChanges
  }

  /// Whether it is the database that can't be used, so that the next line would not fare better.
  var isOfDatabase: Bool { (error as? ServiceError)?.isOfDatabase == true }

  /// Whether what befell the one befell the other, so that one of them has to be told.
  func isSameTrouble(as other: LineFailure) -> Bool {
    guard let error = error as? ServiceError else { return false }
    return error.reason == (other.error as? ServiceError)?.reason
  }

  /// Whether nobody refused it: it was given up.
  var isInterruption: Bool { error is Interrupted || error as? ServiceError == .interrupted }
}

extension ServiceError {
  /// Whether it is the database that can't be used, so that the next line or item would not fare
  /// better.
  ///
  /// One that is missing may be made by that line, and one line's memory is not another's.
  var isOfDatabase: Bool {
    switch reason {
    case .file(.missing), .storage(.memoryShort, saved: .nothing): false
    case .file, .storage, .busy: true
    default: false
    }
  }
}
