internal import Model

extension ImportFormat {
  /// Lists of edges: two names a line, perhaps with a weight or with attributes, or a table whose
  /// header names both.
  static let edges = ImportFormat(
    name: "edges",
    fitsBeginning: { head in
      guard !AccountList.hasHeader(head), let columns = EdgeColumns(of: head) else { return false }
      // Columns after commas are a table, which may have another meaning without a known header.
      return columns.header == .known
        || columns.header == .none && EdgeColumns.isBlank(columns.separator)
    }, read: EdgeColumns.read)
}

/// The columns of a list of edges.
private struct EdgeColumns {
  enum Header {
    case none, known
    /// Words above numbers: the table may have another meaning, unless the caller names the format.
    case unknown
  }

  private static let headers = [["follower", "followee"], ["source", "target"], ["from", "to"]]

  /// A blank stands for any number of blanks and tabs.
  let separator: UInt8
  let header: Header
  let places: (from: Int, to: Int, time: Int?)

  /// Two names a line.
  private init(separatedAs line: Substring) {
    let names = EdgeColumns.withoutAttributes(line).utf8
    separator = ["\t", ";", ","].map(UInt8.init(ascii:)).first(where: names.contains) ?? 0x20
    (header, places) = (.none, (0, 1, nil))
  }

  /// Nil for any other text, or one with comments only.
  init?(of head: FileBeginning) {
    guard let first = head.lines.first else { return nil }
    let separator = EdgeColumns(separatedAs: first).separator
    self.separator = separator
    let rows = head.lines.map { EdgeColumns.words($0, separator).map(EdgeColumns.name) }
    let words = rows[0].map { $0.lowercased() }
    for names in EdgeColumns.headers {
      guard let from = words.firstIndex(of: names[0]), let to = words.firstIndex(of: names[1])
      else { continue }
      header = .known
      places = (from, to, words.firstIndex(of: "created_at"))
      return
    }
    places = (0, 1, nil)
    let isList = rows.allSatisfy { row in
      EdgeColumns.areEdge(row, separator) && row.prefix(2).allSatisfy(EdgeColumns.isName)
    }
    if !isList { return nil }
    header = EdgeColumns.hasHeader(rows) ? .unknown : .none
  }

  /// Whether the first row is the only one without a number in some column.
  private static func hasHeader(_ rows: [[String]]) -> Bool {
    rows.count > 1
      && (0...1).contains { column in
        !beginsAsNumber(rows[0][column])
          && rows.dropFirst().allSatisfy { beginsAsNumber($0[column]) }
      }
  }

  /// Whether the words of a line are two names, perhaps with a weight, as networkx writes them.
  ///
  /// More columns with other separators are a table, which needs a known header.
  private static func areEdge(_ words: [String], _ separator: UInt8) -> Bool {
    words.count == 2 || words.count == 3 && isBlank(separator) && beginsAsNumber(words[2])
  }

  /// Whether a word begins like a number or a date.
  private static func beginsAsNumber(_ word: String) -> Bool {
    let digits = word.utf8.drop { "+-.".utf8.contains($0) }
    return digits.first.map { (0x30...0x39).contains($0) } ?? false
  }

  fileprivate static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isName(_ word: String) -> Bool {
    word.count <= 100 && !word.isEmpty && !word.contains { "{}[]<>|:\" ".contains($0) }
  }

  private static func words(_ line: Substring, _ separator: UInt8) -> [Substring.UTF8View] {
    let line = withoutAttributes(line)
    if separator == 0x20 {
      return line.utf8.split(maxSplits: mostSeparators, whereSeparator: isBlank)
    }
    return line.utf8.split(
      separator: separator, maxSplits: mostSeparators, omittingEmptySubsequences: false)
  }

  /// The line without the attributes that networkx writes last, such as `{'weight': 3}`.
  private static func withoutAttributes(_ line: Substring) -> Substring {
    guard line.utf8.last == UInt8(ascii: "}"),
      let names = line.utf8.split(separator: UInt8(ascii: "{"), maxSplits: 1).first,
      let separator = names.last, "\t ;,".utf8.contains(separator)
    else { return line }
    return Substring(names.dropLast())
  }

  /// A word without blanks and quotes around it; empty for a part of a quoted word.
  private static func name(_ word: Substring.UTF8View) -> String {
    var word = word
    while word.first == 0x20 { word.removeFirst() }
    while word.last == 0x20 { word.removeLast() }
    let quote = UInt8(ascii: "\"")
    guard word.first == quote || word.last == quote else { return String(Substring(word)) }
    guard word.count > 1, word.first == word.last else { return "" }
    return String(Substring(word.dropFirst().dropLast()))
  }

  static func read(_ tree: any InputTree, _ session: ImportSession) throws {
    for name in tree.names { try read(name, of: tree, session) }
  }

  private static func read(
    _ name: String, of tree: any InputTree, _ session: ImportSession
  ) throws {
    let head = try tree.beginning(of: name)
    var columns = EdgeColumns(of: head)
    var lines = LineReader(try tree.open(name), of: tree.path(of: name))
    var header = columns?.header ?? .none
    while let line = try lines.next(refusing: { try session.refuse(.follows, $0) }) {
      if FileBeginning.isBlankOrComment(line[...]) { continue }
      session.position = lines.place
      if header != .none {
        if header == .unknown { try session.skip(.comment, line) }
        header = .none
        continue
      }
      let chosen = columns ?? EdgeColumns(separatedAs: line[...])
      columns = chosen
      try chosen.take(line, session)
    }
  }

  private func take(_ line: String, _ session: ImportSession) throws {
    let words = EdgeColumns.words(line[...], separator).map(EdgeColumns.name)
    guard words.count > max(places.from, places.to),
      header == .known || EdgeColumns.areEdge(words, separator),
      case let (from, to) = (words[places.from], words[places.to]), !from.isEmpty, !to.isEmpty
    else { return try session.refuse(.follows, .badRecord, line) }
    var since: Moment?
    if let time = places.time, time < words.count {
      let text = words[time]
      since = TimeText.rfc3339(text)
      if since == nil, !text.isEmpty { return try session.refuse(.follows, .badTime, text) }
    }
    let people = (
      from: PersonName(handle: PersonName.wish(ofNode: from)),
      to: PersonName(handle: PersonName.wish(ofNode: to))
    )
    try session.follow(from: people.from, to: people.to, since: since)
    // A line that is skipped is counted once.
    if session.options.isUndirected,
      PersonName.handle(people.from.wish) != PersonName.handle(people.to.wish)
    {
      try session.follow(from: people.to, to: people.from, since: since, isRepeated: true)
    }
  }
}
