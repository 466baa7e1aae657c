import CommandLine
import Model
import Rendering

/// Words for lines that can't be executed.
extension Wording {
  static func failure(
    for trouble: ParseError, in context: FailureContext
  ) -> Failure {
    var context = context
    context.declaration = trouble.declaration
    return switch trouble.reason {
    case .usage(let error): failure(for: error, in: context)
    case .value(let error): failure(for: error, in: context)
    }
  }

  static func usage(
    _ words: (message: String, hint: Hint?), _ context: FailureContext, input: String?
  ) -> Failure {
    if context.isOneOfMany {
      return Failure(.usage, words.message, hint: words.hint, input: input)
    }
    let usage =
      context.declaration.map { Synopsis($0).pieces }
      ?? ["profilectl", "[<options>]", "<command>", "[<arguments>]"]
    let help = context.declaration.map { "profilectl \($0.name)" } ?? "profilectl"
    return Failure(
      .usage, words.message, hint: words.hint, input: input, usage: usage, helpCommand: help)
  }

  static func complaint(
    _ error: UsageError, _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    let typed = quoted(error.typed ?? "")
    return switch error.complaint {
    case .unknownCommand(let nearest): unknownCommand(typed, nearest, error, context)
    case .unknownTopic(let nearest): unknownTopic(typed, nearest, context)
    case .unknownOption(let name, let nearest): unknownOption(name, nearest, error, context)
    case .missingValue(let option, let metavariable):
      (missingValue(of: option, metavariable, error, context), nil)
    case .unexpectedValue(let option):
      ("The option '\(option)' takes no value, but \(typed) gives it one.", nil)
    case .missingOperand(let operand):
      (missing(operand, context), againWithComment(context))
    case .extraOperand: extraOperand(typed, error, context)
    case .notAlone(let word): ("'\(word)' takes no argument \(typed).", nil)
    case .dashNotAlone: ("The argument '-' can't stand with other arguments.", nil)
    case .conflict(let first, let second):
      ("The options '\(first)' and '\(second)' can't be given together.", nil)
    case .onlyForOne(let option, let operand):
      (onlyForOne(option, operand), again(context, asOneTextBehind: option))
    case .onlyWith(let option, let other):
      ("The option '\(option)' can be given with '\(other)' only.", nil)
    case .nothingAsked(let options): nothingAsked(options, context)
    case .needsConfirmation(let loss): needsConfirmation(loss, context)
    case .notInScript: ("\(typed) can't be used in a script.", .help("scripting"))
    case .notInBrowser: ("\(typed) can't be used in the browser: leave it first.", nil)
    case .notHere:
      ("\(typed) can't be used in a script or the interactive shell.", .help("scripting"))
    case .notBeforeCommit:
      ("\(typed) can't be used where lines are applied all or none.", .help("scripting"))
    case .needsTerminal(let instead):
      ("\(named(context)) needs a terminal.", .command(instead))
    case .needsCursor(let instead):
      ("\(named(context)) needs a terminal to draw on: TERM is missing or dumb.", .command(instead))
    }
  }

  /// What a comment took could have followed the last word only.
  private static func missingValue(
    of option: String, _ metavariable: String, _ error: UsageError, _ context: FailureContext
  ) -> String {
    let isLast = error.position == context.words.count - 1
    let reason = isLast ? comment(in: context) : nil
    return "The option '\(option)' needs a value\(reason ?? ": \(option) <\(metavariable)>")."
  }

  private static func nothingAsked(
    _ options: [String], _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    if let comment = comment(in: context) {
      return ("Nothing was asked for\(comment).", againWithComment(context))
    }
    let isPost = context.declaration?.name == "post"
    return ("Nothing was asked for: give \(alternatives(options)).", isPost ? firstPost : nil)
  }

  private static func needsConfirmation(
    _ loss: UsageError.Loss, _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    let reason =
      switch loss {
      case .replacing(let path): "\(quoted(path)) would be replaced"
      case .deleting(let names): "Deleting \(shown(names)) can't be undone"
      }
    let place = context.isAtPrompt ? "here" : "where nobody can be asked"
    return ("\(reason), so it needs '--yes' \(place).", again(context, with: "--yes"))
  }

  private static func onlyForOne(_ option: String, _ operand: String) -> String {
    "The option '\(option)' can be given with one '\(operand)' only."
  }

