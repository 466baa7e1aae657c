import Browser
import CommandLine
import Rendering

/// The result of a command, and its requests to the caller.
struct CommandResult {
  var status = ExitStatus.done
  var effect = LineEffect.done
  /// The part that is on the disk, or waits for a commit.
  var saved = SavedPart.nothing
  /// The refusals that were reported while the other items continued.
  var complaints: [LineFailure] = []
  /// A question to confirm before the command makes a change; it then runs again.
  var question: Question?
  /// The profile that the browser shall open.
  var opens: Destination?
  /// The number of changes that an exchange received.
  var received: Int?
  /// Whether the line asked for a change that is saved; set by the interpreter.
  var isWrite = false

  /// A question before something is lost.
  struct Question {
    let loss: UsageError.Loss
    let text: SafeText
  }

  static func asking(_ loss: UsageError.Loss, _ text: SafeText) -> CommandResult {
    CommandResult(question: Question(loss: loss, text: text))
  }
}

/// The effect of a line.
enum LineEffect: Equatable {
  /// Changed or queried something.
  case done
  /// The requested state existed already.
  case unchanged
  /// Failed wholly or in part.
  case refused
}

/// An error of a command, with the facts known where it is thrown.
struct CommandError: Error {
  let error: any Error
  /// The part that was saved before it.
  var saved = SavedPart.nothing
  /// The line of standard input that the error concerns.
  var inputLine: Int?
  var items = FailureContext.ItemRefusal.none

  init(_ error: any Error) {
    self = error as? CommandError ?? CommandError(plain: error)
  }

  private init(plain error: any Error) {
    self.error = error
  }
}

/// Runs `body` after `saved` was saved, and adds that to the error it throws.
func saving<Value>(_ saved: SavedPart = .all, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    var error = CommandError(error)
    if error.saved == .nothing { error.saved = saved }
    throw error
  }
}
