import CommandLine

/// A line up to the cursor, read as `LineSplitter` reads whole lines.
struct UnfinishedLine {
  /// A quotation mark that is not closed yet.
  struct Quote: Equatable {
    let mark: Character
    /// Its byte offset in the line.
    let position: Int
    /// Its byte offset in the word.
    let positionInWord: Int
  }

  /// The words before the one that is typed.
  let words: [[UInt8]]
  /// The typed part of that word; it may be empty.
  let word: [UInt8]
  /// The byte offset in the line at which it begins.
  let start: Int
  /// Nil if no quotation mark is open.
  let quote: Quote?
}

extension LineSplitter {
  /// Nil in a comment.
  static func unfinished(typedAtPrompt line: [UInt8]) -> UnfinishedLine? {
    if isComment(line) { return nil }
    var words: [[UInt8]] = []
    var rest = line[...].drop(while: isBlank)
    while !rest.isEmpty {
      let start = rest.startIndex
      var word: [UInt8] = []
      var quote: UnfinishedLine.Quote?
      do throws(SplitError) {
        try takeWord(&rest, to: &word)
      } catch {
        if case .openQuote(let mark, let position) = error {
          // The part before the mark is read again: its length without quotes is needed.
          var typed = line[start..<position]
          var before: [UInt8] = []
          try? takeWord(&typed, to: &before)
          quote = .init(mark: mark, position: position, positionInWord: before.count)
        }
        rest = []
      }
      if rest.isEmpty {
        return UnfinishedLine(words: words, word: word, start: start, quote: quote)
      }
      words.append(word)
      rest = rest.drop(while: isBlank)
    }
    return UnfinishedLine(words: words, word: [], start: line.count, quote: nil)
  }
}
