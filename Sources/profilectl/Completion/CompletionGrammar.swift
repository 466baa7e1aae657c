/// Finds out what may stand at a place of a line, from the declarations alone.
///
/// It reads the words before the place as the parser does. Where those can't be right any more there is
/// nothing to offer.
struct CompletionGrammar {
  let commands: [any Command.Type]

  func place(of word: String, after words: [Token]) -> CompletionPlace? {
    var line = CompletionLine(words)
    do {
      try line.read(by: Parser(commands: commands))
    } catch {
      return awaitedOption(by: error, after: words, in: line).map { option in
        line.value(of: option.value?.completion ?? .nothing, option, lead: "", stem: word, self)
      }
    }
    if !line.isPastOptions, word.utf8.first == UInt8(ascii: "-") {
      return attachedValue(word, in: line)
        ?? line.place(word, choices: options(for: word, in: line))
    }
    return operand(word, in: line)
  }

  /// The option whose value is what comes next, when that is all that is wrong.
  private func awaitedOption(
    by error: any Error, after words: [Token], in line: CompletionLine
  ) -> OptionShape? {
    let trouble = error as? Parser.Trouble
    let usage =
      switch trouble?.reason {
      case .usage(let usage): usage as UsageError?
      default: error as? UsageError
      }
    guard let usage, usage.position == words.last?.position,
      case .missingValue(let name, _) = usage.complaint
    else { return nil }
    return line.knownOptions.first { $0.spelled == name }
  }

  /// The value in `--option=value`; nil for another word.
  private func attachedValue(_ word: String, in line: CompletionLine) -> CompletionPlace? {
    guard word.utf8.starts(with: "--".utf8),
      let end = word.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let name = word[..<end]
    let stem = String(word[word.utf8.index(after: end)...])
    let option = line.knownOptions.first { $0.spelled == name }
    return line.value(
      of: option?.value?.completion ?? .nothing, option, lead: "\(name)=", stem: stem, self)
  }

  /// Short names are offered only to those who begin with one dash.
  private func options(for word: String, in line: CompletionLine) -> [Candidate] {
    let given = Set(line.options.map(\.name))
    let excluded = line.declaration?.exclusions.filter { !given.isDisjoint(with: $0) } ?? []
    let refused = given.union(excluded.joined())
    let shapes = line.knownOptions.filter { !refused.contains($0.name) }
    let short = shapes.compactMap { shape in
      shape.short.map { Candidate("-\($0)", shape.summary, .option) }
    }
    let long = shapes.map { Candidate($0.spelled, $0.summary, .option) }
    return word.utf8.starts(with: "--".utf8) ? long : short + long
  }

  private func operand(_ word: String, in line: CompletionLine) -> CompletionPlace? {
    guard let declaration = line.declaration else {
      return line.place(word, choices: firstWords)
    }
    var longer: [Candidate] = []
    if line.endsWithCommand { longer = nextWords(after: declaration.name) }
    let shapes = declaration.operands
    let next = line.operands.count
    let last = shapes.last.flatMap { $0.count.isRepeated ? $0 : nil }
    guard let shape = next < shapes.count ? shapes[next] : last else {
      let options = word.isEmpty && !line.isPastOptions ? options(for: "--", in: line) : []
      return line.place(word, choices: longer + options)
    }
    return line.value(of: shape.completion, nil, lead: "", stem: word, self, besides: longer)
  }

  /// The first words of commands, each once.
  private var firstWords: [Candidate] {
    commands.map { $0.declaration }.filter { !$0.isHidden && !$0.name.utf8.contains(blank) }
      .map { Candidate($0.name, $0.summary, .command) }
  }

  /// The second words of commands that begin with this one.
  private func nextWords(after name: String) -> [Candidate] {
    commands.map { $0.declaration }.filter { !$0.isHidden && $0.name.hasPrefix("\(name) ") }
      .map { Candidate(String($0.name.dropFirst(name.count + 1)), $0.summary, .command) }
  }

  /// What help can be about, after some words of it.
  func subjects(after words: [String]) -> [Candidate] {
    if !words.isEmpty { return nextWords(after: words.joined(separator: " ")) }
    return firstWords + Topic.allCases.map { Candidate($0.rawValue, $0.summary, .topic) }
  }

  private let blank = UInt8(ascii: " ")
}
