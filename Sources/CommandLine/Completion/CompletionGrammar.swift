import Model

/// Finds the words that fit at a position of a line, from the declarations alone.
///
/// It parses the words before that position. If they are wrong, it offers nothing.
package struct CompletionGrammar {
  private let catalog: CommandCatalog

  package init(_ catalog: CommandCatalog) {
    self.catalog = catalog
  }

  package func place(of word: String, after words: [Token]) -> CompletionPlace? {
    let words = catalog.expanded(words)
    var line = CompletionLine(words)
    do throws(UsageError) {
      try line.read(by: Parser(catalog))
    } catch {
      guard let option = option(awaitedBy: error, after: words, in: line) else { return nil }
      return value(of: option, word, in: line)
    }
    if !line.isPastOptions, word.utf8.first == UInt8(ascii: "-") {
      return attachedValue(word, in: line) ?? place(options(for: word, in: line), word, in: line)
    }
    return operand(word, in: line)
  }

  /// The option that lacks its value, if nothing else is wrong.
  private func option(
    awaitedBy error: UsageError, after words: [Token], in line: CompletionLine
  ) -> OptionShape? {
    guard error.position == words.last?.position, case .missingValue(let name, _) = error.kind
    else { return nil }
    return line.knownOptions.first { $0.spelled == name }
  }

  /// The value in `--option=value`; nil for other words.
  private func attachedValue(_ word: String, in line: CompletionLine) -> CompletionPlace? {
    guard word.utf8.starts(with: "--".utf8),
      let end = word.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let name = word[..<end]
    let stem = String(word[word.utf8.index(after: end)...])
    guard let option = line.knownOptions.first(where: { $0.spelled == name }) else {
      return place([], stem, in: line)
    }
    return value(of: option, stem, after: "\(name)=", in: line)
  }

  /// Short names are offered only after a single dash.
  private func options(for word: String, in line: CompletionLine) -> [Candidate] {
    let given = Set(line.options.map(\.name))
    let excluded = line.declaration?.exclusions.filter { !given.isDisjoint(with: $0) } ?? []
    let refused = given.union(excluded.joined())
    let offered = line.declaration.map { $0.options + $0.globalOptions } ?? line.knownOptions
    let shapes = offered.filter { !refused.contains($0.name) }
    let long = shapes.map { Candidate($0.spelled, $0.summary, .option) }
    if word.utf8.starts(with: "--".utf8) { return long }
    let short = shapes.compactMap { shape in
      shape.short.map { Candidate("-\($0)", shape.summary, .option) }
    }
    return short + long
  }

  private func operand(_ word: String, in line: CompletionLine) -> CompletionPlace {
    guard let declaration = line.declaration else { return place(firstWords, word, in: line) }
    let longer = line.endsWithCommand ? nextWords(after: declaration.name) : []
    let shapes = declaration.operands
    let next = line.operands.count
    let last = shapes.last.flatMap { $0.count.isRepeated ? $0 : nil }
    guard let shape = next < shapes.count ? shapes[next] : last else {
      let mayTakeOptions = word.isEmpty && longer.isEmpty && !line.isPastOptions
      return place(longer + (mayTakeOptions ? options(for: "--", in: line) : []), word, in: line)
    }
    return value(of: shape, besides: longer, word, in: line)
  }

  /// The commands of one word, and aliases.
  package var firstWords: [Candidate] {
    let blank = UInt8(ascii: " ")
    let aliases = catalog.configuration.aliases.sorted { $0.name < $1.name }.map {
      Candidate($0.name, "An alias of '\($0.words[0].text)'.", .command)
    }
    return declarations.filter { !$0.name.utf8.contains(blank) }
      .map { Candidate($0.name, $0.summary, .command) } + aliases
  }

  private var keys: [Candidate] {
    catalog.keys.map { Candidate($0.name, $0.option().summary, .choice) }
      + catalog.configuration.aliases.map(\.name).sorted().map {
        Candidate(Configuration.aliasPrefix + $0, "", .choice)
      }
  }

  /// The second words of commands that begin with `name`.
  package func nextWords(after name: String) -> [Candidate] {
    declarations.filter { $0.name.hasPrefix("\(name) ") }
      .map { Candidate(String($0.name.dropFirst(name.count + 1)), $0.summary, .command) }
  }

  private var declarations: [Declaration] { catalog.declarations }
}

extension CompletionGrammar {
  /// Completes the value of an option: `lead` is the part of the word before it, `stem` its typed
  /// part.
  package func value(
    of option: OptionShape, _ stem: String, after lead: String = "", in line: CompletionLine
  ) -> CompletionPlace {
    let completion = option.value?.completion ?? .nothing
    switch completion {
    case .words(let words, let notes):
      return place(choices(words, notes, of: option, in: line), stem, after: lead, in: line)
    case .fields:
      let fields = (line.declaration?.fields ?? []).map { Candidate($0, "", .field) }
      return list(of: fields, stem, after: lead, in: line)
    case .list(let words):
      return list(of: words.map { Candidate($0, "", .choice) }, stem, after: lead, in: line)
    case .files(let kind, or: let word):
      let choices = [word].compactMap(\.self).map { Candidate($0, "", .choice) }
      return place(choices, stem, after: lead, lookup: .files(kind), in: line)
    case .text, .search: return textEnd(stem, after: lead, in: line)
    case .nothing, .users, .posts, .hashtags, .subjects, .keys, .keyValue:
      return place([], stem, after: lead, lookup: completion.lookup, in: line)
    }
  }

