import CommandLine

/// A line up to where something is still being typed, read as `LineSplitter` reads whole ones.
struct UnfinishedLine {
  /// A quotation mark that is not closed yet.
  struct Quote: Equatable {
    let mark: Character
    /// The byte of the line it stands at.
    let position: Int
    /// How many bytes of the word stand before it.
    let place: Int
  }

  /// The words before the one that is typed.
  let words: [[UInt8]]
  /// What is there of that one; it may be empty.
  let word: [UInt8]
  /// The byte of the line it begins at.
  let start: Int
  /// Nil where none is open in it.
  let quote: Quote?
}

extension LineSplitter {
  /// Nil in a comment, where no word is typed.
  static func unfinished(_ line: [UInt8], knowsComments: Bool = true) -> UnfinishedLine? {
    var words: [[UInt8]] = []
    var rest = line[...].drop(while: isBlank)
    while let first = rest.first {
      if knowsComments, first == UInt8(ascii: "#") { return nil }
      let start = rest.startIndex
      var word: [UInt8] = []
      var quote: UnfinishedLine.Quote?
      do throws(Trouble) {
        try takeWord(&rest, to: &word)
      } catch {
        if case .openQuote(let mark, let position) = error {
          // What stands before the mark is read once more, to know its length without quotes.
          var typed = line[start..<position]
          var before: [UInt8] = []
          try? takeWord(&typed, to: &before)
          quote = .init(mark: mark, position: position, place: before.count)
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
