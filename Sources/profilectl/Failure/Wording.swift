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
    case let error as LineSplitter.SplitError: failure(for: error, in: context)
    case let error as ScriptError: failure(for: error)
    case let error as FileError: failure(for: error)
    case let error as PictureFileError: failure(for: error)
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

/// Values that the network would not store.
extension Wording {
  static func badValue(_ breach: RuleBreach, input: String?) -> Failure {
    Failure(
      .badValue, sentence(for: breach, input: input), hint: .help("formatting"),
      input: input)
  }

  static func sentence(for breach: RuleBreach, input: String?) -> String {
    let noun = breach.field == .alt ? "picture's description" : breach.field.rawValue
    let isHandle = breach.field == .handle
    let thing = isHandle ? "The handle\(input.map { " \(quoted($0))" } ?? "")" : "The \(noun)"
    return switch breach.rule {
    case .empty: "A \(noun) can't be empty."
    case .tooLong(let limit): "\(thing) is longer than \(count(limit, "character"))."
    case .tooManyBytes(let limit): "\(thing) is larger than \(count(limit, "byte"))."
    case .handleCharacters:
      "\(thing) holds something other than the letters a to z, digits, '_' and '.'."
    case .handleDot: "\(thing) begins or ends with a dot."
    case .notUTF8(let position): "The \(noun) is not valid UTF-8 at byte offset \(position)."
    case .control(let scalar, let position):
      "The \(noun) holds \(name(ofControl: scalar)) at byte offset \(position)."
    }
  }

  static func name(ofControl scalar: UInt32) -> String {
    switch scalar {
    case 0x09: return "a tab"
    case 0x0A: return "a line break"
    default:
      let digits = String(scalar, radix: 16, uppercase: true)
      let kind = scalar < 0xA0 ? "control" : "invisible"
      return "the \(kind) character U+" + String(repeating: "0", count: max(0, 4 - digits.count))
        + digits
    }
  }
}

/// Why a synthetic network can't be made.
extension Wording {
  /// The default period of `seed`, as help and errors show it.
  static let seedPeriod = (first: "2025-01-01", last: "2026-01-01")

  static func sentence(for reason: SeedOrder.Impossibility) -> String {
    switch reason {
    case .period:
      "The period has to end after it begins: '--from' is \(seedPeriod.first) by default, "
        + "'--to' \(seedPeriod.last)."
    case .postsWithoutUsers: "There can be no posts without users."
    case .communities(let number, let users):
      "There can't be \(count(number, "community", "communities")) among \(count(users, "user"))."
    case .shapeFixesFollows(let fixed, let users, let asked):
      "This shape has exactly \(count(fixed, "follow")) for \(count(users, "user")), not "
        + "\(Magnitude.exact(asked))."
    case .follows(let asked, let most, let users):
      "There can't be \(count(asked, "follow")) among \(count(users, "user")): there is room for "
        + "\(Magnitude.exact(most))."
    case .likes(let asked, let most, let posts, let users):
      "There can't be \(count(asked, "like")) of \(count(posts, "post")) by "
        + "\(count(users, "user")): there is room for \(Magnitude.exact(most))."
    case .pictures(let asked, let posts):
      "There can't be \(count(asked, "picture")) in \(count(posts, "post")): each has one at most."
    case .moments(let posts):
      "The period is too short for \(count(posts, "post")): each needs a microsecond of its own."
    }
  }
}

/// What is wrong with statements that people write themselves.
extension Wording {
  static func words(for fault: QueryFault) -> String {
    switch fault {
    case .notReading: "The query may only read, with one SELECT."
    case .severalStatements: "Only one statement can be run at a time."
    case .noStatement: "There is no statement to run."
    case .holdsNUL: "The query holds a NUL."
    case .incomplete: "The query breaks off before its end."
    case .syntax(let word): "The query can't be understood at '\(shown(word))'."
    case .unknown(let kind, let name, let near):
      "There is no \(kind.rawValue) '\(shown(name))'." + meant(near)
    case .ambiguous(let column):
      "More than one of the tables has a column '\(shown(column))'; write the table before it, as in users.name."
    case .misused(let function):
      "The function '\(shown(function))' can't be used like this."
    case .forbidden: "The query asks for more than to read tables and to compute."
    case .noSuchPlace: "A number behind ORDER BY or GROUP BY is that of no column."
    case .unequalColumns:
      "Parts of the query that belong together have different numbers of columns."
    case .badJSON: "A value that is read as JSON is none."
    case .badWords: "The words to search for can't be read; put each in double quotes."
    case .tooLarge: "A value becomes too large."
    case .wrongKind: "A value is of another kind than it has to be there."
    case .impossible: "The query can't be carried out as it is written."
    }
  }
}
