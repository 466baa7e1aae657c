internal import Model
internal import Postgres
internal import SQLText

/// The parts of a search for posts: words and hashtags, and authors.
struct PostgresSearchTerms {
  private(set) var words = WordSearch()
  private var authors: [Handle] = []
  private var excludedAuthors: [Handle] = []

  init(_ search: PostSearch) {
    for term in search.terms {
      switch (term.subject, term.isExcluded) {
      case (.words(let text, let isPrefix), false): words.require(.init(text, isPrefix: isPrefix))
      case (.words(let text, let isPrefix), true): words.exclude(.init(text, isPrefix: isPrefix))
      case (.author(let handle), false): authors.append(handle)
      case (.author(let handle), true): excludedAuthors.append(handle)
      case (.hashtag(let tag, let isPrefix), false): words.require(tag, isPrefix: isPrefix)
      case (.hashtag(let tag, let isPrefix), true): words.exclude(tag, isPrefix: isPrefix)
      }
    }
  }

  /// The authors, one of whom must have written a post; nil if the search names none.
  func authors(on session: PostgresSession) throws -> [Int64]? {
    authors.isEmpty ? nil : try ids(authors, on: session)
  }

  func excludedAuthors(on session: PostgresSession) throws -> [Int64]? {
    excludedAuthors.isEmpty ? nil : try ids(excludedAuthors, on: session)
  }

  private func ids(_ handles: [Handle], on session: PostgresSession) throws -> [Int64] {
    try session.values(
      """
      SELECT id FROM profilectl.handles
      WHERE username = ANY (\(SQLValue.texts(handles.map(\.text))))
      """)
  }
}

extension WordSearch.Phrase {
  init(_ text: String, isPrefix: Bool, joining: Set<Unicode.Scalar> = []) {
    self.init(words: IndexedWords.all(in: text, joining: joining), isPrefix: isPrefix)
  }
}
