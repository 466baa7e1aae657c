import Model
import Rendering
import Terminal

/// What TAB offers at the prompt: what completion scripts offer in a shell.
struct LineCompletion {
  /// No byte of any text, so that it can mark the place in a line.
  private static let mark: UInt8 = 0xFF

  let host: Host

  func candidates(for beforeCursor: String) -> LineEditor.Candidates {
    guard let place = place(in: Array(beforeCursor.utf8)) else { return LineEditor.Candidates() }
    let (words, word) = (place.words, place.word)
    // Hints can be typed as they are told, in a shell and here.
    let isNamed = words.first == Array("profilectl".utf8)
    let engine = CompletionEngine(commands: AllCommands.types, session: session)
    let completions = engine.completions(
      of: word, after: isNamed ? Array(words.dropFirst()) : words)
    let exits = words.isEmpty ? InteractiveShell.exits : []
    // The database is chosen when the prompt comes up.
    let database = GlobalOptions.database.shape.spelled
    let candidates =
      completions.candidates.filter { $0.text != database }
      + exits.filter { $0.utf8.starts(with: word) }
      .map { Candidate($0, "Leave the prompt.", .command) }
    return LineEditor.Candidates(
      words: candidates.map { place.typed($0.text) },
      lines: lines(of: candidates, isCut: completions.isCut),
      areCut: completions.isCut, files: completions.pathLead.flatMap(place.files),
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

  /// The word that is typed, and those before it.
  private struct Place {
    let words: [[UInt8]]
    let word: [UInt8]
    /// The quotation mark that is open in the word, behind so many bytes of it.
    var quote: Character?
    var quotePlace = 0

    /// What is typed from that mark on, or of all of the word.
    func typed(_ text: String) -> String {
      let special =
        switch quote {
        case nil: " \t'\"\\"
        case "\""?: "\"\\$`"
        default: ""
        }
      return String(decoding: text.utf8.dropFirst(quotePlace), as: UTF8.self)
        .map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    /// Nil where the mark opens within the path.
    func files(behind lead: String) -> LineEditor.Candidates.Files? {
      let (lead, path) = (Array(lead.utf8), word.dropFirst(lead.utf8.count))
      guard quotePlace <= lead.count else { return nil }
      return .init(
        path: String(decoding: path, as: UTF8.self),
        lead: String(decoding: lead[quotePlace...], as: UTF8.self))
    }
  }

  /// Nil where there can be no word, as in a comment.
  private func place(in line: [UInt8]) -> Place? {
    do throws(LineSplitter.Trouble) {
      return place(in: try words(of: line, closedBy: []))
    } catch {
      guard case .openQuote(let quote, let position) = error,
        let closed = try? words(of: line, closedBy: Array(quote.utf8)),
        let start = try? words(of: Array(line[..<position]), closedBy: []).last,
        // The browser puts a candidate in the place of the whole word.
        start.count == 1 || host.surface != .browser
      else { return nil }
      var place = place(in: closed)
      place?.quote = quote
      place?.quotePlace = start.count - 1
      return place
    }
  }

  private func place(in words: [[UInt8]]) -> Place? {
    guard let last = words.last, last.last == LineCompletion.mark else { return nil }
    return Place(words: words.dropLast(), word: last.dropLast())
  }

  /// The words of a line with the place marked, and with what closes it.
  private func words(
    of line: [UInt8], closedBy end: [UInt8]
  ) throws(LineSplitter.Trouble) -> [[UInt8]] {
    try LineSplitter.words(
      of: line + [LineCompletion.mark] + end, knowsComments: host.surface != .browser
    ).map(\.bytes)
  }

  /// Only a database that is open is asked: to open it is for those who waited for it.
  private func session(given options: [GivenOption]) throws -> Session? {
    guard host.network != nil else { return nil }
    let chosen = options.filter { $0.name == GlobalOptions.user.shape.name }
    let parsed = try Parsed(
      HelpCommand.declaration, options: chosen, inheriting: host.inherited, operands: [],
      clock: Moment(seconds: 0))
    return try Session(parsed, on: host, context: FailureContext())
  }
}
