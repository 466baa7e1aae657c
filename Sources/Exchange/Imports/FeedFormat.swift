extension ImportFormat {
  /// Feeds: JSON Feed.
  static let feed = ImportFormat(
    name: "feed",
    fitsBeginning: FeedFile.fits,
    read: { tree, session in
      // Pictures may lie beside the feed.
      let feed = try tree.names.first { name in FeedFile.fits(try tree.beginning(of: name)) }
      guard let name = feed ?? tree.names.first else { return }
      var file = FeedFile(feed: FeedReader(name, of: tree, session))
      try file.read(JSONReader(try tree.open(name), of: tree.place(of: name)), session)
    })
}

/// Reads the head and the items of a feed.
private struct FeedFile {
  var feed: FeedReader

  static func fits(_ head: FileBeginning) -> Bool {
    // Slashes may be escaped.
    head.begins("{")
      && (head.has(#""https://jsonfeed.org/version/"#)
        || head.has(#""https:\/\/jsonfeed.org\/version\/"#))
  }

  // MARK: JSON Feed

  /// <https://www.jsonfeed.org/version/1.1/>.
  mutating func read(_ json: JSONReader, _ session: ImportSession) throws {
    var early: (items: [JSONTree], place: Place)?
    try json.object { key in
      _ = try json.peek()
      let place = json.place
      switch key {
      case "items" where feed.head.name == nil:
        // The name of the owner follows.
        early = (try json.value().list, place)
      case "items":
        try json.array {
          _ = try json.peek()
          let place = json.place
          let before = json.replacements
          let item = try json.value()
          try take(item, isCleaned: json.replacements > before, at: place, session)
        }
      default: try keep(try json.value(), of: key, at: place)
      }
    }
    try json.end()
    for item in early?.items ?? [] {
      try take(item, isCleaned: false, at: early?.place ?? json.place, session)
    }
    try feed.finish(at: json.place)
  }

  private mutating func keep(_ value: JSONTree, of key: String, at place: Place) throws {
    switch key {
    case "title": try feed.keep(value.string, as: \.title, at: place)
    case "description": try feed.keep(value.string, as: \.bio, at: place)
    case "author", "authors":
      try feed.keep(value.list.first?["name"].string, as: \.author, at: place)
    case "icon": try feed.keep(value.string, as: \.picture, at: place)
    case "feed_url": try feed.keep(value.string, as: \.own, at: place)
    case "home_page_url": try feed.keep(value.string, as: \.page, at: place)
    default: break
    }
  }

  private mutating func take(
    _ json: JSONTree, isCleaned: Bool, at place: Place, _ session: ImportSession
  ) throws {
    let texts = ["url", "title", "content_text", "content_html", "summary", "date_published"]
    guard json.isObject, texts.allSatisfy({ json[$0].isTextOrNull }) else {
      let name = json["id"].word ?? "an item"
      return try session.refuse(.posts, RecordRefusal(place, .badRecord, name))
    }
    var item = FeedItem(isCleaned: isCleaned)
    item.id = json["id"].word
    item.link = json["url"].string
    item.title = json["title"].string ?? ""
    item.words =
      json["content_text"].string ?? json["content_html"].string.map(HTMLText.text)
      ?? json["summary"].string ?? ""
    item.time = json["date_published"].string ?? json["date_modified"].string ?? ""
    item.media = json["attachments"].list.compactMap { attachment in
      attachment["url"].string.map { ($0, attachment["mime_type"].string) }
    }
    try feed.take(item, at: place)
  }
}
