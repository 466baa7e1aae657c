internal import Model

/// Full-text queries in FTS5's language (SQLite's FTS5, §3), in which every word is quoted.
extension SearchWords {
  /// Posts that hold every word; one that ends in `*` matches as a prefix.
  var matchingPosts: String {
    words.map { SearchWords.quoted($0) + ($0.last == "*" ? "*" : "") }.joined(separator: " AND ")
  }

  /// Users whose handle begins with the only word, or a word of whose name begins with each.
  var matchingUsers: String {
    let inName = words.map { "name : \(SearchWords.quoted($0)) *" }.joined(separator: " AND ")
    guard words.count == 1, let word = words.first else { return inName }
    let handle = word.first == "@" ? word.dropFirst() : word
    return "(username : ^ \(SearchWords.quoted(handle)) *) OR (\(inName))"
  }

  /// Goes by scalars: a quotation mark with an accent is one character, and not equal to the mark.
  private static func quoted(_ word: Substring) -> String {
    var scalars = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in word.unicodeScalars {
      scalars.append(scalar)
      if scalar == "\"" { scalars.append(scalar) }
    }
    scalars.append("\"")
    return String(scalars)
  }
}
