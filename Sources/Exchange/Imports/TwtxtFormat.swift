internal import Model
internal import Storage

extension ImportFormat {
  /// Feeds of twtxt, with the metadata of Yarn.
  static let twtxt = ImportFormat(
    name: "twtxt",
    fitsBeginning: { head in
      let lines = head.lines.filter { !$0.hasPrefix("#") }
      let posts = lines.filter { line in
        let parts = line.split(separator: "\t", maxSplits: 1)
        return parts.count == 2 && TimeText.rfc3339(String(parts[0])) != nil
      }
      // A feed may have a line with a mistyped time.
      return posts.count > lines.count / 2
    },
    read: { tree, session in
      guard let name = tree.names.first else { return }
      var feed = TwtxtFeed(session)
      return try feed.read(LineReader(try tree.open(name), of: tree.place(of: name)))
    })
}

/// Reads a feed: comments with metadata, then one post a line.
private struct TwtxtFeed {
  private let session: ImportSession
  private var fields: [String: String] = [:]
  private var url: String?
  private var follows: [(name: String, url: String, place: Place)] = []
  private var feed: String?
  private var budget = KeptBudget()

  init(_ session: ImportSession) {
    self.session = session
  }

  mutating func read(_ reader: LineReader) throws {
    var lines = reader
    while let line = try lines.next() {
      if line.isEmpty { continue }
      if line.hasPrefix("#") {
        try comment(line, at: lines.place)
      } else {
        try takeOwner(at: lines.place)
        try post(line, at: lines.place)
      }
    }
    try takeOwner(at: lines.place)
    for follow in follows {
      let other = PersonName(
        Origin("twtxt", follow.url), wish: TwtxtFeed.name(follow.name), domain: nil)
      try session.follow(from: nil, to: other, at: follow.place)
    }
  }

  private mutating func comment(_ line: String, at place: Place) throws {
    let parts = line.drop { $0 == "#" }.split(separator: "=", maxSplits: 1)
    let words = parts.map { $0.split(separator: " ").joined(separator: " ") }
    guard words.count == 2 else { return try session.skip(.comment, line, at: place) }
    let (key, value) = (words[0].lowercased(), words[1])
    switch key {
    case "nick", "description": fields[key] = fields[key] ?? value
    case "url": url = url ?? value
    case "follow":
      let pair = value.split(separator: " ").map(String.init)
      guard pair.count == 2 else { return try session.skip(.comment, line, at: place) }
      follows.append((pair[0], pair[1], place))
      try budget.keep(value, at: place)
    default: try session.skip(.comment, line, at: place)
    }
  }

  private static func name(_ nick: String) -> String {
    String(nick.drop { $0 == "@" }.prefix { $0 != "@" })
  }

  private mutating func takeOwner(at place: Place) throws {
    guard feed == nil else { return }
    guard let nick = fields["nick"] else {
      feed = url ?? "feed"
      return try session.requireOwner()
    }
    let key = url ?? nick
    feed = key
    var record = UserRecord(
      PersonName(Origin("twtxt", key), wish: TwtxtFeed.name(nick)))
    record.bio = fields["description"]
    try session.owner(record, at: place)
  }

  private func post(_ line: String, at place: Place) throws {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return try session.refuse(.posts, RecordRefusal(place, .badRecord, line))
    }
    let (time, text) = (String(parts[0]), String(parts[1]))
    let hash = StableHash(text).value.hexadecimal
    var record = PostRecord(Origin("twtxt", "\(feed ?? "") \(time) \(hash)"))
    record.at = TimeText.rfc3339(time)
    record.text = TwtxtFeed.words(text)
    try session.post(record, at: place)
  }

  /// The words of a post: line feeds for U+2028, names for addresses, no hash of a conversation.
  private static func words(_ text: String) -> String {
    var rest = text.replacing("\u{2028}", with: "\n")[...]
    while rest.hasPrefix("(#"), let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    var words = ""
    var mayEnd = true
    while let sign = rest.firstIndex(where: { $0 == "@" || $0 == "#" }) {
      words += rest[..<sign]
      let after = rest.index(after: sign)
      let isAddress = mayEnd && after < rest.endIndex && rest[after] == "<"
      let end = isAddress ? rest[after...].firstIndex(of: ">") : nil
      // Without an end here there is none further on.
      if isAddress, end == nil { mayEnd = false }
      guard let end else {
        words.append(rest[sign])
        rest = rest[after...]
        continue
      }
      let inner = rest[rest.index(after: after)..<end].split(separator: " ")
      words.append(rest[sign])
      words +=
        inner.count > 1 ? String(inner[0]) : String(inner.last?.split(separator: "/").last ?? "")
      rest = rest[rest.index(after: end)...]
    }
    return words + rest
  }
}
