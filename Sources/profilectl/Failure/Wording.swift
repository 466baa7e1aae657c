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

  /// A hint leads to the database that the line named.
  static func failure(for error: any Error, in context: FailureContext) -> Failure {
    var failure = plainFailure(for: error, in: context)
    failure.hint = failure.hint.flatMap { hint($0, onDatabaseOf: context) }
    return failure
  }

  private static func plainFailure(for error: any Error, in context: FailureContext) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as Parser.Trouble: failure(for: error, in: context)
    case let error as UsageError: usage(complaint(error, context), context, input: error.typed)
    case let error as RefusedValue: failure(for: error, in: context)
    case let error as RuleBreach: badValue(error, input: nil)
    case let error as ServiceError: failure(for: error, in: context)
    case let error as ConsoleError: failure(for: error, isSaved: context.isSaved)
    case let error as InputError: failure(for: error, in: context)
    case let error as LineSplitter.Trouble: failure(for: error)
    case let error as ScriptTrouble: failure(for: error)
    case let error as PrivateFileError: failure(for: error)
    case let error as PictureTrouble: failure(for: error)
    case let error as HomeUnknown: failure(for: error)
    case let error as Environment.NotText: notText(error)
    case let error as RefusedVariable: failure(for: error, in: context)
    default: bug("\(type(of: error))")
    }
  }

  static func savedBefore(_ items: Int) -> String {
    "\(count(items, "item")) \(items == 1 ? "was" : "were") saved before that."
  }

  static func interrupted(after lines: Int) -> String {
    let number = Magnitude.exact(lines)
    return "Interrupted; \(number) \(lines == 1 ? "line was" : "lines were") applied."
  }

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
    "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  static func database(_ context: FailureContext) -> String {
    context.database.map { "The database \(quoted($0))" } ?? "The database"
  }

  /// Nil if that database can't be typed as it is shown.
  private static func hint(_ hint: String, onDatabaseOf context: FailureContext) -> String? {
    let program = "profilectl "
    let option = GlobalOptions.database.shape.spelled
    let isAboutProgram =
      hint.hasPrefix("profilectl help") || hint.hasSuffix("--help") || hint.hasSuffix("--version")
    guard hint.hasPrefix(program), !isAboutProgram, !hint.contains(option),
      let path = context.namedDatabase
    else { return hint }
    guard shown(path) == path else { return nil }
    return "\(program)\(option) \(ShellWord.quoted(path)) \(hint.dropFirst(program.count))"
  }

  /// The same line with another word in one place; nil if it can't be typed again as it is shown.
  static func again(_ context: FailureContext, saying word: String, at place: Int?) -> String? {
    guard let place, context.words.indices.contains(place) else { return nil }
    var words = context.words
    words[place] = word
    guard words.allSatisfy({ shown($0) == $0 }) else { return nil }
    return line(words)
  }

  /// The same line with one more option; nil if it can't be typed again as it is shown.
  static func again(_ context: FailureContext, with option: String) -> String? {
    guard !context.words.isEmpty, context.words.allSatisfy({ shown($0) == $0 }) else { return nil }
    // The last of an option counts, so it goes last, unless words there are taken as they are.
    return line(
      context.words.contains("--") ? [option] + context.words : context.words + [option])
  }

  /// The same line, which waits longer; nil if it can't be typed again as it is shown.
  static func again(_ context: FailureContext, waiting seconds: Int) -> String? {
    again(context, with: GlobalOptions.wait.shape, "\(seconds)")
  }

  /// The same line for what comes next in its list; nil if it can't be typed again as it is shown.
  static func again(_ context: FailureContext, after cursor: Cursor) -> String? {
    again(context, with: ListOptions.after.shape, cursor.text)
  }

  private static func again(
    _ context: FailureContext, with option: OptionShape, _ value: String
  ) -> String? {
    var context = context
    while let place = context.words.firstIndex(of: option.spelled) {
      context.words.removeSubrange(place..<min(place + 2, context.words.count))
    }
    context.words.removeAll { $0.hasPrefix("\(option.spelled)=") }
    return again(context, with: "\(option.spelled)=\(value)")
  }

  /// The same line with that word taken for the text it may be; nil if it can't be one.
  static func again(_ context: FailureContext, literalFrom position: Int?) -> String? {
    guard let position, position == 1, context.words.count == 2,
      context.declaration?.operands.first?.completion == .nothing,
      context.words.allSatisfy({ shown($0) == $0 })
    else { return nil }
    return line(context.words[..<position] + ["--"] + context.words[position...])
  }

  private static func line(_ words: [String]) -> String {
    "profilectl \(words.map(ShellWord.quoted).joined(separator: " "))"
  }
}
