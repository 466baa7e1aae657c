import CommandLine
import Model
import Rendering

/// Words for lines that can't be carried out as they were typed.
struct UsageErrorWords {
  private var context: FailureContext
  private let error: ParseError?

  init(in context: FailureContext) {
    self.context = context
    error = nil
  }

  init(of error: ParseError, in context: FailureContext) {
    self.context = context
    self.context.line = context.line.of(error.declaration)
    self.error = error
  }

  var failure: Failure {
    switch error?.reason {
    case .usage(let error)?:
      let (message, hint) = words(for: error)
      return failure(message, hint, input: error.typed)
    case .value(let error)?: return failure(for: error)
    case nil: return failure("The line can't be carried out.")
    }
  }

  func failure(_ message: String, _ hint: Hint? = nil, input: String? = nil) -> Failure {
    // The browser has little room.
    if context.items == .one || context.line.origin.isInBrowser {
      return Failure(.usage, message, hint: hint, input: input)
    }
    let usage =
      command.map { Synopsis($0).pieces }
      ?? ["profilectl", "[<options>]", "<command>", "[<arguments>]"]
    let help = command.map { "profilectl \($0.name)" } ?? "profilectl"
    return Failure(.usage, message, hint: hint, input: input, usage: usage, helpCommand: help)
  }

  private var command: Declaration? { context.command }
  private var fixed: Hint? { context.hint(applying: error?.fix) }

  private func words(for error: UsageError) -> (message: String, hint: Hint?) {
    let typed = quoted(error.typed ?? "")
    return switch error.kind {
    case .unknownCommand(let nearest): unknownCommand(typed, nearest, error)
    case .unknownTopic(let nearest):
      aboutShell(context.words) ?? (
        "There is no command or help topic \(typed)." + Phrases.didYouMean(nearest),
        .question(["help"] + UsageErrorWords.words(of: nearest ?? ""))
      )
    case .unknownOption(let name, let nearest): unknownOption(name, nearest, error)
    case .missingValue(let option, let name): (missingValue(of: option, name, error), nil)
    case .unexpectedValue(let option):
      ("The option '\(option)' takes no value, but \(typed) gives it one.", nil)
    case .missingOperand(let operand): (missing(operand), fixed)
    case .extraOperand: extraOperand(typed, error)
    case .notAlone(let word): ("'\(word)' takes no argument \(typed).", nil)
    case .dashNotAlone: ("The argument '-' can't stand with other arguments.", nil)
    case .conflict(let first, let second):
      ("The options '\(first)' and '\(second)' can't be given together.", nil)
    case .onlyForOne(let option, let operand):
      ("The option '\(option)' can be given with one '\(operand)' only.", fixed)
    case .onlyWith(let option, let other):
      ("The option '\(option)' can be given with '\(other)' only.", nil)
    case .nothingAsked(let options): nothingAsked(options)
    case .needsField(let field): ("'--fields' must name '\(field)', printed only once.", nil)
    case .noFormat(let option): ("\(typed) names no format: give \(option).", nil)
    case .needsConfirmation(let loss): (needsConfirmation(loss), fixed)
    case .notInScript: ("\(typed) can't be used in a script.", .help("scripting"))
    case .notInBrowser: ("\(typed) can't be used in the browser: leave it first.", nil)
    case .onlyInShell:
      ("\(typed) can't be used in a script or the interactive shell.", .help("scripting"))
    case .notBeforeCommit:
      ("\(typed) can't be used where lines are applied all or none.", .help("scripting"))
    case .needsTerminal(let instead): ("\(named) needs a terminal.", .command(instead))
    case .needsFolder(let format):
      ("The format '\(format)' is a folder: give a path instead of \(typed).", nil)
    case .needsFile(let format, let name): needsFile(format, "\(name).\(format)")
    case .needsCursor(let instead):
      ("\(named) needs a terminal to draw on: TERM is missing or dumb.", .command(instead))
    }
  }

  /// The comment explains a missing value only if the option is the last word.
  private func missingValue(
    of option: String, _ metavariable: String, _ error: UsageError
  ) -> String {
    let isLast = error.position == context.words.count - 1
    let reason = isLast ? comment : nil
    return "The option '\(option)' needs a value\(reason ?? ": \(option) <\(metavariable)>")."
  }

  private func nothingAsked(_ options: [String]) -> (message: String, hint: Hint?) {
    let needed =
      context.facts.contains(.publishes)
      ? "A post needs a text or --image" : "\(named) needs \(Phrases.alternatives(options))"
    if let comment { return ("\(needed)\(comment).", fixed) }
    return ("\(needed).", context.facts.contains(.startsConversation) ? Phrases.firstPost : nil)
  }

