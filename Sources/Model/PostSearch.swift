/// A search for posts that match all of its terms.
///
/// A term is a word, `word*`, `"a phrase"`, `from:handle`, `#tag` or `#tag*`. A `-` before a term
/// excludes matching posts. There are no other operators.
package struct PostSearch: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case words(String, isPrefix: Bool)
    /// Posts by any of the authors of a search match.
    case author(Handle)
    case hashtag(Hashtag, isPrefix: Bool)
  }

  package struct Term: Equatable, Sendable {
    package let subject: Subject
    package let isExcluded: Bool
  }

  /// Why a search is invalid.
  package enum Mistake: Error, Equatable, Sendable {
    /// No word has a letter or digit.
    case empty
    /// Each term excludes posts.
    case onlyExclusions
    /// More than `mostHashtags` hashtags.
    case tooManyHashtags
  }

  /// Each hashtag becomes a nested expression, whose depth is limited to 200.
  package static let mostHashtags = 100

  /// At least one; words without a letter or digit, which would find nothing, are dropped.
  package let terms: [Term]

  package init(_ text: String) throws(Mistake) {
    var terms: [Term] = []
    var rest = Substring(text)
    while let word = PostSearch.nextWord(of: &rest) {
      if let subject = PostSearch.subject(of: word) {
        terms.append(Term(subject: subject, isExcluded: word.isExcluded))
      }
    }
    if terms.isEmpty { throw .empty }
    let hashtags = terms.count { if case .hashtag = $0.subject { true } else { false } }
    if hashtags > PostSearch.mostHashtags { throw .tooManyHashtags }
    if terms.allSatisfy(\.isExcluded) { throw .onlyExclusions }
    self.terms = terms
  }

  package typealias Words = (text: String, isPrefix: Bool)
  package typealias Tag = (tag: Hashtag, isPrefix: Bool)

  package func words(excluded: Bool) -> [Words] {
    subjects(excluded).compactMap {
      if case .words(let text, let isPrefix) = $0 { (text, isPrefix) } else { nil }
    }
  }

  package func authors(excluded: Bool) -> [Handle] {
    subjects(excluded).compactMap {
      if case .author(let author) = $0 { author } else { nil }
    }
  }

  package func hashtags(excluded: Bool) -> [Tag] {
    subjects(excluded).compactMap {
      if case .hashtag(let tag, let isPrefix) = $0 { (tag, isPrefix) } else { nil }
    }
  }

  private func subjects(_ areExcluded: Bool) -> [Subject] {
    terms.filter { $0.isExcluded == areExcluded }.map(\.subject)
  }

  private struct Word {
    var text: Substring
    var isExcluded = false
    var isPhrase = false
  }

  /// Takes the next word or phrase; a phrase without its closing quotation mark ends with the text.
  private static func nextWord(of rest: inout Substring) -> Word? {
    // FTS5 reads a query up to the first NUL.
    let isBlank = { (character: Character) in character.isWhitespace || character == "\0" }
    rest = rest.drop(while: isBlank)
    guard let first = rest.first else { return nil }
    var word = Word(text: "")
    if first == "-" {
      word.isExcluded = true
      rest.removeFirst()
    }
    if rest.unicodeScalars.first == "\"" {
      word.isPhrase = true
      rest = Substring(rest.unicodeScalars.dropFirst())
      word.text = Substring(rest.unicodeScalars.prefix { $0 != "\"" })
      rest = Substring(rest.unicodeScalars.dropFirst(word.text.unicodeScalars.count + 1))
    } else {
      word.text = rest.prefix { !isBlank($0) }
      rest = rest.dropFirst(word.text.count)
    }
    return word
  }

  private static func subject(of word: Word) -> Subject? {
    if !word.isPhrase {
      let isPrefix = word.text.last == "*"
      if word.text.first == "#",
        let tag = Hashtag(word: (isPrefix ? word.text.dropLast() : word.text).dropFirst())
      {
        return .hashtag(tag, isPrefix: isPrefix)
      }
      if word.text.prefix(5).lowercased() == "from:", word.text.utf8.count > 5 {
        let name = word.text.dropFirst(5).lowercased()
        return .author(Handle(stored: name.hasPrefix("@") ? String(name.dropFirst()) : name))
      }
      guard SearchWords.hasIndexed(word.text) else { return nil }
      return .words(String(word.text), isPrefix: isPrefix)
    }
    guard SearchWords.hasIndexed(word.text) else { return nil }
    return .words(word.text.map { $0 == "\0" ? " " : String($0) }.joined(), isPrefix: false)
  }
}
