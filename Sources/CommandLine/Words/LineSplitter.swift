/// Splits a line into words as a shell would, without ever giving it to one: `'…'` is literal,
/// `"…"` knows `\"`, `\\`, `\$` and `` \` ``, `\` takes the next byte, and `#` at the beginning of
/// a word ends the line.
package enum LineSplitter {
  /// A line that can't be split.
  package enum Trouble: Error, Equatable {
    /// The quote that is never closed, and the byte it stands at.
    case openQuote(Character, position: Int)
    case openEscape
    /// The first byte that is no part of valid UTF-8, counted from 0.
    case notUTF8(position: Int)
  }

  /// The same where every word has to be text, so that what is wrong with one can be told by its
  /// place in the line.
  package static func textWords(
    of line: [UInt8], knowsComments: Bool = true
  ) throws(Trouble) -> [Token] {
    let words = try words(of: line, knowsComments: knowsComments)
    let areText = words.allSatisfy { TypedBytes.exactText($0.bytes) != nil }
    if !areText { throw .notUTF8(position: TypedBytes.firstBadByte(of: line)) }
    return words
  }

  /// Without comments, `#` is a letter like others.
  package static func words(
    of line: [UInt8], knowsComments: Bool = true
  ) throws(Trouble) -> [Token] {
    var words: [Token] = []
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }),
      !knowsComments || rest[start] != UInt8(ascii: "#")
    {
      rest = rest[start...]
      var bytes: [UInt8] = []
      try takeWord(&rest, to: &bytes)
      let isQuoted = rest.startIndex - start != bytes.count
      words.append(Token(bytes: bytes, position: words.count, isQuoted: isQuoted))
    }
    return words
  }

  /// What a comment takes of a line, from its sign on; nil where there is none, or it is no text.
  package static func comment(of line: [UInt8]) -> String? {
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      if rest.first == UInt8(ascii: "#") { return TypedBytes.exactText(Array(rest)) }
      var word: [UInt8] = []
      guard (try? takeWord(&rest, to: &word)) != nil else { return nil }
    }
    return nil
  }

  /// Takes bytes up to the next blank that is not quoted; where it throws, `word` is all there is.
  package static func takeWord(
    _ rest: inout ArraySlice<UInt8>, to word: inout [UInt8]
  ) throws(Trouble) {
    while let byte = rest.first, !isBlank(byte) {
      let position = rest.startIndex
      rest = rest.dropFirst()
      switch byte {
      case UInt8(ascii: "'"):
        guard let end = rest.firstIndex(of: byte) else {
          word += rest
          throw .openQuote("'", position: position)
        }
        word += rest[..<end]
        rest = rest[(end + 1)...]
      case UInt8(ascii: "\""):
        try takeQuoted(&rest, from: position, to: &word)
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { throw .openEscape }
        word.append(next)
      default: word.append(byte)
      }
    }
  }

  private static func takeQuoted(
    _ rest: inout ArraySlice<UInt8>, from position: Int, to word: inout [UInt8]
  ) throws(Trouble) {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { throw .openQuote("\"", position: position) }
        if !"\"\\$`".utf8.contains(next) { word.append(byte) }
        word.append(next)
      default: word.append(byte)
      }
    }
    throw .openQuote("\"", position: position)
  }

  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
