import Model
import Rendering
import Terminal

/// What TAB offers at the prompt: what completion scripts offer in a shell.
struct LineCompletion {
  /// No byte of any text, so that it can mark the place in a line.
  private static let mark: UInt8 = 0xFF

  let host: Host

  func candidates(for beforeCursor: String) -> LineEditor.Candidates {
    guard let (words, word) = words(of: Array(beforeCursor.utf8)) else {
      return LineEditor.Candidates()
    }
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
      words: candidates.map(\.text), lines: lines(of: candidates, isCut: completions.isCut),
      areCut: completions.isCut, offersFiles: completions.pathLead == "",
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

  /// The words before the place, and what is typed of the one at it; nil where there can be none.
  private func words(of line: [UInt8]) -> (words: [[UInt8]], word: [UInt8])? {
    do throws(LineSplitter.Trouble) {
      let words = try LineSplitter.words(
        of: line + [LineCompletion.mark], knowsComments: host.surface != .browser
      ).map(\.bytes)
      guard let last = words.last, last.last == LineCompletion.mark else { return nil }
      return (words.dropLast(), last.dropLast())
    } catch {
      // A quote that is still open: what stands behind it is typed of the word.
      guard case .openQuote(_, let position) = error,
        let words = try? LineSplitter.words(of: Array(line[..<position]) + [LineCompletion.mark]),
        words.last?.bytes == [LineCompletion.mark]
      else { return nil }
      return (words.dropLast().map(\.bytes), Array(line[(position + 1)...]))
    }
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