  /// A shell takes a comment away unseen, and as lists show it, the number of a post begins one.
  private static func missing(_ operand: String, _ context: FailureContext) -> String {
    let isNumber = context.isFromShell && operand.hasPrefix("<id>")
    let reason = comment(in: context) ?? (isNumber ? ": the number of a post, without '#'" : "")
    return "The argument '\(operand)' is missing\(reason)."
  }

  /// Why something that was typed is missing; nil where no comment took it.
  private static func comment(in context: FailureContext) -> String? {
    LineSplitter.comment(of: context.line).map { _ in ": what begins with '#' is a comment" }
  }

  private static func unknownTopic(
    _ typed: String, _ nearest: String?, _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    aboutShell(context.words, context) ?? (
      "There is no command or help topic \(typed)." + meant(nearest),
      .question(["help"] + (nearest?.split(separator: " ").map(String.init) ?? []))
    )
  }

  private static func extraOperand(
    _ typed: String, _ error: UsageError, _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    let values =
      context.declaration.map {
        $0.operands.map(\.completion) + $0.options.compactMap(\.value?.completion)
      } ?? []
    // In a text there may be nearly anything.
    let suspects =
      values.contains(.text)
      ? signs(in: context, before: context.words.count) : [error.typed ?? ""] + context.words
    if let words = aboutShell(suspects, context) { return words }
    let start = context.declaration.map { "\($0.name) " } ?? ""
    let longer = context.commands.catalog.names.filter { !start.isEmpty && $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) }
    let nearest = SpellingSuggestion.nearest(to: error.typed ?? "", among: longer)
    return (
      "\(named(context)) takes no argument \(typed)." + meant(nearest),
      nearest.flatMap { again(context, saying: $0, at: error.position) }
        ?? again(context, asOneTextUpTo: error.position)
    )
  }

  private static let shellSigns = "|<>&;"

  /// Words that end a command of a shell, and of a text are seldom a part.
  private static func signs(in context: FailureContext, before place: Int?) -> [String] {
    context.words.prefix(place ?? 0).filter(["|", "&&", ";"].contains)
  }

  /// Says of signs of a shell, in words that may have made a line fail, that there is none.
  private static func aboutShell(
    _ words: [String], _ context: FailureContext
  ) -> (message: String, hint: Hint?)? {
    // Who types a blank within a word has quoted it.
    let word = words.first { !$0.contains(" ") && $0.contains(where: shellSigns.contains) }
    guard !context.isFromShell, let word else { return nil }
    let sign = word.drop { !shellSigns.contains($0) }.prefix(while: shellSigns.contains)
    return ("No line is given to a shell here, so '\(sign)' means nothing.", .help("scripting"))
  }

  private static func unknownCommand(
    _ typed: String, _ nearest: String?, _ error: UsageError, _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    if context.place != nil, promptExits.contains(error.typed ?? "") {
      return ("There is no command \(typed): a script ends at its end.", nil)
    }
    if let words = aboutShell([error.typed ?? ""], context) { return words }
    let place = error.position.map { $0..<($0 + 1) }
    let (name, places) = inTwoWords(error, context) ?? (nearest, place)
    return (
      "There is no command \(typed)." + meant(name),
      name.map { name in
        // What can't be undone, or done here, is looked up first.
        let isDestructive = ["seed", "delete-user", "delete-post"]
          .contains(name)
        return
          (isDestructive || isRefused(name, context)
          ? nil : again(context, command: name, in: places))
          ?? .question(["help"] + name.split(separator: " ").map(String.init))
      }
    )
  }

  /// Whether a line like this one, where it stands, can't be of that command.
  private static func isRefused(_ name: String, _ context: FailureContext) -> Bool {
    let isOfScript = context.place != nil
    return (isOfScript || context.isAtPrompt) && name == "repl"
      || isOfScript && ["browse", "watch"].contains(name)
  }

  /// The command that somebody wrote in two words, as in `create user`, and their places.
  private static func inTwoWords(
    _ error: UsageError, _ context: FailureContext
  ) -> (name: String?, places: Range<Int>?)? {
    guard let place = error.position, context.words.indices.contains(place + 1) else { return nil }
    let words = context.words[place...(place + 1)]
    let names = ["-", ""].map { words.joined(separator: $0) }
    return context.commands.catalog.names.first(where: names.contains).map {
      ($0, place..<(place + 2))
    }
  }

  private static func unknownOption(
    _ name: String, _ nearest: String?, _ error: UsageError, _ context: FailureContext
  ) -> (message: String, hint: Hint?) {
    if context.declaration == nil, isOfCommands(name, context) {
      return ("The option \(quoted(name)) stands behind the command it belongs to.", nil)
    }
    if let words = aboutShell([name] + signs(in: context, before: error.position), context) {
      return words
    }
    let isText = error.typed.map(isQuotedText) == true
    let typed = isText ? error.typed ?? name : name
    let sentence = "There is no option \(quoted(typed))\(at(context))."
    let operands = context.declaration?.operands ?? []
    if operands.contains(where: { "--\($0.name)" == name }) {
      return (sentence, again(context, operandInsteadOf: name, at: error.position))
    }
    if let nearest {
      let hint = again(context, option: nearest, insteadOf: name, at: error.position)
      return (sentence + meant(nearest), hint)
    }
    let hint = again(context, literalFrom: error.position)
    let takesText = isText && operands.contains { $0.completion == .text }
    return (sentence + (takesText && hint == nil ? " Behind '--' no word is an option." : ""), hint)
  }

  /// Whether some command has an option that is spelled so.
  private static func isOfCommands(_ name: String, _ context: FailureContext) -> Bool {
    context.commands.catalog.declarations.contains { command in
      command.options.contains { shape in
        shape.spelled == name || shape.short.map { "-\($0)" } == name
      }
    }
  }

  private static func named(_ context: FailureContext) -> String {
    context.declaration.map { "'\($0.name)'" } ?? "This"
  }

  static func of(_ context: FailureContext) -> String {
    context.declaration.map { " of '\($0.name)'" } ?? ""
  }

  static func at(_ context: FailureContext) -> String {
    context.declaration.map { " for '\($0.name)'" } ?? ""
  }

  static func failure(for error: RefusedValue, in context: FailureContext) -> Failure {
    var failure: Failure
    switch error.reason {
    case .breach(let breach):
      failure = refusal(badValue(breach, input: error.input), in: context)
      if breach.rule != .handleCharacters { return failure }
    case .unreadable(let expectation):
      let message = sentence(for: expectation, error, place: "'\(error.parameter)'", context)
      if case .line = expectation { return refusal(Failure(.badLine, message), in: context) }
      failure = refusal(
        usage(
          (message, hint(for: expectation, error.input, context)), context, input: error.input),
        in: context)
    }
    if let post = view(of: context.postNamed) { failure.hint = post }
    guard let words = aboutShell([error.input], context) else { return failure }
    failure = failure.adding(words.message)
    failure.hint = words.hint
    return failure
  }

  static func sentence(
    for expectation: ExpectedForm, _ error: RefusedValue, place: String,
    _ context: FailureContext
  ) -> String {
    let typed = quoted(error.input)
    switch expectation {
    case .text(let position):
      return "The value of \(place) is not valid UTF-8 at byte offset \(position)."
    case .line(let limit): return "The line is longer than \(count(limit, "byte"))."
    case .number(let range):
      let ends = "from \(Magnitude.exact(range.lowerBound)) to \(Magnitude.exact(range.upperBound))"
      return "The value of \(place) must be a whole number \(ends), not \(typed)."
    case .postID: return "The value of \(place) must be the number of a post, not \(typed)."
    case .choice(let words, let nearest):
      return "The value of \(place) must be \(alternatives(words)), not \(typed)."
        + meant(nearest)
    case .field(let word, let known, let nearest):
      let fields = known.joined(separator: ", ")
      return "The field \(quoted(word)) is not one of \(fields)." + meant(nearest)
    case .fieldTwice(let word): return "The field \(quoted(word)) is named twice."
    case .noFields: return "The answer\(of(context)) has no fields to choose from."
    case .time:
      return "The value of \(place) must be a time from 1970 on, such as 2026-05-01, "
        + "2026-05-01T09:30:00Z or -3d, not \(typed)."
    case .cursor: return "The value of \(place) must be a cursor of a list, not \(typed)."
    case .file: return "The value of \(place) must be the name of a file."
    }
  }

  static func hint(
    for expectation: ExpectedForm, _ typed: String, _ context: FailureContext
  ) -> Hint? {
    switch expectation {
    case .time: .help("formatting")
    case .choice(_, let nearest): nearest.flatMap { again(context, value: $0, insteadOf: typed) }
    case .field(let word, _, let nearest):
      nearest.flatMap { nearest in
        let words = typed.split(separator: ",", omittingEmptySubsequences: false)
        let fields = words.map { $0 == word ? nearest : String($0) }
        return again(context, value: fields.joined(separator: ","), insteadOf: typed)
      }
    default: nil
    }
  }
}
