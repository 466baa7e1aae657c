internal import Model

/// The words and phrases of a search: a `tsquery`, and the phrases to confirm in the text.
struct WordSearch {
  /// A word, or a phrase of several; the last one may be a beginning.
  struct Phrase {
    let words: [String]
    let isPrefix: Bool

    init(_ text: String, isPrefix: Bool, joining: Set<Unicode.Scalar> = []) {
      words = IndexedWords.all(in: text, joining: joining)
      self.isPrefix = isPrefix
    }

    /// Whether the query also finds texts without the phrase.
    var needsText: Bool {
      words.count > 1 || isPrefix && words.contains { $0.utf8.count > WordIndex.longest }
    }

    /// Whether some words contain the phrase.
    func isIn(_ text: [String]) -> Bool {
      guard !words.isEmpty, text.count >= words.count else { return false }
      return (0...text.count - words.count).contains { start in
        words.indices.allSatisfy { index in
          let (word, found) = (words[index].utf8, text[start + index].utf8)
          return isPrefix && index == words.count - 1
            ? found.starts(with: word) : found.elementsEqual(word)
        }
      }
    }

    /// All texts with the phrase match; `sign` precedes each lexeme.
    func query(sign: String = "") -> String {
      words.enumerated().map { index, word in
        let isBeginning = isPrefix && index == words.count - 1
        if !isBeginning { return WordIndex.quoted(sign + WordIndex.lexeme(word)) }
        return WordIndex.quoted(sign + WordIndex.beginning(of: word)) + ":*"
      }.joined(separator: " & ")
    }
  }

  private var phrases: [Phrase] = []
  private var excluded: [Phrase] = []
  private var conditions: [String] = []
  private var seen: Set<[UInt8]> = []

  init() {}

  /// The words and hashtags of a search.
  init(_ search: PostSearch) {
    for word in search.words(excluded: false) { require(.init(word.text, isPrefix: word.isPrefix)) }
    for word in search.words(excluded: true) { exclude(.init(word.text, isPrefix: word.isPrefix)) }
    for tag in search.hashtags(excluded: false) { require(tag.tag, isPrefix: tag.isPrefix) }
    for tag in search.hashtags(excluded: true) { exclude(tag.tag, isPrefix: tag.isPrefix) }
  }

  /// A phrase without words is no condition if it is excluded, and finds nothing otherwise.
  mutating func require(_ phrase: Phrase) {
    guard add(phrase.words.isEmpty ? "" : "(\(phrase.query()))") else { return }
    phrases.append(phrase)
  }

  mutating func exclude(_ phrase: Phrase) {
    if phrase.words.isEmpty { return }
    // Texts with the words but without the phrase must be found.
    if phrase.needsText { excluded.append(phrase) } else { add("!\(phrase.query())") }
  }

  mutating func require(_ tag: Hashtag, isPrefix: Bool) { add(query(of: tag, isPrefix)) }

  mutating func exclude(_ tag: Hashtag, isPrefix: Bool) { add("!" + query(of: tag, isPrefix)) }

  private func query(of tag: Hashtag, _ isPrefix: Bool) -> String {
    let word = "#" + tag.folded
    return isPrefix
      ? WordIndex.quoted(WordIndex.beginning(of: word)) + ":*"
      : WordIndex.quoted(WordIndex.lexeme(word))
  }

  @discardableResult private mutating func add(_ condition: String) -> Bool {
    guard seen.insert(Array(condition.utf8)).inserted else { return false }
    if !condition.isEmpty { conditions.append(condition) }
    return true
  }

  /// The text of a `tsquery`; nil if there is no word to look for.
  var query: String? { conditions.isEmpty ? nil : conditions.joined(separator: " & ") }

  var needsText: Bool { !excluded.isEmpty || phrases.contains(where: \.needsText) }

  /// Whether the columns of a row match what the query can't decide.
  func confirms(_ columns: [String?]) -> Bool {
    let texts = columns.compactMap { $0.map { IndexedWords.all(in: $0) } }
    return phrases.allSatisfy { phrase in
      !phrase.needsText || texts.contains(where: phrase.isIn)
    } && !excluded.contains { phrase in texts.contains(where: phrase.isIn) }
  }

  /// Whether a text contains all required words and phrases.
  func holds(_ text: String, joining: Set<Unicode.Scalar>) -> Bool {
    let words = IndexedWords.all(in: text, joining: joining)
    return phrases.allSatisfy { $0.isIn(words) }
  }
}
