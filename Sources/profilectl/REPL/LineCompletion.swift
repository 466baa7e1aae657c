import Model
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
    let engine = CompletionEngine(commands: AllCommands.types, session: session)
    let completions = engine.completions(of: word, after: words)
    // The database is chosen when the prompt comes up.
    let database = GlobalOptions.database.shape.spelled
    return LineEditor.Candidates(
      words: completions.candidates.map(\.text).filter { $0 != database },
      offersFiles: completions.pathLead == "", closesWord: completions.endsWord)
  }

  /// The words before the place, and what is typed of the one at it; nil where there can be none.
  private func words(of line: [UInt8]) -> (words: [[UInt8]], word: [UInt8])? {
    do throws(LineSplitter.Trouble) {
      let words = try LineSplitter.words(of: line + [LineCompletion.mark]).map(\.bytes)
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
