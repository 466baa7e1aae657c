extension ImportFormat {
  /// Archives of Mastodon and its relatives.
  static let mastodon = ImportFormat(
    name: "mastodon",
    fitsNames: { names in
      let ends = { (last: String) in names.contains { $0 == last || $0.hasSuffix("/" + last) } }
      return ends("outbox.json") && ends("actor.json")
    }, read: MastodonArchive.read)

  /// Collections of ActivityStreams 2.0 from anywhere else.
  static let activityStreams = ImportFormat(
    name: "activitystreams",
    fitsBeginning: { head in
      head.begins("{") && (head.has("\"@context\"") || head.has("\"orderedItems\""))
        && !head.begins("{\"type\":\"header\"")
    }, read: MastodonArchive.readCollection)
}

/// The files of an archive of Mastodon.
private enum MastodonArchive {
  static func read(_ tree: any InputTree, _ session: ImportSession) throws {
    guard let actor = tree.name(ending: "actor.json") else { return }
    let folder = String(actor.dropLast("actor.json".count))
    var reader = ActivityReader(tree: tree, folder: folder, session: session)
    if let json = try tree.json(actor) { try reader.owner(session.value(of: json)) }
    for name in ["outbox.json", "likes.json", "bookmarks.json"] {
      try readItems(of: folder + name, reader, named: name)
    }
    for (name, areFollowers) in [("following_accounts.csv", false), ("followers.csv", true)]
    where tree.contains(folder + name) {
      try AccountList.read(folder + name, of: tree, session, areFollowers: areFollowers)
    }
  }

  static func readCollection(_ tree: any InputTree, _ session: ImportSession) throws {
    let reader = ActivityReader(tree: tree, folder: "", session: session)
    for name in tree.jsonFiles { try readItems(of: name, reader, named: "outbox.json") }
  }

  /// Takes the items of a collection, or a single object; nothing without the file.
  ///
  /// A collection that claims to have items and has none is refused.
  private static func readItems(
    of file: String, _ reader: ActivityReader, named name: String
  ) throws {
    guard let json = try reader.tree.json(file) else { return }
    guard try json.isObject else { throw json.fault("an object") }
    let start = json.place
    let chosen = try lastLists(of: file, reader)
    var (numbers, taken): ([String: Int], [String: Int]) = ([:], [:])
    var (claimed, found) = (Int64(0), 0)
    var others: [JSONTree.Member] = []
    try json.object { key in
      switch key {
      case "orderedItems", "items":
        let number = numbers[key, default: 0] + 1
        numbers[key] = number
        if number != chosen[key, default: number] { return try skip(json, reader.session) }
        try items(json, reader.session) { item, isCleaned in
          // The first list was taken already.
          if number != taken[key, default: number] {
            throw ExchangeError.badArchive(reader.session.position, .readTwice)
          }
          taken[key] = number
          found += 1
          var reader = reader
          reader.isCleaned = isCleaned
          try take(item, reader, named: name)
        }
      case "totalItems": claimed = try json.value().integer ?? 0
      default: others.append(JSONTree.Member(key: key, value: try json.value()))
      }
    }
    try json.end()
    if claimed > 0, found == 0 { throw ExchangeError.badArchive(start, .nothingRead) }
    reader.session.position = start
    try take(single: .object(others), reader)
  }

  /// Takes one item of the file `name` of an archive.
  private static func take(_ item: JSONTree, _ reader: ActivityReader, named name: String) throws {
    switch (name, item) {
    case ("bookmarks.json", _): try reader.session.skip(.bookmark, item.string ?? "", of: .likes)
    case ("likes.json", .string): try reader.like(item, by: .null)
    case (_, .object): try reader.take(item)
    default:
      try reader.session.refuse(name == "likes.json" ? .likes : .posts, .badRecord, "no object")
    }
  }

  private static func take(single object: JSONTree, _ reader: ActivityReader) throws {
    let type = object["type"].string
    let isCollection =
      type?.hasSuffix("Collection") == true || type?.hasSuffix("CollectionPage") == true
    if !isCollection, object["type"] != .null { try reader.take(object) }
  }

  /// Counts the elements of a list that another one with its key replaces.
  private static func skip(_ json: JSONReader, _ session: ImportSession) throws {
    guard try json.isArray else { return try json.skip() }
    try json.array {
      _ = try json.peek()
      session.position = json.place
      try session.skip(.duplicate, "a list that is followed by another")
      try json.skip()
    }
  }

  /// For each key, the number of the list that counts: the last one with items.
  ///
  /// Empty if the import does not look ahead.
  private static func lastLists(of file: String, _ reader: ActivityReader) throws -> [String: Int] {
    guard reader.session.options.looksAhead, !reader.tree.isStream,
      let json = try reader.tree.json(file)
    else { return [:] }
    var (numbers, last): ([String: Int], [String: Int]) = ([:], [:])
    try json.object { key in
      let number = numbers[key, default: 0] + 1
      guard ["orderedItems", "items"].contains(key) else { return try json.skip() }
      numbers[key] = number
      if try !json.isArray {
        if try json.isObject { last[key] = number }
        return try json.skip()
      }
      try json.array {
        last[key] = number
        try json.skip()
      }
    }
    return last
  }

  /// Takes the elements of a list, or one item without a list; null is an empty list.
  ///
  /// `isCleaned` is true if a lone surrogate of an element was replaced.
  private static func items(
    _ json: JSONReader, _ session: ImportSession,
    _ take: (JSONTree, _ isCleaned: Bool) throws -> Void
  ) throws {
    func one() throws {
      let before = json.replacements
      let item = try session.value(of: json)
      try take(item, json.replacements > before)
    }
    if try json.isArray { return try json.array(one) }
    if try json.isObject { return try one() }
    if try json.value() != .null { throw json.fault("a list") }
  }
}
