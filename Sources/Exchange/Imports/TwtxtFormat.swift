internal import Model
internal import Storage

extension ImportFormat {
  /// Feeds of twtxt, with the metadata of Yarn.
  static let twtxt = ImportFormat(
    name: "twtxt", fitsBeginning: TwtxtFeed.fits,
    read: { tree, session in
      // A picture of the feed may be beside it.
      let feed = try tree.names.first { name in TwtxtFeed.fits(try tree.beginning(of: name)) }
      guard let name = feed ?? tree.names.first else { return }
      var reader = TwtxtFeed(name, of: tree, session)
      try reader.read(LineReader(try tree.open(name), of: tree.path(of: name)))
    })
}

/// Reads a feed: comments with metadata, then one post a line.
private struct TwtxtFeed {
  private let file: String
  private let tree: any InputTree
  private let session: ImportSession
  private var fields: [String: String] = [:]
  /// The addresses of the feed, at most eight; the first identifies the owner and the posts.
  private var urls: [String] = []
  private var follows: [(name: String, url: String, position: InputPosition)] = []
  /// The addresses by which posts may be known, else the nick; empty before the first post.
  private var feeds: [String] = []
  /// Whether the feed has neither an address nor a nick, so that its posts are known by the owner.
  private var isNameless = false
  private var budget = KeptBudget()

  init(_ file: String, of tree: any InputTree, _ session: ImportSession) {
    self.file = file
    self.tree = tree
    self.session = session
  }

  static func fits(_ head: FileBeginning) -> Bool {
    let posts = head.lines.filter { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 && TimeText.rfc3339(String(parts[0])) != nil
    }
    // A feed may have a line with a mistyped time.
    return posts.count > head.lines.count / 2
  }

  mutating func read(_ reader: LineReader) throws {
    var lines = reader
    while let line = try lines.next(refusing: { try session.refuse(.posts, $0) }) {
      if line.isEmpty { continue }
      session.position = lines.place
      if line.hasPrefix("#") {
        try comment(line)
      } else {
        try takeOwner()
        try post(line)
      }
    }
    session.position = lines.place
    try takeOwner()
    for follow in follows {
      let other = PersonName(
        Origin("twtxt", follow.url), wish: TwtxtFeed.name(follow.name), domain: nil)
      session.position = follow.position
      try session.follow(from: nil, to: other)
    }
  }

  private mutating func comment(_ line: String) throws {
    let parts = line.drop { $0 == "#" }.split(separator: "=", maxSplits: 1)
    let words = parts.map { $0.split(separator: " ").joined(separator: " ") }
    guard words.count == 2 else { return try session.skip(.comment, line) }
    let (key, value) = (words[0].lowercased(), words[1])
    switch key {
    case "nick", "description", "avatar": fields[key] = fields[key] ?? value
    case "url" where urls.count < 8 && value.utf8.count <= 2_000: urls.append(value)
    case "follow":
      // The name may have blanks.
      guard let end = value.lastIndex(of: " ") else { return try session.skip(.comment, line) }
      follows.append((String(value[..<end]), String(value[end...].dropFirst()), session.position))
      try budget.keep(value, at: session.position)
    default: try session.skip(.comment, line)
    }
  }

  private static func name(_ nick: String) -> String {
    String(nick.drop { $0 == "@" }.prefix { $0 != "@" })
  }

  private mutating func takeOwner() throws {
    guard feeds.isEmpty else { return }
    guard let nick = fields["nick"] else {
      isNameless = urls.isEmpty
      feeds = urls.isEmpty ? ["feed"] : urls
      return try session.requireOwner()
    }
    feeds = urls.isEmpty ? [nick] : urls
    var record = UserRecord(PersonName(Origin("twtxt", feeds[0]), wish: TwtxtFeed.name(nick)))
    record.bio = fields["description"]
    record.avatar = fields["avatar"].map { PictureRecord($0, beside: file, of: tree) }
    // With `--into` the owner is known already.
    if session.options.into == nil { try joinAddresses() }
    try session.takeOwner(record)
    try joinAddresses()
  }

  /// Binds every address to the user of the first known one.
  private func joinAddresses() throws {
    let origins = feeds.map { Origin("twtxt", $0) }
    try session.take(.users) { [session] in
      let known = try origins.compactMap { try session.work.user(.origin($0)) }.first
      if let known { try session.bind(origins, to: known) }
      return .merged
    }
  }

  private func post(_ line: String) throws {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return try session.refuse(.posts, .badRecord, line) }
    let (time, text) = (String(parts[0]), String(parts[1]))
    let hash = StableHash(text).value.hexadecimal
    var origins = feeds.map { Origin("twtxt", "\($0) \(time) \(hash)") }
    let words = TwtxtFeed.words(text)
    let weight = origins.reduce(words.utf8.count) { $0 + $1.key.utf8.count }
    try session.post(weighing: weight) { [session, isNameless] in
      if isNameless {
        let owner = try session.ownerName(in: "twtxt")
        origins = [Origin("twtxt", "\(owner) \(time) \(hash)")]
      }
      let known =
        try origins.count == 1 ? nil : origins.first { try session.work.post(.origin($0)) != nil }
      var record = PostRecord(known ?? origins[0])
      record.at = TimeText.rfc3339(time)
      record.text = words
      return record
    }
  }

  /// The words of a post: line feeds for U+2028, names for addresses, no hash of a conversation.
  private static func words(_ text: String) -> String {
    var rest = withoutHashes(text.replacing("\u{2028}", with: "\n"))[...]
    var words = ""
    var mayEnd = true
    while let sign = rest.firstIndex(where: { $0 == "@" || $0 == "#" }) {
      words += rest[..<sign]
      let after = rest.index(after: sign)
      let isAddress = mayEnd && after < rest.endIndex && rest[after] == "<"
      let end = isAddress ? rest[after...].firstIndex(of: ">") : nil
      // If there is no end here, there is none later.
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

  /// The text without the hashes of conversations at its beginning, which mentions may precede.
  private static func withoutHashes(_ text: String) -> String {
    var kept = ""
    var rest = text[...]
    while true {
      let next = rest.drop { $0 == " " }
      if let hash = hash(next) {
        rest = next[hash.endIndex...]
        if kept.isEmpty { rest = rest.drop { $0 == " " } }
      } else if next.hasPrefix("@<"), let end = next.firstIndex(of: ">") {
        kept += rest[...end]
        rest = next[next.index(after: end)...]
      } else {
        return kept + rest
      }
    }
  }

  /// The hash at the beginning of a text, as `(#abcdefg)` or `(#<abcdefg url>)`.
  ///
  /// Hashes have at least seven letters and digits.
  private static func hash(_ text: Substring) -> Substring? {
    guard text.hasPrefix("(#"), let end = text.firstIndex(of: ")") else { return nil }
    let inner = text[..<end].dropFirst(2)
    let isHash =
      inner.hasPrefix("<") && inner.hasSuffix(">")
      || inner.utf8.count >= 7
        && inner.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return isHash ? text[...end] : nil
  }
}
