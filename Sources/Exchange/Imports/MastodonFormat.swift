extension ImportFormat {
  /// Archives of Mastodon and its relatives.
  static let mastodon = ImportFormat(
    name: "mastodon",
    fitsNames: { names in
      let ends = { (last: String) in names.contains { $0 == last || $0.hasSuffix("/" + last) } }
      return ends("outbox.json") && ends("actor.json")
    },
    read: MastodonArchive.read)

  /// Collections of ActivityStreams 2.0 from anywhere else.
  static let activityStreams = ImportFormat(
    name: "activitystreams",
    fitsBeginning: { head in
      head.begins("{") && (head.has("\"@context\"") || head.has("\"orderedItems\""))
        && !head.begins("{\"type\":\"header\"")
    },
    read: MastodonArchive.readCollection)
}

/// The files of an archive of Mastodon.
private enum MastodonArchive {
  static func read(_ tree: any InputTree, _ session: ImportSession) throws {
    guard let actor = tree.name(ending: "actor.json") else { return }
    let folder = String(actor.dropLast("actor.json".count))
    var reader = ActivityReader(tree: tree, folder: folder, session: session)
    if let json = try tree.json(actor) {
      let place = json.place
      try reader.owner(try json.value(), at: place)
    }
    for name in ["outbox.json", "likes.json", "bookmarks.json"] {
      if let json = try tree.json(folder + name) {
        try readItems(json, reader, named: name)
      }
    }
    for (name, areFollowers) in [("following_accounts.csv", false), ("followers.csv", true)]
    where tree.contains(folder + name) {
      try AccountList.read(folder + name, of: tree, session, areFollowers: areFollowers)
    }
  }

  static func readCollection(_ tree: any InputTree, _ session: ImportSession) throws {
    let reader = ActivityReader(tree: tree, folder: "", session: session)
    for name in try tree.jsonFiles() {
      if let json = try tree.json(name) { try readItems(json, reader, named: "outbox.json") }
    }
  }

  /// Takes the items of a collection, or a single object.
  ///
  /// A collection that claims to have items and has none is refused.
  private static func readItems(
    _ json: JSONReader, _ reader: ActivityReader, named name: String
  ) throws {
    guard try json.isObject else { throw json.fault("an object") }
    let start = json.place
    var (claimed, found) = (Int64(0), 0)
    var others: [JSONTree.Member] = []
    try json.object { key in
      switch key {
      case "orderedItems", "items":
        try items(json) { item, place in
          found += 1
          switch (name, item) {
          case ("bookmarks.json", _):
            try reader.session.skip(.bookmark, item.string ?? "", at: place)
          case ("likes.json", .string): try reader.like(item, by: .null, at: place)
          case (_, .object): try reader.take(item, at: place)
          default: try reader.session.refuse(.posts, RecordRefusal(place, .badRecord, "no object"))
          }
        } cleaned: {
          try reader.session.change(.cleaned, "a lone surrogate", at: $0)
        }
      case "totalItems": claimed = try json.value().integer ?? 0
      default: others.append(JSONTree.Member(key: key, value: try json.value()))
      }
    }
    try json.end()
    if claimed > 0, found == 0 { throw ExchangeError.badArchive(start, .nothingRead) }
    let single = JSONTree.object(others)
    let isCollection =
      single["type"].string?.hasSuffix("Collection") == true
      || single["type"].string?.hasSuffix("CollectionPage") == true
    if !isCollection, single["type"] != .null { try reader.take(single, at: start) }
  }

  /// Takes the elements of a list, or one item without a list; null is an empty list.
  private static func items(
    _ json: JSONReader, _ take: (JSONTree, Place) throws -> Void, cleaned: (Place) throws -> Void
  ) throws {
    func one() throws {
      _ = try json.peek()
      let place = json.place
      let before = json.replacements
      let item = try json.value()
      if json.replacements > before { try cleaned(place) }
      try take(item, place)
    }
    if try json.isArray { return try json.array(one) }
    if try json.isObject { return try one() }
    if try json.value() != .null { throw json.fault("a list") }
  }
}