  /// Completes an operand; values that were typed already are not offered.
  package func value(
    of operand: OperandShape, besides others: [Candidate], _ word: String, in line: CompletionLine
  ) -> CompletionPlace {
    let typed = line.operands.map(\.text)
    switch operand.completion {
    case .words(let words, let notes):
      return place(others + words.map { Candidate($0, notes[$0] ?? "", .choice) }, word, in: line)
    case .subjects: return place(subjects(after: typed), word, in: line)
    case .keys: return place(keys, word, in: line)
    case .keyValue:
      let key = catalog.keys.first { $0.name == typed.first }
      let values = key?.choices ?? []
      return place(values.map { Candidate($0, "", .choice) }, word, in: line)
    case .text: return textEnd(word, in: line)
    case .search: return author(word, in: line) ?? textEnd(word, in: line)
    case .nothing, .users, .posts, .hashtags, .files, .fields, .list:
      return place(others, word, lookup: operand.completion.lookup, taken: typed, in: line)
    }
  }

  /// Completes the author in a search that ends like `from:al`; nil for other searches.
  private func author(_ text: String, in line: CompletionLine) -> CompletionPlace? {
    let start = startOfLastWord(in: text)
    let word = text[start...]
    guard let lead = ["from:", "-from:"].first(where: word.hasPrefix) else { return nil }
    return place(
      [], String(word.dropFirst(lead.count)), after: text[..<start] + lead,
      lookup: .users(.everybody), endsWord: start == text.startIndex, in: line)
  }

  private func startOfLastWord(in text: String) -> String.Index {
    text.lastIndex(of: " ").map(text.index(after:)) ?? text.startIndex
  }

  /// Completes a mention or hashtag at the end of a text.
  private func textEnd(
    _ text: String, after lead: String = "", in line: CompletionLine
  ) -> CompletionPlace {
    let start = startOfLastWord(in: text)
    let lookups: [UInt8: CompletionPlace.Lookup] = [
      UInt8(ascii: "@"): .users(.everybody), UInt8(ascii: "#"): .hashtags,
    ]
    guard let sign = text[start...].utf8.first, let lookup = lookups[sign] else {
      return place([], text, after: lead, in: line)
    }
    return place(
      [], String(text[start...]), after: lead + text[..<start], lookup: lookup,
      endsWord: start == text.startIndex, in: line)
  }

  package func place(
    _ choices: [Candidate], _ stem: String, after lead: String = "",
    lookup: CompletionPlace.Lookup? = nil, taken: [String] = [], endsWord: Bool = true,
    in line: CompletionLine
  ) -> CompletionPlace {
    CompletionPlace(
      lead: lead, stem: stem, choices: choices, lookup: lookup, taken: taken,
      options: line.options, endsWord: endsWord)
  }

  private func choices(
    _ words: [String], _ notes: [String: String], of option: OptionShape,
    in line: CompletionLine
  ) -> [Candidate] {
    let words = line.declaration?.choices(of: option) ?? words
    let fallback = option.value?.fallback?()
    return words.map { Candidate($0, notes[$0] ?? ($0 == fallback ? "the default" : ""), .choice) }
  }

  /// Completes the name after the last comma with the names not chosen yet.
  private func list(
    of known: [Candidate], _ stem: String, after lead: String, in line: CompletionLine
  ) -> CompletionPlace {
    var chosen = stem.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let name = chosen.popLast() ?? ""
    let names = known.map(\.text)
    guard chosen.allSatisfy(names.contains) else { return place([], name, in: line) }
    return place(
      known, name, after: lead + chosen.map { "\($0)," }.joined(), taken: chosen, endsWord: false,
      in: line)
  }

  /// The subjects of help after some words.
  private func subjects(after words: [String]) -> [Candidate] {
    if !words.isEmpty { return nextWords(after: words.joined(separator: " ")) }
    return firstWords + Topic.allCases.map { Candidate($0.rawValue, $0.summary, .topic) }
  }
}

extension Completion {
  /// Values that only the network or the file system knows.
  fileprivate var lookup: CompletionPlace.Lookup? {
    switch self {
    case .users(let circle): .users(circle)
    case .posts(let shelf): .posts(shelf)
    case .hashtags: .hashtags
    case .files(let kind, or: _): .files(kind)
    case .nothing, .text, .search, .subjects, .keys, .keyValue, .fields, .words, .list: nil
    }
  }
}
