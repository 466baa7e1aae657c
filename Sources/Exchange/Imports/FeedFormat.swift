extension ImportFormat {
  /// Feeds in RSS 2.0, Atom and JSON Feed.
  static let feed = ImportFormat(
    name: "feed", fitsBeginning: { JSONFeed.fits($0) || XMLFeed.fits($0) },
    read: { tree, session in
      // Pictures may be beside the feed.
      let feed = try tree.names.first { name in
        let head = try tree.beginning(of: name)
        return JSONFeed.fits(head) || XMLFeed.fits(head)
      }
      guard let name = feed ?? tree.names.first else { return }
      let reader = FeedReader(name, of: tree, session)
      if try tree.beginning(of: name).begins("{") {
        var feed = JSONFeed(feed: reader, session: session)
        try feed.read(JSONReader(try tree.open(name), of: tree.path(of: name)))
      } else {
        var feed = XMLFeed(feed: reader)
        try feed.read(XMLReader(try tree.open(name), of: tree.path(of: name)))
      }
    })
}

/// Reads a JSON Feed: <https://www.jsonfeed.org/version/1.1/>.
private struct JSONFeed {
  var feed: FeedReader
  let session: ImportSession

  static func fits(_ head: FileBeginning) -> Bool {
    // Slashes may be escaped.
    head.begins("{")
      && (head.has(#""https://jsonfeed.org/version/"#)
        || head.has(#""https:\/\/jsonfeed.org\/version\/"#))
  }

  mutating func read(_ json: JSONReader) throws {
    var early: (items: [JSONTree], position: InputPosition)?
    try json.object { key in
      switch key {
      case "items" where feed.head.name == nil:
        // The name of the owner follows.
        early = (try session.value(of: json).list, session.position)
      case "items":
        try json.array {
          let before = json.replacements
          let item = try session.value(of: json)
          try take(item, isCleaned: json.replacements > before)
        }
      default: try keep(session.value(of: json), of: key)
      }
    }
    try json.end()
    for item in early?.items ?? [] {
      session.position = early?.position ?? json.place
      try take(item, isCleaned: false)
    }
    session.position = json.place
    try feed.finish()
  }

  private mutating func keep(_ value: JSONTree, of key: String) throws {
    switch key {
    case "title": try feed.keep(value.string, as: \.title)
    case "description": try feed.keep(value.string, as: \.bio)
    case "author", "authors": try feed.keep(value.list.first?["name"].string, as: \.author)
    case "icon": try feed.keep(value.string, as: \.picture)
    case "feed_url": try feed.keep(value.string, as: \.own)
    case "home_page_url": try feed.keep(value.string, as: \.page)
    default: break
    }
  }

  private mutating func take(_ json: JSONTree, isCleaned: Bool) throws {
    let texts = ["url", "title", "content_text", "content_html", "summary", "date_published"]
    guard json.isObject, texts.allSatisfy({ json[$0].isTextOrNull }) else {
      let name = json["id"].word ?? "an item"
      return try session.refuse(.posts, .badRecord, name)
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
    try feed.take(item)
  }
}

/// Reads RSS 2.0 (<https://www.rssboard.org/rss-specification>) and Atom (RFC 4287).
private struct XMLFeed {
  var feed: FeedReader

  static func fits(_ head: FileBeginning) -> Bool {
    let root = try? XMLReader(MemorySource(head.bytes), of: "").root()
    return root.map(isFeed) ?? false
  }

  private static func isFeed(_ root: XMLTree) -> Bool {
    root.localName == "rss" || root.localName == "feed"
  }

  mutating func read(_ xml: XMLReader) throws {
    guard XMLFeed.isFeed(try xml.root()) else { return }
    try xml.expectUTF8()
    try readContent(of: xml)
    try xml.end()
    feed.session.position = xml.place
    try feed.finish()
  }

  private mutating func readContent(of xml: XMLReader) throws {
    try xml.children { tag in
      feed.session.position = xml.tagPlace
      switch tag.localName {
      case "channel": try readContent(of: xml)
      case "item", "entry": try feed.take(XMLFeed.item(try xml.tree(tag)))
      default: try keep(try xml.tree(tag))
      }
    }
  }

  private mutating func keep(_ element: XMLTree) throws {
    let text = element.words
    switch element.localName {
    case "title": try feed.keep(text, as: \.title)
    case "subtitle", "description": try feed.keep(text, as: \.bio)
    case "author": try feed.keep((element["name"] ?? element).words, as: \.author)
    case "logo": try feed.keep(text, as: \.picture)
    case "image": try feed.keep(element["url"]?.words, as: \.picture)
    case "id": try feed.keep(text, as: \.id)
    case "link" where element.attribute("rel") == "self":
      try feed.keep(element.attribute("href"), as: \.own)
    case "link": try feed.keep(element.linked, as: \.page)
    default: break
    }
  }

  private static func item(_ tree: XMLTree) -> FeedItem {
    func first(_ names: [String]) -> String? {
      names.lazy.compactMap { tree[$0]?.words }.first { !$0.isEmpty }
    }
    var item = FeedItem()
    item.id = first(["guid", "id"])
    item.link = tree.elements.lazy.compactMap(\.linked).first
    item.title = first(["title"]) ?? ""
    item.words = first(["encoded", "content", "description", "summary"]) ?? ""
    item.time = first(["published", "pubDate", "date", "updated"]) ?? ""
    for element in tree.elements {
      let type = element.attribute("type") ?? element.attribute("medium").map { $0 + "/" }
      let isLink = element.localName == "link" && element.attribute("rel") == "enclosure"
      let isFile = element.localName == "enclosure" || element.localName == "content"
      let address = isLink ? element.attribute("href") : isFile ? element.attribute("url") : nil
      if let address { item.media.append((address, type)) }
    }
    return item
  }
}

extension XMLTree {
  /// The words of a text in plain text or in HTML, without blanks around them.
  fileprivate var words: String {
    let isHTML = localName == "description" || localName == "encoded"
    switch attribute("type") ?? (isHTML ? "html" : "text") {
    case "html", "text/html": return HTMLText.text(text)
    case "xhtml": return HTMLText.text(html)
    case "text", "text/plain": return text.trimmed
    default: return ""
    }
  }

  /// The content as HTML writes it.
  private var html: String {
    parts.map { part in
      switch part {
      case .text(let text): XMLText.escaped(text)
      case .element(let element): "<\(element.tag)>\(element.html)</\(element.name)>"
      }
    }.joined()
  }

  /// The page to which a link leads; nil for other elements, and for links to other things.
  fileprivate var linked: String? {
    guard localName == "link", attribute("rel") ?? "alternate" == "alternate" else { return nil }
    return attribute("href") ?? words
  }
}
