/// A full-text query in FTS5's language (SQLite's FTS5, §3).
///
/// Nothing a person types is taken for an operator: every word is quoted.
struct SearchExpression {
  let text: String

  /// Posts that hold every word.
  ///
  /// A word that ends in `*` matches as a prefix. Nil when there is no letter or digit to look for.
  static func posts(holding words: String) -> SearchExpression? {
    let terms = parts(of: words).filter { holdsWord($0) }
    guard !terms.isEmpty else { return nil }
    return SearchExpression(
      text: terms.map { quoted($0) + ($0.last == "*" ? "*" : "") }.joined(separator: " AND "))
  }

  /// Users whose handle begins with a word, or a word of whose name begins with each of several.
  ///
  /// Nil when there is nothing to look for.
  static func users(beginning text: String) -> SearchExpression? {
    let words = parts(of: text).filter { holdsWord($0, or: "_.") }
    guard let first = words.first else { return nil }
    let inName = words.map { "name : \(quoted($0)) *" }.joined(separator: " AND ")
    guard words.count == 1 else { return SearchExpression(text: inName) }
    let handle = first.first == "@" ? first.dropFirst() : first
    return SearchExpression(text: "(username : ^ \(quoted(handle)) *) OR (\(inName))")
  }

  /// FTS5 reads a query up to the first NUL, so that nothing may hold one.
  private static func parts(of text: String) -> [Substring] {
    text.split { $0.isWhitespace || $0 == "\0" }
  }

  /// Goes by scalars: a quotation mark with an accent on it is one character, and not equal to it.
  private static func quoted(_ word: Substring) -> String {
    var scalars = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in word.unicodeScalars {
      scalars.append(scalar)
      if scalar == "\"" { scalars.append(scalar) }
    }
    scalars.append("\"")
    return String(scalars)
  }

  /// Whether the tokenizer finds anything in a word: it knows letters, numbers, and those it is
  /// told.
  private static func holdsWord(_ word: Substring, or others: String = "") -> Bool {
    word.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .privateUse:
        true
      default: others.unicodeScalars.contains(scalar)
      }
    }
  }
}
