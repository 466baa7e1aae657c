/// Finds out what may stand at a place of a line, from the declarations alone.
///
/// It reads the words before the place as the parser does. Where those can't be right any more
/// there is nothing to offer.
struct CompletionGrammar {
  let commands: [any Command.Type]

  func place(of word: String, after words: [Token]) -> CompletionPlace? {
    var line = CompletionLine(words)
    do throws(UsageError) {
      try line.read(by: Parser(commands: commands))
    } catch {
      guard let option = option(awaitedBy: error, after: words, in: line) else { return nil }
      return value(of: option, word, in: line)
    }
    if !line.isPastOptions, word.utf8.first == UInt8(ascii: "-") {
      return attachedValue(word, in: line) ?? place(options(for: word, in: line), word, in: line)
    }
    return operand(word, in: line)
  }

  /// The option whose value is what comes next, when that is all that is wrong.
  private func option(
    awaitedBy error: UsageError, after words: [Token], in line: CompletionLine
  ) -> OptionShape? {
    guard error.position == words.last?.position, case .missingValue(let name, _) = error.complaint
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
    guard let option = line.knownOptions.first(where: { $0.spelled == name }) else {
      return place([], stem, in: line)
    }
    return value(of: option, stem, behind: "\(name)=", in: line)
  }

  /// Short names are offered only to those who begin with one dash.
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

  /// The commands whose name is one word.
  var firstWords: [Candidate] {
    let blank = UInt8(ascii: " ")
    return declarations.filter { !$0.name.utf8.contains(blank) }
      .map { Candidate($0.name, $0.summary, .command) }
  }

  /// The second words of commands that begin with this one.
  func nextWords(after name: String) -> [Candidate] {
    declarations.filter { $0.name.hasPrefix("\(name) ") }
      .map { Candidate(String($0.name.dropFirst(name.count + 1)), $0.summary, .command) }
  }

  private var declarations: [Declaration] {
    commands.map { $0.declaration }
  }
}
