internal import Model
internal import SQLText
internal import SQLite

/// A search for posts as parts of a statement.
///
/// One term leads to the posts by time: a word, else a hashtag; without both the statement scans
/// all posts. The other terms are conditions.
struct SearchTerms {
  private let search: PostSearch
  private let viewer: Int64
  private let words: [String]
  private let tags: [PostSearch.Tag]

  init(_ search: PostSearch, viewer: Int64) {
    self.search = search
    self.viewer = viewer
    words = search.words(excluded: false).map(quoted)
    tags = search.hashtags(excluded: false)
  }

  private var leadingTag: Hashtag? { tags.first { !$0.isPrefix }?.tag }

  /// The rows of the search, with posts as `x`.
  var rows: SQL {
    if !words.isEmpty { return "FROM post_words AS w JOIN posts AS x ON x.at = w.rowid" }
    if leadingTag != nil { return "FROM hashtags AS h CROSS JOIN posts AS x ON x.at = h.at" }
    return "FROM posts AS x"
  }

  /// The column by which the rows are ordered.
  var key: SQL { !words.isEmpty ? "w.rowid" : leadingTag != nil ? "h.at" : "x.at" }

  /// A handle without a user becomes the number 0, which no user has.
  func condition(on connection: Connection) throws -> SQL {
    var conditions: [SQL] = ["(x.private = 0 OR x.author = \(viewer))"]
    if !words.isEmpty {
      conditions.append("post_words MATCH \(words.joined(separator: " AND "))")
    } else if let leadingTag {
      conditions.append("h.tag = \(leadingTag.folded)")
    }
    for tag in tags { conditions.append(has(tag)) }
    for tag in search.hashtags(excluded: true) { conditions.append("NOT \(has(tag))") }
    let excludedWords = search.words(excluded: true).map(quoted)
    if !excludedWords.isEmpty {
      conditions.append(
        """
        x.at NOT IN (
          SELECT rowid FROM post_words WHERE post_words MATCH \(excludedWords.joined(separator: " OR ")))
        """)
    }
    let (authors, others) = (search.authors(excluded: false), search.authors(excluded: true))
    if !authors.isEmpty {
      conditions.append("x.author IN (\(.joined(try ids(authors, on: connection))))")
    }
    if !others.isEmpty {
      conditions.append("x.author NOT IN (\(.joined(try ids(others, on: connection))))")
    }
    return .joined(conditions, by: " AND ")
  }

  private func has(_ tag: PostSearch.Tag) -> SQL {
    let folded = tag.tag.folded
    return tag.isPrefix
      ? """
      x.at IN (SELECT at FROM hashtags WHERE tag >= \(folded) AND tag < \(folded + "\u{10FFFF}"))
      """ : "EXISTS (SELECT 1 FROM hashtags WHERE tag = \(folded) AND at = x.at)"
  }

  private func ids(_ handles: [Handle], on connection: Connection) throws -> [SQL] {
    try handles.map { handle in
      let id: Int64? = try connection.value("SELECT id FROM users WHERE username = \(handle)")
      return "\(id ?? 0)"
    }
  }
}

extension SearchWords {
  /// An FTS5 query for users whose handle begins with the only word, or whose name has words that
  /// begin with each of the words.
  var matchingUsers: String {
    let inName = words.map { "name : \(quoted($0)) *" }.joined(separator: " AND ")
    guard words.count == 1, let word = words.first else { return inName }
    let handle = word.first == "@" ? word.dropFirst() : word
    return "(username : ^ \(quoted(handle)) *) OR (\(inName))"
  }
}

private func quoted(_ words: PostSearch.Words) -> String {
  quoted(words.text[...], words.isPrefix)
}

/// Quotes a word or phrase for FTS5 (<https://www.sqlite.org/fts5.html>, section 3).
///
/// Doubles quotation marks scalar by scalar, because a mark with an accent is a different
/// character.
private func quoted(_ word: Substring, _ isPrefix: Bool = false) -> String {
  var scalars = String.UnicodeScalarView("\"".unicodeScalars)
  for scalar in word.unicodeScalars {
    scalars.append(scalar)
    if scalar == "\"" { scalars.append(scalar) }
  }
  scalars.append("\"")
  if isPrefix { scalars.append("*") }
  return String(scalars)
}
