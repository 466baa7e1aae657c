/// The words before a place of a line, as far as the parser could read them.
struct CompletionLine {
  private var scanner: Scanner
  private(set) var declaration: Declaration?
  /// Whether nothing was typed behind the command's name, so that a longer name may be meant.
  private(set) var endsWithCommand = false

  init(_ words: [Token]) {
    scanner = Scanner(words)
  }

  var options: [GivenOption] { scanner.options }
  var operands: [Token] { scanner.operands }
  var isPastOptions: Bool { scanner.isPastOptions }

  /// The options that may stand at the place.
  var knownOptions: [OptionShape] { (declaration?.options ?? []) + GlobalOptions.shapes }

  /// Throws `Parser.Trouble` or `UsageError`, like the parser, at the first word that is wrong.
  mutating func read(by parser: Parser) throws {
    guard let command = try parser.command(in: &scanner) else { return }
    declaration = command.declaration
    endsWithCommand = scanner.rest.isEmpty
    try scanner.finish(knowing: knownOptions)
  }

  func place(
    _ word: String, lead: String = "", choices: [Candidate],
    lookup: CompletionPlace.Lookup? = nil, taken: [String] = [], endsWord: Bool = true
  ) -> CompletionPlace {
    CompletionPlace(
      lead: lead, stem: word, choices: choices, lookup: lookup, taken: taken,
      options: scanner.options, endsWord: endsWord)
  }

  /// A place where a value is to be typed: of an option, or of an operand where there is none.
  func value(
    of completion: Completion, _ option: OptionShape?, lead: String, stem: String,
    _ grammar: CompletionGrammar, besides others: [Candidate] = []
  ) -> CompletionPlace {
    let typed = option == nil ? operands.map(\.text) : []
    switch completion {
    case .nothing: return place(stem, lead: lead, choices: others)
    case .users: return place(stem, lead: lead, choices: others, lookup: .users, taken: typed)
    case .posts: return place(stem, lead: lead, choices: others, lookup: .posts, taken: typed)
    case .files: return place(stem, lead: lead, choices: others, lookup: .files)
    case .subjects:
      return place(stem, lead: lead, choices: grammar.subjects(after: typed))
    case .fields: return fields(lead: lead, stem: stem)
    case .words(let words):
      return place(stem, lead: lead, choices: choices(words, of: option) + others)
    }
  }

  private func choices(_ words: [String], of option: OptionShape?) -> [Candidate] {
    var words = words
    if let declaration, option?.name == GlobalOptions.format.shape.name {
      words = declaration.formats.map(\.rawValue)
    }
    let fallback = option?.value?.fallback?()
    return words.map { Candidate($0, $0 == fallback ? "the default" : "", .choice) }
  }

  /// The name behind the last comma, among those not chosen yet.
  private func fields(lead: String, stem: String) -> CompletionPlace {
    var names = stem.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let name = names.popLast() ?? ""
    let chosen = names.map { "\($0)," }.joined()
    var fields = declaration?.fields ?? []
    if !names.allSatisfy(fields.contains) { fields = [] }
    return place(
      name, lead: lead + chosen, choices: fields.map { Candidate($0, "", .field) }, taken: names,
      endsWord: false)
  }
}
