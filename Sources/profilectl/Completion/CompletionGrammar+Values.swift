import Services

/// Places where a value is to be typed.
extension CompletionGrammar {
  /// `lead` is what the word holds before the value, `stem` what is typed of it.
  func value(
    of option: OptionShape, _ stem: String, behind lead: String = "", in line: CompletionLine
  ) -> CompletionPlace {
    let completion = option.value?.completion ?? .nothing
    switch completion {
    case .words(let words, let notes):
      return place(choices(words, notes, of: option, in: line), stem, behind: lead, in: line)
    case .fields: return fields(stem, behind: lead, in: line)
    case .files(or: let word):
      let choices = [word].compactMap(\.self).map { Candidate($0, "", .choice) }
      return place(choices, stem, behind: lead, lookup: .files, in: line)
    case .text: return mention(stem, behind: lead, in: line)
    case .nothing, .users, .posts, .subjects:
      return place([], stem, behind: lead, lookup: completion.lookup, in: line)
    }
  }

  /// What was typed for the same operand is not offered again.
  func value(
    of operand: OperandShape, besides others: [Candidate], _ word: String, in line: CompletionLine
  ) -> CompletionPlace {
    let typed = line.operands.map(\.text)
    switch operand.completion {
    case .words(let words, let notes):
      return place(others + words.map { Candidate($0, notes[$0] ?? "", .choice) }, word, in: line)
    case .subjects: return place(subjects(after: typed), word, in: line)
    case .text: return mention(word, in: line)
    case .nothing, .users, .posts, .files, .fields:
      return place(others, word, lookup: operand.completion.lookup, taken: typed, in: line)
    }
  }

  /// Somebody who is named in a text, at its end.
  private func mention(
    _ text: String, behind lead: String = "", in line: CompletionLine
  ) -> CompletionPlace {
    let start = text.lastIndex(of: " ").map(text.index(after:)) ?? text.startIndex
    guard text[start...].utf8.first == UInt8(ascii: "@") else {
      return place([], text, behind: lead, in: line)
    }
    return place(
      [], String(text[start...]), behind: lead + text[..<start], lookup: .users(.everybody),
      endsWord: start == text.startIndex, in: line)
  }

  func place(
    _ choices: [Candidate], _ stem: String, behind lead: String = "",
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

  /// The name behind the last comma, among those not chosen yet.
  private func fields(
    _ stem: String, behind lead: String, in line: CompletionLine
  ) -> CompletionPlace {
    var chosen = stem.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let name = chosen.popLast() ?? ""
    let known = line.declaration?.fields ?? []
    guard chosen.allSatisfy(known.contains) else { return place([], name, in: line) }
    return place(
      known.map { Candidate($0, "", .field) }, name,
      behind: lead + chosen.map { "\($0)," }.joined(), taken: chosen, endsWord: false, in: line)
  }

  /// What help can be about, after some words of it.
  private func subjects(after words: [String]) -> [Candidate] {
    if !words.isEmpty { return nextWords(after: words.joined(separator: " ")) }
    return firstWords + Topic.allCases.map { Candidate($0.rawValue, $0.summary, .topic) }
  }
}

extension Completion {
  /// What only the outside knows.
  fileprivate var lookup: CompletionPlace.Lookup? {
    switch self {
    case .users(let circle): .users(circle)
    case .posts(let shelf): .posts(shelf)
    case .files: .files
    case .nothing, .text, .subjects, .fields, .words: nil
    }
  }
}
