internal import Model

/// The words of posts and users as the server indexes them: the text of a `tsvector`.
///
/// Lexemes have no positions: PostgreSQL keeps 256 of a word, and none after the 16,383rd word.
/// Phrases are found by their words and confirmed in the text.
enum WordIndex {
  /// In bytes, as many as a hashtag has.
  ///
  /// A longer word is cut and ends with a digest: PostgreSQL
  /// refuses more than 2,046 bytes.
  static let longest = 600

  /// The letters of words in names and handles beside letters and digits.
  static let joining: Set<Unicode.Scalar> = ["_", "."]

  /// The words of a post, and the hashtags of a public one.
  static func post(text: String, alt: String?, isPrivate: Bool) -> String {
    post(text: text, alt: alt, tags: isPrivate ? [] : Hashtag.all(in: text))
  }

  static func post(
    text: String, alt: String?, tags: [Hashtag], _ known: KnownLetters? = nil
  ) -> String {
    var words = IndexedWords.all(in: text, known)
    if let alt { words += IndexedWords.all(in: alt, known) }
    return vector(of: words + tags.map { "#" + $0.folded })
  }

  /// The words of a name, and the handle.
  static func user(handle: String, name: String, _ known: KnownLetters? = nil) -> String {
    let handles = IndexedWords.all(in: handle, joining: joining).map { "@" + $0 }
    return vector(of: IndexedWords.all(in: name, joining: joining, known) + handles)
  }

  /// The input of `tsvector`, which drops repetitions.
  private static func vector(of words: [String]) -> String {
    var bytes: [UInt8] = []
    for word in words {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      quote(lexeme(word), in: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The form in which a word is stored.
  static func lexeme(_ word: String) -> String {
    if word.utf8.count <= longest { return word }
    return beginning(of: word) + "~" + StableHash(word).value.hexadecimal
  }

  /// The first scalars of a word that `longest` bytes hold.
  static func beginning(of word: String) -> String {
    var count = 0
    var beginning = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      count += UTF8.width(scalar)
      if count > longest { break }
      beginning.append(scalar)
    }
    return String(beginning)
  }

  /// A word as the input of `tsvector` and `tsquery` quotes it.
  static func quoted(_ lexeme: String) -> String {
    var bytes: [UInt8] = []
    quote(lexeme, in: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func quote(_ lexeme: String, in bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "'"))
    for byte in lexeme.utf8 {
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "'"))
  }
}
