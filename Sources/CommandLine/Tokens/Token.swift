/// One word of a command line, with its position.
package struct Token: Equatable, Sendable {
  package let bytes: [UInt8]
  /// The number of words before it.
  package let position: Int
  /// Whether the word had quotes or a backslash.
  package var isQuoted = false
  /// Whether the word is after `--`, so that it is neither an option nor standard input.
  package var isLiteral = false

  package init(bytes: [UInt8], position: Int, isQuoted: Bool = false) {
    (self.bytes, self.position, self.isQuoted) = (bytes, position, isQuoted)
  }

  /// The word for messages; invalid UTF-8 is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the word begins with a dash and has more characters.
  package var looksLikeOption: Bool {
    !isLiteral && bytes.count > 1 && bytes[0] == UInt8(ascii: "-")
  }

  package var isStandardInput: Bool { !isLiteral && bytes == [UInt8(ascii: "-")] }

  package var isTerminator: Bool { bytes.elementsEqual("--".utf8) }

  package var isHelp: Bool { bytes.elementsEqual("--help".utf8) || bytes.elementsEqual("-h".utf8) }

  /// A word for messages, without a position.
  package static func word(_ text: String) -> Token {
    Token(bytes: Array(text.utf8), position: 0)
  }

  /// The words, with positions relative to the beginning of the slice.
  package static func moved(_ words: ArraySlice<Token>) -> [Token] {
    words.map { word in
      Token(
        bytes: word.bytes, position: word.position - words.startIndex, isQuoted: word.isQuoted)
    }
  }

  package static func list(_ words: [[UInt8]]) -> [Token] {
    words.enumerated().map { Token(bytes: $1, position: $0) }
  }
}