  private func needsConfirmation(_ loss: UsageError.Loss) -> String {
    let reason =
      switch loss {
      case .replacing(let path): "\(quoted(path)) would be replaced"
      case .deleting(let names): "Deleting \(shown(names)) can't be undone"
      case .endingSharing(let name): "Ending the sharing of \(quoted(name)) can't be undone"
      case .revoking(let names): "Later changes of \(shown(names)) would not count"
      case .droppingReports(let names): "Dropping the reports of \(shown(names)) can't be undone"
      }
    let place = context.isAtPrompt ? "here" : "where no question can be asked"
    return "\(reason), so it needs '--yes' \(place)."
  }

  private func needsFile(_ format: String, _ name: String) -> (message: String, hint: Hint?) {
    (
      "A page in the format '\(format)' is for a file, not for a terminal.",
      context.words.isEmpty ? nil : .redirected(context.words, to: name)
    )
  }

  /// A missing operand; a post number with '#' is a comment in a shell.
  private func missing(_ operand: String) -> String {
    let isNumber = context.isFromShell && operand.hasPrefix("<id>")
    let reason = comment ?? (isNumber ? ": the number of a post, without '#'" : "")
    return "The argument '\(operand)' is missing\(reason)."
  }

  /// The explanation that a comment hides words; nil if the line has no comment.
  private var comment: String? {
    LineSplitter.comment(of: context.line.bytes).map { _ in ": '#' begins a comment" }
  }

  private func extraOperand(
    _ typed: String, _ error: UsageError
  ) -> (message: String, hint: Hint?) {
    let values =
      command.map { $0.operands.map(\.completion) + $0.options.compactMap(\.value?.completion) }
      ?? []
    // A text may contain these signs, so only separate words are checked.
    let suspects =
      values.contains(where: \.isText)
      ? signs(before: context.words.count) : [error.typed ?? ""] + context.words
    if let words = aboutShell(suspects) { return words }
    var meant: String?
    if case .replace(_, let words)? = self.error?.fix { meant = words.first }
    return ("\(named) takes no argument \(typed)." + Phrases.didYouMean(meant), fixed)
  }

  private static let shellSigns = "|<>&;"

  /// The words that separate commands in a shell and are rare in a text.
  private func signs(before index: Int?) -> [String] {
    context.words.prefix(index ?? 0).filter(["|", "&&", ";"].contains)
  }

  /// The message if one of the words is a sign of a shell, which means nothing here.
  private func aboutShell(_ words: [String]) -> (message: String, hint: Hint?)? {
    // A word with a blank was quoted.
    let word = words.first {
      !$0.contains(" ") && $0.contains(where: UsageErrorWords.shellSigns.contains)
    }
    guard !context.isFromShell, let word else { return nil }
    let sign = word.drop { !UsageErrorWords.shellSigns.contains($0) }
      .prefix(while: UsageErrorWords.shellSigns.contains)
    return ("No line is given to a shell here, so '\(sign)' means nothing.", .help("scripting"))
  }

  private func unknownCommand(
    _ typed: String, _ nearest: String?, _ error: UsageError
  ) -> (message: String, hint: Hint?) {
    if context.line.place != nil, Phrases.promptExits.contains(error.typed ?? "") {
      return ("There is no command \(typed): a script ends at its end.", nil)
    }
    if let words = aboutShell([error.typed ?? ""]) { return words }
    return (
      "There is no command \(typed)." + Phrases.didYouMean(nearest),
      nearest.map { name in
        // A command that can't be undone, or is refused here, is only explained.
        let isLookedUp = UsageErrorWords.destructive.contains(name) || isRefused(name)
        return (isLookedUp ? nil : fixed) ?? .question(["help"] + UsageErrorWords.words(of: name))
      }
    )
  }

  private static let destructive = [
    "seed", "delete-user", "delete-post", "moderate", "share stop",
  ]

  private static func words(of name: String) -> [String] {
    name.split(separator: " ").map(String.init)
  }

  /// Whether that command is refused on this surface.
  private func isRefused(_ name: String) -> Bool {
    let isOfScript = context.line.place != nil
    return (isOfScript || context.isAtPrompt) && name == "repl"
      || isOfScript && ["browse", "watch"].contains(name)
  }

  private func unknownOption(
    _ name: String, _ nearest: String?, _ error: UsageError
  ) -> (message: String, hint: Hint?) {
    if command == nil, isOfCommands(name) {
      return ("The option \(quoted(name)) stands after the command it belongs to.", nil)
    }
    if let words = aboutShell([name] + signs(before: error.position)) { return words }
    let isText = error.typed.map(LineFixer.isQuotedText) == true
    let typed = isText ? error.typed ?? name : name
    let place = command.map { " for '\($0.name)'" } ?? ""
    let sentence = "There is no option \(quoted(typed))\(place)."
    let operands = command?.operands ?? []
    if operands.contains(where: { $0.option == name }) { return (sentence, fixed) }
    if let nearest { return (sentence + Phrases.didYouMean(nearest), fixed) }
    let needsTerminator =
      isText && operands.contains { $0.completion.isText } && fixed == nil
    return (sentence + (needsTerminator ? " After '--' no word is an option." : ""), fixed)
  }

  /// Whether some command has an option with this spelling.
  private func isOfCommands(_ name: String) -> Bool {
    context.commands.catalog.declarations.contains { $0.options.contains { $0.isTyped(name) } }
  }

