import CommandLine
import Support
import Testing

@testable import profilectl

@Suite struct UnfinishedLineTests {
  private typealias Quote = UnfinishedLine.Quote

  @Test(arguments: [
    ("run my\\ f", 4, "my f"), ("run 'my f", 4, "my f"), ("run a 'it'\\''s' b", 16, "b"),
    ("run \"a\\b\\\" c", 4, "a\\b\" c"), ("", 0, ""), ("run ", 4, ""), ("a #1 '' é", 8, "é"),
    ("run '\u{301}a", 4, "\u{301}a"),
  ])
  func `it ends with the word that is typed`(line: String, start: Int, text: String) throws {
    let unfinished = try #require(LineSplitter.unfinished(typedAtPrompt: Array(line.utf8)))
    #expect(unfinished.start == start)
    #expect(String(decoding: unfinished.word, as: UTF8.self).utf8.elementsEqual(text.utf8))
  }

  @Test func `an open quote is reported with its position in the line and in the word`() {
    let quotes = ["post 'hi", "post it\\'s\" a 'b'", "post 'a' b", "post 'a'\\"].map {
      LineSplitter.unfinished(typedAtPrompt: Array($0.utf8))?.quote
    }
    #expect(
      quotes == [
        Quote(mark: "'", position: 5, positionInWord: 0),
        Quote(mark: "\"", position: 10, positionInWord: 4),
        nil,
        nil,
      ])
  }

  @Test func `a comment begins only at the start of a line`() {
    let typed = [" # a", "post #lost", "post a#b"].map {
      LineSplitter.unfinished(typedAtPrompt: Array($0.utf8))?.word
    }
    #expect(typed == [nil, Array("#lost".utf8), Array("a#b".utf8)])
  }

  /// A letter at the cursor and the closing quote complete the line.
  @Test(arguments: UInt64(0)..<40)
  func `it has the words of the line that it becomes`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let line = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Array("ab# \t'\"\\$".utf8).randomElement(using: &generator) ?? 0
      }
      guard let typed = LineSplitter.unfinished(typedAtPrompt: line) else {
        #expect(LineSplitter.isComment(line))
        continue
      }
      let whole = line + Array("x".utf8) + (typed.quote.map { Array("\($0.mark)".utf8) } ?? [])
      let words = try LineSplitter.words(of: whole, knowsComments: false).map(\.bytes)
      // Outside quotes a final backslash belongs to the next letter; in quotes it is part of the
      // word.
      let endings = ["x", "\\x"].map { typed.words + [typed.word + Array($0.utf8)] }
      #expect(endings.contains(words), "\(String(decoding: line, as: UTF8.self))")
      let before = try LineSplitter.words(
        of: Array(line[..<typed.start]), knowsComments: false)
      #expect(before.map(\.bytes) == typed.words)
    }
  }
}
