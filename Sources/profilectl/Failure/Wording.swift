import Model
import Services
import Terminal

/// All words that tell of failures, with their codes and the next step.
enum Wording {
  static let interruptedUnsaved = "Interrupted; nothing was saved."
  static let interruptedSaved = "Interrupted; what was asked for was saved."
  static let interruptedReading = "Interrupted."

  static func failure(for error: any Error, in context: FailureContext) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as Parser.Trouble: failure(for: error, in: context)
    case let error as UsageError: usage(complaint(error, context), context, input: error.typed)
    case let error as RefusedValue: failure(for: error, in: context)
    case let error as RuleBreach: badValue(error, input: nil)
    case let error as ServiceError: failure(for: error, in: context)
    case let error as ConsoleError: failure(for: error, isSaved: context.isSaved)
    case let error as InputError: failure(for: error)
    case let error as PrivateFileError: failure(for: error)
    case let error as Environment.NotText: notText(error)
    default: bug("\(type(of: error))")
    }
  }

  // What was typed.

  private static func failure(
    for trouble: Parser.Trouble, in context: FailureContext
  ) -> Failure {
    var context = context
    context.declaration = trouble.command?.declaration
    return switch trouble.reason {
    case .usage(let error): failure(for: error, in: context)
    case .value(let error): failure(for: error, in: context)
    }
  }

  private static func usage(
    _ words: (message: String, hint: String?), _ context: FailureContext, input: String?
  ) -> Failure {
    let usage =
      context.declaration.map { Synopsis(declaration: $0).line }
      ?? "profilectl [<options>] <command> [<arguments>]"
    let help = context.declaration.map { "profilectl \($0.name)" } ?? "profilectl"
    return Failure(
      .usage, words.message, hint: words.hint, input: input, usage: usage, helpCommand: help)
  }

  private static func complaint(
    _ error: UsageError, _ context: FailureContext
  ) -> (message: String, hint: String?) {
    let typed = quoted(error.typed ?? "")
    return switch error.complaint {
    case .unknownCommand(let nearest): ("There is no command \(typed)." + meant(nearest), nil)
    case .unknownTopic(let nearest):
      ("There is no command or help topic \(typed)." + meant(nearest), nil)
    case .unknownOption(let nearest):
      ("There is no option \(typed)\(at(context))." + meant(nearest), nil)
    case .missingValue(let option, let metavariable):
      ("The option '\(option)' needs a value: \(option) <\(metavariable)>.", nil)
    case .unexpectedValue(let option):
      ("The option '\(option)' takes no value, but \(typed) gives it one.", nil)
    case .missingOperand(let operand): ("The argument '\(operand)' is missing.", nil)
    case .extraOperand: ("There is no place for the argument \(typed)\(at(context)).", nil)
    case .dashNotAlone: ("The argument '-' can't stand with other arguments.", nil)
    case .conflict(let first, let second):
      ("The options '\(first)' and '\(second)' can't be given together.", nil)
    case .onlyForOne(let option, let operand):
      ("The option '\(option)' can be given with one '\(operand)' only.", nil)
    case .nothingAsked(let options):
      ("Nothing was asked for: give \(alternatives(options)).", nil)
    case .needsConfirmation:
      ("This can't be undone, and there is no terminal to ask on.", again(context, with: "--yes"))
    case .needsTerminal(let instead):
      ("This needs a terminal\(at(context)).", instead)
    }
  }

  private static func at(_ context: FailureContext) -> String {
    context.declaration.map { " for '\($0.name)'" } ?? ""
  }

  private static func failure(for error: RefusedValue, in context: FailureContext) -> Failure {
    switch error.reason {
    case .breach(let breach): return badValue(breach, input: error.input)
    case .unreadable(let expectation):
      let message = sentence(for: expectation, error, context)
      return usage((message, hint(for: expectation)), context, input: error.input)
    }
  }

  private static func sentence(
    for expectation: Expectation, _ error: RefusedValue, _ context: FailureContext
  ) -> String {
    let typed = quoted(error.input)
    let place = "'\(error.parameter)'"
    switch expectation {
    case .text(let position):
      return "The value of \(place) is not valid UTF-8 at byte offset \(position)."
    case .number(let range):
      let ends = "from \(range.lowerBound) to \(range.upperBound)"
      return "The value of \(place) must be a whole number \(ends), not \(typed)."
    case .postID: return "The value of \(place) must be the number of a post, not \(typed)."
    case .choice(let words, let nearest):
      return "The value of \(place) must be \(alternatives(words)), not \(typed)."
        + meant(nearest)
    case .field(let word, let known, let nearest):
      let others = known.joined(separator: ", ")
      return "There is no field \(quoted(word))\(at(context)), only \(others)." + meant(nearest)
    case .noFields: return "The option '--fields' has nothing to choose from\(at(context))."
    case .time:
      return "The value of \(place) must be a time such as 2026-05-01, 2026-05-01T09:30:00Z or "
        + "-3d, not \(typed)."
    case .cursor: return "The value of \(place) must be a cursor of a list, not \(typed)."
    case .file: return "The value of \(place) must be the name of a file."
    }
  }

  private static func hint(for expectation: Expectation) -> String? {
    switch expectation {
    case .time: "profilectl help formatting"
    default: nil
    }
  }

  // What the network refuses.

  private static func badValue(_ breach: RuleBreach, input: String?) -> Failure {
    Failure(
      .badValue, sentence(for: breach, input: input), hint: "profilectl help formatting",
      input: input)
  }

  private static func sentence(for breach: RuleBreach, input: String?) -> String {
    let noun = breach.field == .alt ? "picture's description" : breach.field.rawValue
    let isHandle = breach.field == .handle
    let thing = isHandle ? "The handle\(input.map { " \(quoted($0))" } ?? "")" : "The \(noun)"
    return switch breach.rule {
    case .empty: "A \(noun) can't be empty."
    case .tooLong(let limit): "\(thing) is longer than \(limit) characters."
    case .tooManyBytes(let limit): "\(thing) is larger than \(limit) bytes."
    case .handleCharacters:
      "\(thing) holds something other than the letters a to z, digits, '_' and '.'."
    case .handleDot: "\(thing) begins or ends with a dot."
    case .notUTF8(let position): "The \(noun) is not valid UTF-8 at byte offset \(position)."
    case .control(let scalar, let position):
      "The \(noun) holds \(name(ofControl: scalar)) at byte offset \(position)."
    }
  }

  private static func name(ofControl scalar: UInt32) -> String {
    switch scalar {
    case 0x09: return "a tab"
    case 0x0A: return "a line break"
    default:
      let digits = String(scalar, radix: 16, uppercase: true)
      return "the control character U+" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  // What the services refuse.

  private static func failure(for error: ServiceError, in context: FailureContext) -> Failure {
    switch error {
    case .badValue(let breach): badValue(breach, input: nil)
    case .userExists(let handle):
      Failure(
        .userExists, "The handle '\(handle.shown)' is taken.",
        hint: "profilectl show \(handle.word)", input: handle.text)
    case .emptyPost:
      Failure(
        .emptyPost, "A post needs a text or a picture.", hint: "profilectl post 'Hello, everyone'")
    case .noSuchUser(let handle, let near):
      Failure(
        .noSuchUser, "There is no user '\(handle.shown)'." + meant(near?.text),
        hint: near.map { "profilectl show \($0.word)" } ?? "profilectl users", input: handle.text)
    case .noSuchPost(let id):
      Failure(
        .noSuchPost, "There is no post \(id.number).", hint: "profilectl explore",
        input: String(id.number))
    case .notYours(let possession): failure(for: possession)
    case .selfDeed(.follow):
      Failure(.self, "You can't follow yourself.", hint: "profilectl suggest")
    case .selfDeed(.flag):
      Failure(.self, "You can't flag a post of your own.", hint: "profilectl delete-post --help")
    case .noCurrentUser(.notChosen):
      Failure(
        .noCurrentUser, "Nobody is logged in; 'profilectl login' chooses who you are.",
        hint: "profilectl users")
    case .noCurrentUser(.gone):
      Failure(
        .noCurrentUser, "The user who was logged in is gone; 'profilectl login' chooses another.",
        hint: "profilectl users")
    case .file(let trouble): failure(for: trouble, in: context)
    case .busy(let seconds):
      Failure(
        .busy, "\(database(context)) was busy for \(count(seconds, "second")); nothing was saved.",
        hint: again(context, with: "--wait=\(max(60, seconds * 2))"))
    case .storage(let trouble, let saved): failure(for: trouble, saved, in: context)
    case .badQuery(let reason):
      usage(("The query can't be run: \(shown(reason)).", nil), context, input: nil)
    case .foreignCursor(let cursor):
      usage(
        ("The cursor '\(cursor.text)' belongs to another list.", nil), context, input: cursor.text)
    case .internal(let description): bug(description)
    }
  }

  private static func failure(for possession: ServiceError.Possession) -> Failure {
    switch possession {
    case .post(let id, let author):
      Failure(
        .notYours, "Post \(id.number) is not yours but \(author.shown)'s.",
        hint: "profilectl show", input: String(id.number))
    case .privateTab(let handle):
      Failure(
        .notYours, "The private posts of '\(handle.shown)' are shown to their author only.",
        hint: "profilectl show \(handle.word)", input: handle.text)
    }
  }

  private static func failure(
    for trouble: ServiceError.FileTrouble, in context: FailureContext
  ) -> Failure {
    let file = database(context)
    let look = context.database.map { "ls -l \(ShellWord.quoted($0))" }
    let chosen = "profilectl help environment"
    return switch trouble {
    case .missing:
      Failure(
        .databaseMissing, "\(file) does not exist.", hint: selecting(context, "init"),
        input: context.database)
    case .foreign:
      Failure(
        .databaseForeign, "\(file) is not a profilectl database.", hint: chosen,
        input: context.database)
    case .newer(let version):
      Failure(
        .databaseNewer,
        "\(file) was written by a newer profilectl, in version \(version) of its form.",
        hint: "profilectl --version", input: context.database)
    case .tampered:
      Failure(
        .databaseTampered, "\(file) has a structure that profilectl did not give it.",
        hint: selecting(context, "doctor"), input: context.database)
    case .damaged:
      Failure(
        .databaseDamaged, "\(file) is damaged.", hint: selecting(context, "doctor"),
        input: context.database)
    case .notPermitted:
      Failure(
        .notPermitted, "\(file) may not be opened by you.", hint: look, input: context.database)
    case .readOnly:
      Failure(
        .readOnly, "\(file) can't be written; nothing was saved.", hint: look,
        input: context.database)
    case .cannotCreate(let reason):
      Failure(
        .cannotCreate, "\(file) can't be created: \(shown(reason)).", hint: chosen,
        input: context.database)
    case .moved:
      Failure(
        .databaseMoved, "\(file) was moved or replaced while it was open; nothing was saved.",
        hint: look, input: context.database)
    }
  }

  private static func failure(
    for trouble: ServiceError.StorageTrouble, _ saved: ServiceError.Saved,
    in context: FailureContext
  ) -> Failure {
    let outcome =
      switch saved {
      case .nothing: "nothing was saved"
      case .unknown: "it is not known whether the change was saved"
      }
    return switch trouble {
    case .diskFull: Failure(.diskFull, "The disk is full; \(outcome).", hint: "df -h")
    case .failure:
      Failure(
        .ioError, "\(database(context)) could not be read or written; \(outcome).",
        hint: selecting(context, "doctor"))
    }
  }

  // What the outside refuses.

  private static func failure(for error: ConsoleError, isSaved: Bool) -> Failure {
    let (stream, reason) =
      switch error {
      case .closedPipe(let stream): (stream, "its reader has gone")
      case .failed(let stream, let code): (stream, SystemError.words(for: code))
      }
    if stream == .input {
      return Failure(.ioError, "Standard input could not be read: \(reason).")
    }
    return isSaved
      ? Failure(.outputFailed, "Saved, but the confirmation could not be written: \(reason).")
      : Failure(.outputFailed, "The answer could not be written: \(reason).")
  }

  private static func failure(for error: InputError) -> Failure {
    switch error {
    case .lineTooLong(let line, let limit):
      Failure(.badLine, "Line \(line) of standard input is longer than \(limit) bytes.")
    case .tooLong(let limit):
      Failure(.badValue, "Standard input is larger than \(limit) bytes.")
    case .failed(let code):
      Failure(.ioError, "Standard input could not be read: \(SystemError.words(for: code)).")
    }
  }

  private static func failure(for error: PrivateFileError) -> Failure {
    switch error {
    case .notPlain(let path):
      Failure(
        .badConfig, "\(quoted(path)) is a link or something else than profilectl put there.",
        hint: "ls -ld \(ShellWord.quoted(shown(path)))", input: path)
    case .tooLarge(let path, let limit):
      Failure(
        .badConfig, "\(quoted(path)) is larger than \(limit) bytes.",
        hint: "ls -l \(ShellWord.quoted(shown(path)))", input: path)
    case .failed(let path, let code):
      Failure(
        SystemError.isPermission(code) ? .notPermitted : .ioError,
        "\(quoted(path)) can't be used: \(SystemError.words(for: code)).",
        hint: "ls -ld \(ShellWord.quoted(shown(path)))", input: path)
    }
  }

  private static func notText(_ error: Environment.NotText) -> Failure {
    Failure(
      .badConfig, "The environment variable \(error.name) is not valid UTF-8.",
      hint: "profilectl help environment", input: error.name)
  }

  private static func bug(_ description: String) -> Failure {
    Failure(
      .internal, "profilectl made a mistake of its own: \(shown(description)).",
      hint: "profilectl --version")
  }

  // Parts of sentences.

  private static func quoted(_ raw: String) -> String {
    "'\(shown(raw))'"
  }

  private static func meant(_ nearest: String?) -> String {
    nearest.map { " Did you mean '\(shown($0))'?" } ?? ""
  }

  /// `a`, `a or b`, `a, b or c`.
  private static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private static func database(_ context: FailureContext) -> String {
    context.database.map { "The database \(quoted($0))" } ?? "The database"
  }

  private static func selecting(_ context: FailureContext, _ command: String) -> String {
    let option = context.database.map { "--db \(ShellWord.quoted(shown($0))) " } ?? ""
    return "profilectl \(option)\(command)"
  }

  /// The same line with one more option; nil if it can't be typed again as it is shown.
  private static func again(_ context: FailureContext, with option: String) -> String? {
    guard !context.words.isEmpty, context.words.allSatisfy({ shown($0) == $0 }) else { return nil }
    let words = context.words.map(ShellWord.quoted).joined(separator: " ")
    return "profilectl \(option) \(words)"
  }
}

extension ExitStatus {
  /// For the help topic.
  var meaning: String {
    switch self {
    case .done: "Done, nothing to list, or already so."
    case .no: "The answer is no, or some items were refused under --keep-going."
    case .usage: "The command line can't be carried out as it was typed."
    case .badData: "A value is against the rules, or a file is no database of profilectl."
    case .noInput: "The database or an input file is missing."
    case .unknown: "There is no such user or post."
    case .bug: "A mistake in profilectl."
    case .cannotCreate: "The database or the output can't be created."
    case .ioError: "The disk is full or failed, the answer could not be written, or the file moved."
    case .busy: "The database was busy for longer than --wait."
    case .notPermitted: "It is not yours, or not permitted, or read-only."
    case .configuration: "Nobody is logged in, or the environment can't be used."
    case .hangUp: "Ended by SIGHUP."
    case .interrupted: "Ended by SIGINT, as by Ctrl-C."
    case .terminated: "Ended by SIGTERM."
    }
  }
}

extension Handle {
  fileprivate var shown: String { profilectl.shown(text) }
  fileprivate var word: String { ShellWord.quoted(shown) }
}
