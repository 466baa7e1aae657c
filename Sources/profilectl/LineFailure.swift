/// Why a line was not carried out, with what is needed to tell of it.
struct LineFailure: Error {
  let error: any Error
  let context: FailureContext
  let format: OutputFormat?
}

/// What a line did.
enum LineEffect: Equatable {
  /// It changed something, or only asked.
  case done
  /// All it wanted was so already.
  case unchanged
  /// Some of it was refused while the rest went on.
  case refused
}
