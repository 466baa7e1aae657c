internal import Model

extension ImportFormat {
  /// Lists of edges: two names a line, or a table whose header names both.
  static let edges = ImportFormat(
    name: "edges", fitsBeginning: { EdgeColumns(of: $0) != nil }, read: EdgeColumns.read)
}

/// The columns of a list of edges.
private struct EdgeColumns {
  private static let headers = [
    ["follower", "followee"], ["source", "target"], ["from", "to"],
  ]

  let separator: Character
  let hasHeader: Bool
  let places: (from: Int, to: Int, time: Int?)

  /// Two names a line.
  private init(separatedAs line: Substring) {
    separator = line.contains("\t") ? "\t" : line.contains(",") ? "," : " "
    (hasHeader, places) = (false, (0, 1, nil))
  }

  /// Nil for a text that is no such list, or has no line but comments.
  init?(of head: FileBeginning) {
    let lines = head.lines.filter { !EdgeColumns.isPassedOver($0) }
    guard let first = lines.first else { return nil }
    separator = EdgeColumns(separatedAs: first).separator
    let words = EdgeColumns.words(first, separator).map { $0.lowercased() }
    for header in EdgeColumns.headers {
      guard let from = words.firstIndex(of: header[0]), let to = words.firstIndex(of: header[1])
      else { continue }
      hasHeader = true
      places = (from, to, words.firstIndex(of: "created_at"))
      return
    }
    hasHeader = false
    places = (0, 1, nil)
    for line in lines {
      let words = EdgeColumns.words(line, separator)
      guard words.count == 2, words.allSatisfy(EdgeColumns.isName) else { return nil }
    }
  }

  /// Whether a line is a comment or blank.
  private static func isPassedOver(_ line: Substring) -> Bool {
    line.hasPrefix("#") || line.hasPrefix("%") || line.allSatisfy(\.isWhitespace)
  }

  private static func isName(_ word: String) -> Bool {
    word.count <= 100 && !word.isEmpty && !word.contains { "{}[]<>|:\" ".contains($0) }
  }

  static func words(_ line: Substring, _ separator: Character) -> [String] {
    if separator == " " { return line.split(whereSeparator: \.isWhitespace).map(String.init) }
    return line.split(separator: separator, omittingEmptySubsequences: false).map { word in
      var word = word
      while word.first == " " || word.first == "\"" { word.removeFirst() }
      while word.last == " " || word.last == "\"" { word.removeLast() }
      return String(word)
    }
  }

  static func read(_ tree: any InputTree, _ session: ImportSession) throws {
    for name in tree.names { try read(name, of: tree, session) }
  }

  private static func read(
    _ name: String, of tree: any InputTree, _ session: ImportSession
  ) throws {
    let place = tree.place(of: name)
    let head = FileBeginning(try tree.open(name).head(chunkSize))
    var columns = EdgeColumns(of: head)
    var lines = LineReader(try tree.open(name), of: place)
    var isHeader = columns?.hasHeader ?? false
    while let line = try lines.next() {
      if isPassedOver(line[...]) { continue }
      if isHeader {
        isHeader = false
        continue
      }
      let chosen = columns ?? EdgeColumns(separatedAs: line[...])
      columns = chosen
      try chosen.take(line, at: lines.place, session)
    }
  }

  private func take(_ line: String, at place: Place, _ session: ImportSession) throws {
    let words = EdgeColumns.words(line[...], separator)
    let isWhole = words.count > max(places.from, places.to) && (hasHeader || words.count == 2)
    guard isWhole, !words[places.from].isEmpty, !words[places.to].isEmpty else {
      return try session.refuse(.follows, RecordRefusal(place, .badRecord, line))
    }
    var since: Moment?
    if let time = places.time, time < words.count, !words[time].isEmpty {
      since = TimeText.rfc3339(words[time])
      if since == nil {
        return try session.refuse(.follows, RecordRefusal(place, .badTime, words[time]))
      }
    }
    let (from, to) = (
      PersonName(handle: words[places.from]), PersonName(handle: words[places.to])
    )
    try session.follow(from: from, to: to, since: since, at: place)
    if session.options.isUndirected {
      try session.follow(from: to, to: from, since: since, at: place)
    }
  }
}
