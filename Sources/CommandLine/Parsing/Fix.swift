import Model

/// A change to the typed words that probably gives the intended line.
package enum Fix: Equatable, Sendable {
  /// Replaces the words in the range.
  case replace(Range<Int>, with: [String])
  /// Joins the words in the range into one text.
  case join(Range<Int>)
  /// Adds words at the end.
  case append([String])
  /// Moves a word to the end, after `--`.
  case takeLiterally(Int)
  /// Adds an option, or changes its value.
  case addOption(String, value: String?)
  /// Removes an option with its value.
  case removeOption(String)

  /// The words after the change; nil if there are too few words.
  package func applied(to words: [String]) -> [String]? {
    var words = words
    switch self {
    case .replace(let range, let others):
      guard words.indices.contains(range.upperBound - 1) else { return nil }
      words.replaceSubrange(range, with: others)
    case .join(let range):
      guard words.indices.contains(range.upperBound - 1) else { return nil }
      words.replaceSubrange(range, with: [words[range].joined(separator: " ")])
    case .append(let others): words += others
    case .takeLiterally(let place):
      guard words.indices.contains(place) else { return nil }
      words += ["--", words.remove(at: place)]
    case .addOption(let option, let value):
      guard !words.isEmpty else { return nil }
      let word = value.map { "\(option)=\($0)" } ?? option
      words = value == nil ? words : Fix.without(option, words)
      // The last occurrence of an option wins.
      words.insert(word, at: Fix.endOfOptions(in: words))
    case .removeOption(let option): words = Fix.without(option, words)
    }
    return words
  }

  /// The index of `--`, after which no word is an option.
  private static func endOfOptions(in words: [String]) -> Int {
    words.firstIndex(of: "--") ?? words.endIndex
  }

  /// The words without an option that takes a value.
  private static func without(_ option: String, _ words: [String]) -> [String] {
    let end = endOfOptions(in: words)
    var options = Array(words[..<end])
    while let place = options.firstIndex(of: option) {
      options.removeSubrange(place..<min(place + 2, options.count))
    }
    return options.filter { !$0.hasPrefix("\(option)=") } + words[end...]
  }
}

