import Terminal

/// What TAB offers at the prompt: what completion offers in a shell, from the network that is open.
struct LineCompletion {
  let session: Session

  /// `beforeCursor` is the line up to the cursor, whose last word is the one to complete.
  func candidates(for beforeCursor: String) -> LineEditor.Candidates {
    let bytes = Array(beforeCursor.utf8)
    let start = bytes.lastIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let before = bytes[..<(start ?? bytes.startIndex)]
    let word = bytes[(start.map { $0 + 1 } ?? bytes.startIndex)...]
    guard let words = try? LineSplitter.words(of: Array(before)) else {
      return LineEditor.Candidates(offersFiles: true)
    }
    let engine = CompletionEngine(commands: AllCommands.types, session: { _ in session })
    let completions = engine.completions(of: Array(word), after: words.map(\.bytes))
    return LineEditor.Candidates(
      words: completions.candidates.map(\.text), offersFiles: completions.pathLead != nil,
      closesWord: completions.endsWord)
  }
}