  private var named: String { command.map { "'\($0.name)'" } ?? "This" }
}

/// Values that were typed.
extension UsageErrorWords {
  private func failure(for error: RefusedValue) -> Failure {
    var failure: Failure
    switch error.reason {
    case .breach(let breach):
      failure = context.refusal(ValueWords.failure(for: breach, input: error.input))
      if breach.rule != .handleCharacters { return failure }
    case .unreadable(let expectation):
      let message = sentence(for: expectation, error, place: "'\(error.parameter)'")
      if case .line = expectation { return context.refusal(Failure(.badLine, message)) }
      failure = context.refusal(
        self.failure(message, hint(for: expectation), input: error.input))
    }
    if let post = context.postNamed { failure.hint = .view(post) }
    guard let words = aboutShell([error.input]) else { return failure }
    failure = failure.adding(words.message)
    failure.hint = words.hint
    return failure
  }

  func failure(for error: RefusedVariable) -> Failure {
    Failure(
      .badConfig, sentence(for: error.refusal), hint: .help("environment"),
      input: error.refusal.input)
  }

  /// The sentence about a value from a variable or the configuration.
  func sentence(for refusal: RefusedValue) -> String {
    let name = refusal.parameter
    return switch refusal.reason {
    case .breach(let breach): "\(name): \(ValueWords.sentence(for: breach, input: refusal.input))"
    case .unreadable(let form): sentence(for: form, refusal, place: name)
    }
  }

  func failure(for error: LineSplitter.SplitError) -> Failure {
    switch error {
    case .openQuote(let quote, let position):
      Failure(
        .badLine, "The quote \(quote) at byte \(position + 1) is never closed.",
        hint: context.hint(applying: context.fixer.asOneText) ?? .help("scripting"))
    case .notUTF8(let position):
      Failure(
        .badLine, "The line is not valid UTF-8 at byte \(position + 1).",
        hint: .help("scripting"))
    case .openEscape:
      Failure(
        .badLine, "The line ends in a backslash with nothing after it.",
        hint: .help("scripting"))
    }
  }

  private func sentence(
    for expectation: ExpectedForm, _ error: RefusedValue, place: String
  ) -> String {
    let typed = quoted(error.input)
    switch expectation {
    case .text(let position):
      return "The value of \(place) is not valid UTF-8 at byte offset \(position)."
    case .line(let limit): return "The line is longer than \(Phrases.count(limit, "byte"))."
    case .number(let range):
      let ends = "from \(Magnitude.exact(range.lowerBound)) to \(Magnitude.exact(range.upperBound))"
      return "The value of \(place) must be a whole number \(ends), not \(typed)."
    case .postID: return "The value of \(place) must be the number of a post, not \(typed)."
    case .lastingName:
      return "The value of \(place) must be '~' and 4 to 32 hexadecimal digits, not \(typed)."
    case .choice(let words, let nearest):
      return "The value of \(place) must be \(Phrases.alternatives(words)), not \(typed)."
        + Phrases.didYouMean(nearest)
    case .field(let word, let known, let nearest):
      return "The field \(quoted(word)) is not one of \(known.joined(separator: ", "))."
        + Phrases.didYouMean(nearest)
    case .fieldTwice(let word): return "The field \(quoted(word)) is named twice."
    case .noFields:
      let command = command.map { " of '\($0.name)'" } ?? ""
      return "The answer\(command) has no fields to choose from."
    case .time(let nearest):
      return "The value of \(place) must be a time from 1970 on, such as today, yesterday, -3d, "
        + "2026-05-01, '2026-05-01 09:30' or 2026-05-01T09:30:00Z, not \(typed)."
        + Phrases.didYouMean(nearest)
    case .endBefore(let start):
      return "\(quoted("\(error.parameter) \(error.input)")) is before \(quoted(start))."
    case .hashtag:
      return "The value of \(place) must be a hashtag: up to \(Hashtag.longest) letters, digits "
        + "and '_', with at least one letter, not \(typed)."
    case .search(.empty): return "There is nothing to search for."
    case .search(.onlyExclusions):
      return "A search needs a term that is not excluded by '-'."
    case .search(.tooManyHashtags):
      return "A search has at most \(PostSearch.mostHashtags) hashtags."
    case .cursor: return "The value of \(place) must be a cursor of a list, not \(typed)."
    case .file, .host:
      let host = "host, such as example.org, not \(typed)"
      return "The value of \(place) must be the name of a \(expectation == .file ? "file" : host)."
    }
  }

  private func hint(for expectation: ExpectedForm) -> Hint? {
    switch expectation {
    case .time(nearest: nil): .help("formatting")
    case .search: .help("search")
    default: fixed
    }
  }
}

extension FailureContext {
  /// The refusal of one item; says that nothing was saved if all items are refused with it.
  func refusal(_ failure: Failure) -> Failure {
    items == .all ? failure.adding("Nothing was saved.") : failure
  }
}
