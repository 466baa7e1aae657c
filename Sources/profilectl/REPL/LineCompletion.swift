import CommandLine
import Model
import Rendering
import Terminal

/// What TAB offers at the prompt: what completion scripts offer in a shell.
struct LineCompletion {
  let host: Host

  func candidates(for beforeCursor: String) -> LineEditor.Candidates {
    let line = LineSplitter.unfinished(
      Array(beforeCursor.utf8), knowsComments: host.surface != .browser)
    guard let line else { return LineEditor.Candidates() }
    let (words, word) = (line.words, line.word)
    // Hints can be typed as they are told, in a shell and here.
    let isNamed = words.first == Array("profilectl".utf8)
    let engine = CompletionEngine(catalog: AllCommands.catalog, session: context)
    let completions = engine.completions(
      of: word, after: isNamed ? Array(words.dropFirst()) : words)
    let exits = words.isEmpty ? InteractiveShell.exits : []
    // The prompt is there already, and its database was chosen with it.
    let asksForHelp = words.contains(Array(HelpCommand.name.utf8))
    let settled: [Candidate.Kind: String] = [
      .option: GlobalOptions.database.shape.spelled, .command: asksForHelp ? "" : ReplCommand.name,
    ]
    let candidates =
      completions.candidates.filter { settled[$0.kind] != $0.text }
      + exits.filter { $0.utf8.starts(with: word) }
      .map { Candidate($0, "Leave the prompt.", .command) }
    return LineEditor.Candidates(
      words: candidates.map { line.typed($0.text) },
      lines: lines(of: candidates, isCut: completions.isCut),
      areCut: completions.isCut, files: completions.pathLead.flatMap(line.files),
      closesWord: completions.endsWord)
  }

  /// Each candidate with what it is, below each other; none where the window has no room for all of
  /// them and the prompt.
  private func lines(of candidates: [Candidate], isCut: Bool) -> [String] {
    let size = host.surroundings.console.size
    guard candidates.contains(where: { !$0.description.isEmpty }),
      candidates.count + (isCut ? 1 : 0) < size?.rows ?? 24
    else { return [] }
    let widest = candidates.map(\.text.utf8.count).max() ?? 0
    let room = (size?.columns ?? 80) - 1 - widest - 2
    return candidates.map { candidate in
      let gap = String(repeating: " ", count: widest - candidate.text.utf8.count + 2)
      let description = fitted(candidate.description, to: room)
      return description.isEmpty ? candidate.text : candidate.text + gap + description
    }
  }

  /// As much as has room in so many cells.
  private func fitted(_ description: String, to room: Int) -> String {
    var left = room
    return String(
      description.prefix { character in
        left -= CellWidth.of(character)
        return left >= 0
      })
  }

  /// Only a database that is open is asked: to open it is for those who waited for it.
  private func context(given options: [GivenOption]) throws -> CommandContext? {
    guard host.network != nil else { return nil }
    let chosen = options.filter { $0.name == GlobalOptions.user.shape.name }
    let parsed = try Parsed(
      HelpCommand.declaration, options: chosen, inheriting: host.inherited, operands: [],
      clock: Moment(seconds: 0))
    return try CommandContext(parsed, on: host, context: FailureContext())
  }
}

extension UnfinishedLine {
  /// A word as it is typed from the quotation mark on that is open, or all of it.
  fileprivate func typed(_ text: String) -> String {
    let special =
      switch quote?.mark {
      case nil: " \t'\"\\"
      case "\""?: "\"\\$`"
      default: ""
      }
    return String(decoding: text.utf8.dropFirst(quote?.place ?? 0), as: UTF8.self)
      .map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Nil where the mark opens within the path.
  fileprivate func files(behind lead: String) -> LineEditor.Candidates.Files? {
    let (lead, path) = (Array(lead.utf8), word.dropFirst(lead.utf8.count))
    let place = quote?.place ?? 0
    guard place <= lead.count else { return nil }
    return .init(
      path: String(decoding: path, as: UTF8.self),
      lead: String(decoding: lead[place...], as: UTF8.self))
  }
}
