/// Splits a line into words like a shell.
///
/// `'…'` is literal; in `"…"` a backslash escapes `"`, `\`, `$` and `` ` ``. Elsewhere a backslash
/// takes the next byte, and `#` at the beginning of a word ends the line.
package enum LineSplitter {
  /// Why a line can't be split.
  package enum SplitError: Error, Equatable {
    /// The quotation mark that is never closed, and its offset.
    case openQuote(Character, position: Int)
    case openEscape
    /// The offset of the first invalid byte.
    case notUTF8(position: Int)
  }

  /// The words of a line of valid UTF-8; an error has the offset in the line.
  package static func textWords(
    of line: [UInt8], knowsComments: Bool = true
  ) throws(SplitError) -> [Token] {
    let words = try words(of: line, knowsComments: knowsComments)
    let areText = words.allSatisfy { TypedBytes.validText($0.bytes) != nil }
    if !areText { throw .notUTF8(position: TypedBytes.firstBadByte(of: line)) }
    return words
  }

  /// The words of a line; without `knowsComments`, `#` is an ordinary character.
  package static func words(
    of line: [UInt8], knowsComments: Bool = true
  ) throws(SplitError) -> [Token] {
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

  /// Whether the first character after blanks is `#`.
  ///
  /// A line at a prompt has no other comments, because `#bread` is a hashtag there.
  package static func isComment(_ line: [UInt8]) -> Bool {
    line.first { !isBlank($0) } == UInt8(ascii: "#")
  }

  /// The comment of a line, including `#`; nil without a comment, or if it is invalid UTF-8.
  package static func comment(of line: [UInt8]) -> String? {
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      if rest.first == UInt8(ascii: "#") { return TypedBytes.validText(Array(rest)) }
      var word: [UInt8] = []
      guard (try? takeWord(&rest, to: &word)) != nil else { return nil }
    }
    return nil
  }

  /// Takes bytes up to the next unquoted blank; after an error, `word` has the rest of the line.
  package static func takeWord(
    _ rest: inout ArraySlice<UInt8>, to word: inout [UInt8]
  ) throws(SplitError) {
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
  ) throws(SplitError) {
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
