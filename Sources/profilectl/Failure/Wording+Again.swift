import CommandLine
import Model

/// The line that failed, offered again as it may have been meant.
///
/// Nil where it isn't clear what would change, or where the line can't be typed again as it is
/// shown.
extension Wording {
  /// With another word in one place.
  static func again(_ context: FailureContext, saying word: String, at place: Int?) -> Hint? {
    guard let place, context.words.indices.contains(place) else { return nil }
    var words = context.words
    words[place] = word
    return again(context, words)
  }

  /// With another command, which may be of two words.
  static func again(_ context: FailureContext, command name: String, in places: Range<Int>?)
    -> Hint?
  {
    guard let places, context.words.indices.contains(places.upperBound - 1) else { return nil }
    var words = context.words
    words.replaceSubrange(places, with: name.split(separator: " ").map(String.init))
    return again(context, words)
  }

  /// With another option, which keeps the value that is tied to it.
  static func again(
    _ context: FailureContext, option: String, insteadOf wrong: String, at place: Int?
  ) -> Hint? {
    guard let place, context.words.indices.contains(place),
      context.words[place].hasPrefix(wrong)
    else { return nil }
    let value = context.words[place].dropFirst(wrong.count)
    return again(context, saying: option + value, at: place)
  }

  /// With another value of an option.
  static func again(
    _ context: FailureContext, value: String, insteadOf wrong: String
  ) -> Hint? {
    let places = context.words.indices.filter { place in
      let word = context.words[place]
      return word == wrong || (word.hasPrefix("--") && word.hasSuffix("=\(wrong)"))
    }
    guard places.count == 1 else { return nil }
    let option = context.words[places[0]].dropLast(wrong.count)
    return again(context, saying: option + value, at: places[0])
  }

  /// With the right handle.
  static func again(
    _ context: FailureContext, naming near: Handle, insteadOf wrong: Handle
  ) -> Hint? {
    let takesText = context.declaration?.operands.contains { !$0.completion.isOfUsers } ?? true
    let user = GlobalOptions.user.shape
    let words = context.words.enumerated().map { place, word in
      let option = optionWithValue(context, before: place)
      let isOfUsers = option.map { $0.name == user.name } ?? !takesText
      if isOfUsers, (try? Handle(word)) == wrong { return near.text }
      let start = "\(user.spelled)="
      let tied = word.hasPrefix(start) ? String(word.dropFirst(start.count)) : ""
      return (try? Handle(tied)) == wrong ? start + near.text : word
    }
    return words == context.words ? nil : again(context, words)
  }

  /// With one more option.
  static func again(_ context: FailureContext, with option: String) -> Hint? {
    guard !context.words.isEmpty else { return nil }
    // The last of an option counts, so it goes last, unless words there are taken as they are.
    return again(
      context,
      context.words.contains("--") ? [option] + context.words : context.words + [option])
  }

  /// With more patience.
  static func again(_ context: FailureContext, waiting seconds: Int) -> Hint? {
    again(context, with: GlobalOptions.wait.shape, "\(seconds)")
  }

  /// For the next page of its list.
  static func again(_ context: FailureContext, after cursor: Cursor) -> Hint? {
    again(context, with: ListOptions.after.shape, cursor.text)
  }

  /// For all of a list.
  static func againFromBeginning(_ context: FailureContext) -> Hint? {
    again(context, words(of: context, without: ListOptions.after.shape))
  }

  private static func again(
    _ context: FailureContext, with option: OptionShape, _ value: String
  ) -> Hint? {
    var context = context
    context.words = words(of: context, without: option)
    return again(context, with: "\(option.spelled)=\(value)")
  }

  private static func words(of context: FailureContext, without option: OptionShape) -> [String] {
    var words = context.words
    while let place = words.firstIndex(of: option.spelled) {
      words.removeSubrange(place..<min(place + 2, words.count))
    }
    return words.filter { !$0.hasPrefix("\(option.spelled)=") }
  }

  /// With that word taken for the text it may be.
  static func again(_ context: FailureContext, literalFrom position: Int?) -> Hint? {
    guard let position, position > 0, context.words.indices.contains(position),
      context.declaration?.operands.first?.completion == .text
    else { return nil }
    var words = context.words
    let word = words.remove(at: position)
    guard isQuotedText(word) || words.count == 1, !words.contains("--") else { return nil }
    return again(context, words + ["--", word])
  }

  /// Whether a word that begins with a dash was quoted, and meant as it stands: no option has a
  /// blank in its name.
  static func isQuotedText(_ word: String) -> Bool {
    let name = word.hasPrefix("--") ? word.prefix { $0 != "=" } : word[...]
    return name.contains(where: \.isWhitespace)
  }

