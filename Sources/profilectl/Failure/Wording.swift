import CommandLine
import Files
import Model
import Rendering
import Services
import Terminal

/// All words that tell of failures, with their codes and the next step.
enum Wording {
  static let declined = "Nothing was done."
  static let interruptedUnsaved = "Interrupted; nothing was saved."
  static let interruptedSaved = "Interrupted; what was asked for was saved."
  static let interruptedReading = "Interrupted."
  static let notPlain = "is a folder, a pipe, a socket or a device"

  /// Of a write that is not saved yet, or of work that only reads.
  static func interrupted(ofWrite isWrite: Bool) -> String {
    isWrite ? interruptedUnsaved : interruptedReading
  }

  /// A hint leads to the database that the line was on, and acts as whoever acted.
  static func failure(for error: any Error, in context: FailureContext) -> Failure {
    var failure = plainFailure(for: error, in: context)
    failure.hint = failure.hint?.within(context)
    return failure
  }

  private static func plainFailure(for error: any Error, in context: FailureContext) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as ParseError: failure(for: error, in: context)
    case let error as UsageError: usage(complaint(error, context), context, input: error.typed)
    case let error as RefusedValue: failure(for: error, in: context)
    case let error as SeedOrder.Impossibility:
      usage((sentence(for: error), nil), context, input: nil)
    case let error as RuleBreach: badValue(error, input: nil)
    case let error as ServiceError: failure(for: error, in: context)
    case let error as ConsoleError: failure(for: error, isSaved: context.saved == .all)
    case let error as InputError: failure(for: error, in: context)
    case let error as LineSplitter.Trouble: failure(for: error, in: context)
    case let error as ScriptTrouble: failure(for: error)
    case let error as FileError: failure(for: error)
    case let error as PictureTrouble: failure(for: error)
    case let error as HomeUnknown: failure(for: error)
    case let error as Environment.NotText: notText(error)
    case let error as RefusedVariable: failure(for: error, in: context)
    case let error as FaultsFound: failure(for: error, in: context)
    default: bug("\(type(of: error))")
    }
  }

  static func saved(_ items: Int) -> String {
    "\(count(items, "item")) \(items == 1 ? "was" : "were") saved."
  }

  /// The words that leave the prompt.
  static let promptExits = ["exit", "quit"]

  static func quoted(_ raw: String) -> String {
    "'\(shown(raw))'"
  }

  static func meant(_ nearest: String?) -> String {
    nearest.map { " Did you mean '\(shown($0))'?" } ?? ""
  }

  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// `plural` where it is not the noun with an s.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(Magnitude.exact(number)) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  static func database(_ context: FailureContext) -> String {
    context.database.map { "The database \(quoted($0))" } ?? "The database"
  }
}