/// Finds the fix of a refused line.
///
/// A fix is nil if it is not clear what must change.
package struct LineFixer {
  private let tokens: [Token]
  private let words: [String]
  private let declaration: Declaration?
  private let catalog: CommandCatalog
  /// Read only if a fix depends on it.
  private let comment: () -> String?

  /// `bytes` is the text of the line, if `#` may begin a comment in it.
  package init(
    _ tokens: [Token], of bytes: [UInt8] = [], _ declaration: Declaration?,
    in catalog: CommandCatalog
  ) {
    (self.tokens, self.declaration, self.catalog) = (tokens, declaration, catalog)
    words = tokens.map(\.text)
    comment = { LineSplitter.comment(of: bytes) }
  }

  package func fix(of error: UsageError) -> Fix? {
    let place = error.position.flatMap { words.indices.contains($0) ? $0 : nil }
    switch error.kind {
    case .unknownCommand(let nearest?):
      guard let place else { return nil }
      let isOfTwoWords = catalog.name(inTwoWords: tokens[place...]) == nearest
      return .replace(place..<(place + (isOfTwoWords ? 2 : 1)), with: nearest.words)
    case .unknownOption(let name, let nearest):
      return place.flatMap { fix(of: name, nearest, at: $0) }
    case .missingOperand, .nothingAsked: return commentAsOperand
    case .extraOperand: return place.flatMap { longerName(at: $0) ?? text(upTo: $0) }
    case .onlyForOne(let option, _):
      return words.firstIndex(of: option).flatMap { text(upTo: $0 + 2) }
    case .needsConfirmation: return .addOption(GlobalOptions.yes.shape.spelled, value: nil)
    default: return nil
    }
  }

  package func fix(of error: RefusedValue) -> Fix? {
    switch error.reason {
    case .unreadable(.choice(_, let nearest?)), .unreadable(.time(let nearest?)):
      value(nearest, insteadOf: error.input)
    case .unreadable(.field(let word, _, let nearest?)):
      value(
        error.input.split(separator: ",", omittingEmptySubsequences: false)
          .map { $0 == word ? nearest : String($0) }.joined(separator: ","),
        insteadOf: error.input)
    default: nil
    }
  }

  /// Replaces the handle of a missing user by that of an existing one.
  package func naming(_ near: String, insteadOf isWrong: (_ word: String) -> Bool) -> Fix? {
    let takesText = declaration?.operands.contains { !$0.completion.isOfUsers } ?? true
    let user = GlobalOptions.user.shape
    let named = words.enumerated().map { place, word in
      let option = optionWithValue(before: place)
      if option.map({ $0.name == user.name }) ?? !takesText, isWrong(word) { return near }
      let start = "\(user.spelled)="
      return word.hasPrefix(start) && isWrong(String(word.dropFirst(start.count)))
        ? start + near : word
    }
    return named == words ? nil : .replace(words.indices, with: named)
  }

  /// Joins all words after the command: an open quotation mark may be an apostrophe.
  package var asOneText: Fix? {
    let rest = words.dropFirst()
    guard declaration?.operands.last?.completion.isText == true,
      !rest.contains(where: { $0.hasPrefix("-") || $0.contains("\"") })
    else { return nil }
    let text = rest.joined(separator: " ")
    guard let mark = text.firstIndex(of: "'"), text[..<mark].last?.isLetter == true else {
      return nil
    }
    return .join(1..<words.count)
  }

  /// Whether a word that begins with a dash is quoted text: the name of an option has no blank.
  package static func isQuotedText(_ word: String) -> Bool {
    let name = word.hasPrefix("--") ? word.prefix { $0 != "=" } : word[...]
    return name.contains(where: \.isWhitespace)
  }

  private func fix(of option: String, _ nearest: String?, at place: Int) -> Fix? {
    let operands = declaration?.operands ?? []
    if operands.contains(where: { $0.option == option }) { return operand(at: place, option) }
    let word = words[place]
    if let nearest {
      guard word.hasPrefix(option) else { return nil }
      return .replace(place..<(place + 1), with: [nearest + word.dropFirst(option.count)])
    }
    guard place > 0, operands.first?.completion.isText == true, !words.contains("--")
    else { return nil }
    if LineFixer.isQuotedText(word) || words.count == 2 { return .takeLiterally(place) }
    let text = words.dropFirst()
    guard operands.count == 1, text.count(where: { $0.hasPrefix("-") }) == 1,
      !tokens.contains(where: \.isQuoted)
    else { return nil }
    return .replace(1..<words.count, with: ["--", text.joined(separator: " ")])
  }

  /// Removes the name of an option that has the name of an operand, and keeps its value.
  private func operand(at place: Int, _ option: String) -> Fix? {
    let tied = words[place].dropFirst(option.count).dropFirst()
    let isTied = words[place] != option
    guard isTied || words.indices.contains(place + 1) else { return nil }
    let value = isTied ? String(tied) : words[place + 1]
    if value.isEmpty || value.hasPrefix("-") { return nil }
    return .replace(place..<(place + (isTied ? 1 : 2)), with: [value])
  }

  private func value(_ value: String, insteadOf wrong: String) -> Fix? {
    let places = words.indices.filter { place in
      let word = words[place]
      return word == wrong || (word.hasPrefix("--") && word.hasSuffix("=\(wrong)"))
    }
    guard places.count == 1 else { return nil }
    let option = words[places[0]].dropLast(wrong.count)
    return .replace(places[0]..<(places[0] + 1), with: [option + value])
  }

  /// Replaces a misspelled second word of a command.
  private func longerName(at place: Int) -> Fix? {
    guard let declaration else { return nil }
    let start = "\(declaration.name) "
    let longer = catalog.names.filter { $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) }
    return SpellingSuggestion.nearest(to: words[place], among: longer)
      .map { .replace(place..<(place + 1), with: [$0]) }
  }

  /// Joins the words around that position, if the word before it is unquoted text.
  private func text(upTo place: Int) -> Fix? {
    guard place > 0, words.indices.contains(place), takesText(at: place - 1) else { return nil }
    let end = words[place...].firstIndex { $0.hasPrefix("-") } ?? words.endIndex
    let text = (place - 1)..<end
    return tokens[text].contains(where: \.isQuoted) ? nil : .join(text)
  }

  private func takesText(at place: Int) -> Bool {
    if words[place].hasPrefix("-") { return false }
    let option = optionWithValue(before: place)
    let kind = option?.value?.completion ?? declaration?.operands.last?.completion
    return kind?.isText == true
  }

  private func optionWithValue(before place: Int) -> OptionShape? {
    guard place > 0 else { return nil }
    let shapes = (declaration?.options ?? []) + GlobalOptions.shapes
    return shapes.first { $0.value != nil && $0.isTyped(words[place - 1]) }
  }

  /// Takes the words of a comment as the missing text or posts; nil if an option is among them.
  private var commentAsOperand: Fix? {
    guard let operand = declaration?.operands.last, let comment = comment() else { return nil }
    let words = comment.words
    switch operand.completion {
    case let kind where kind.isText && !words.contains { $0.hasPrefix("-") }:
      return .append([words.joined(separator: " ")])
    case .posts where words.allSatisfy(LineFixer.isPostNumber): return .append(words)
    default: return nil
    }
  }

  private static func isPostNumber(_ word: String) -> Bool {
    (try? ValueKind.postID.read(Array(word.utf8), LocalClock.latest)) != nil
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}

extension OperandShape {
  /// An option that would be named like the operand.
  package var option: String { "--\(name)" }
}

extension CommandCatalog {
  /// The command that was typed as two words, such as `create user`.
  package func name(inTwoWords tokens: ArraySlice<Token>) -> String? {
    let words = tokens.prefix(2).map(\.text)
    guard words.count == 2 else { return nil }
    let joined = ["-", ""].map { words.joined(separator: $0) }
    return names.first(where: joined.contains)
  }
}