  /// With an operand for an option that is called like it.
  static func again(
    _ context: FailureContext, operandInsteadOf option: String, at place: Int?
  ) -> Hint? {
    guard let place, context.words.indices.contains(place) else { return nil }
    var words = context.words
    var value = words.remove(at: place).dropFirst(option.count)
    if value.isEmpty {
      guard words.indices.contains(place) else { return nil }
      value = words.remove(at: place)[...]
    } else {
      value = value.dropFirst()
    }
    if value.isEmpty || value.hasPrefix("-") { return nil }
    words.insert(String(value), at: place)
    return again(context, words)
  }

  /// With the words before and from that place as one, where a text stands before it that somebody
  /// forgot to quote.
  static func again(_ context: FailureContext, asOneTextUpTo place: Int?) -> Hint? {
    guard let place, place > 0, context.words.indices.contains(place),
      takesText(context, at: place - 1)
    else { return nil }
    var words = context.words
    let end = words[place...].firstIndex { $0.hasPrefix("-") } ?? words.endIndex
    let text = (place - 1)..<end
    if context.quotedPlaces.contains(where: text.contains) { return nil }
    words.replaceSubrange(text, with: [words[text].joined(separator: " ")])
    return again(context, words)
  }

  /// The same where the text is the value of that option.
  static func again(_ context: FailureContext, asOneTextBehind option: String) -> Hint? {
    context.words.firstIndex(of: option).flatMap { again(context, asOneTextUpTo: $0 + 2) }
  }

  /// Whether the word in that place is a text: that of the option before it, or else the operand's.
  private static func takesText(_ context: FailureContext, at place: Int) -> Bool {
    if context.words[place].hasPrefix("-") { return false }
    let option = optionWithValue(context, before: place)
    let operand = context.declaration?.operands.last
    return (option?.value?.completion ?? operand?.completion) == .text
  }

  /// The option whose value the word in that place is.
  private static func optionWithValue(
    _ context: FailureContext, before place: Int
  ) -> OptionShape? {
    guard place > 0 else { return nil }
    let shapes = (context.declaration?.options ?? []) + GlobalOptions.shapes
    return shapes.first { $0.value != nil && $0.isTyped(context.words[place - 1]) }
  }

  /// With everything after the command as its text: an opening quote may be an
  /// apostrophe.
  static func againAsOneText(_ context: FailureContext) -> Hint? {
    let rest = context.words.dropFirst()
    guard let declaration = context.declaration, declaration.operands.last?.completion == .text,
      !rest.contains(where: { $0.hasPrefix("-") || $0.contains("\"") })
    else { return nil }
    let text = rest.joined(separator: " ")
    // An apostrophe follows a letter.
    guard let mark = text.firstIndex(of: "'"), text[..<mark].last?.isLetter == true else {
      return nil
    }
    return again(context, [context.words[0], text])
  }

  /// With what was taken for a comment as its text or its posts, if nothing else stands in it: an
  /// option would be lost, or become a part of the text.
  static func againWithComment(_ context: FailureContext) -> Hint? {
    guard let operand = context.declaration?.operands.last,
      let comment = LineSplitter.comment(of: context.line)
    else { return nil }
    let words = comment.split(separator: " ").map(String.init)
    switch operand.completion {
    case .text where !words.contains { $0.hasPrefix("-") }:
      return again(context, context.words + [words.joined(separator: " ")])
    case .posts where words.allSatisfy(isPostNumber): return again(context, context.words + words)
    default: return nil
    }
  }

  private static func isPostNumber(_ word: String) -> Bool {
    (try? ValueKind.postID.read(Array(word.utf8), Moment.storable.upperBound)) != nil
  }

  private static func again(_ context: FailureContext, _ words: [String]) -> Hint? {
    // What would be refused as it is typed is no help; every time ago is one from there.
    let request = try? Parser(context.commands.catalog).request(
      for: Token.list(words.map { Array($0.utf8) }), clock: Moment.storable.upperBound)
    guard words.allSatisfy({ shown($0) == $0 }), request.map({ isWhole($0, context) }) == true
    else { return nil }
    let isQuestion =
      words.first == "help" || words.last == "--help" || words.last == "--version"
    return isQuestion ? .question(words) : .command(words)
  }

  /// Whether a line asks for something, and for nothing that is refused before it is begun.
  private static func isWhole(_ request: Request, _ context: FailureContext) -> Bool {
    guard case .command(let parsed) = request else { return true }
    let saysNothing =
      parsed.declaration.name == "post" && parsed.operands.isEmpty
      && !parsed.ownOptions.contains { $0.name == "image" }
    return !saysNothing && context.commands.accepts(parsed)
  }
}
