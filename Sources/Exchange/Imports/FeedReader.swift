internal import Model
internal import Storage

/// The description of a feed, as far as it is read.
struct FeedHead {
  var author: String?
  var title: String?
  var bio: String?
  var picture: String?
  /// The name of the feed that never changes, its own address, and that of its pages.
  var id: String?
  var own: String?
  var page: String?

  /// The name of the person, or of the feed if it names none.
  var name: String? { author ?? title }
  var address: String? { id ?? own ?? page }
}

/// An item of a feed.
struct FeedItem {
  var id: String?
  var link: String?
  var title = ""
  var words = ""
  var time = ""
  /// The attached files.
  var media: [(address: String, type: String?)] = []
  /// Whether the reader has cleaned a text.
  var isCleaned = false

  /// The words, after the title unless they begin with it.
  fileprivate var text: String {
    let start = title.hasSuffix("…") ? title.dropLast() : title[...]
    if words.utf8.starts(with: start.utf8) { return words }
    return words.isEmpty ? title : "\(title)\n\n\(words)"
  }
}

/// Turns the head and the items of a feed into its owner and their posts.
struct FeedReader {
  private static let longestLink = 2_000

  private let file: String
  private let tree: any InputTree
  let session: ImportSession
  private(set) var head = FeedHead()
  /// The address or the name by which the owner is known; nil before the first item.
  private var feed: String?
  private var budget = KeptBudget()

  init(_ file: String, of tree: any InputTree, _ session: ImportSession) {
    self.file = file
    self.tree = tree
    self.session = session
  }

  /// Keeps a field of the head; the first text counts.
  mutating func keep(
    _ text: String?, as field: WritableKeyPath<FeedHead, String?>
  ) throws(ExchangeError) {
    guard let text, !text.isEmpty, head[keyPath: field] == nil else { return }
    try budget.keep(text, at: session.position)
    head[keyPath: field] = text
  }

  /// Takes the owner of a feed that has a head and perhaps no items.
  mutating func finish() throws {
    if head.name != nil { try takeOwner() }
  }

  /// Takes the owner, and returns the address or the name by which they are known.
  @discardableResult private mutating func takeOwner() throws -> String {
    if let feed { return feed }
    let feed = head.address ?? head.name ?? "feed"
    self.feed = feed
    guard let name = head.name else {
      try session.requireOwner()
      return feed
    }
    var record = UserRecord(FeedReader.person(named: name, feed))
    record.name = name
    record.bio = head.bio
    record.avatar = head.picture.map { PictureRecord($0, beside: file, of: tree) }
    session.noteExport(of: record.person)
    try session.takeOwner(record)
    return feed
  }

  /// The owner of a feed; the address of an export from here tells the handle.
  private static func person(named name: String, _ feed: String) -> PersonName {
    let origin = Origin(user: feed, of: "feed")
    let host = PersonName.exportedHost
    if feed.hasPrefix("https://\(host)/"), let handle = feed.split(separator: "/").last {
      return PersonName(origin, wish: String(handle), domain: host)
    }
    return PersonName(origin, wish: String(name.drop { $0 == "@" }))
  }

  /// Takes an item as a post.
  mutating func take(_ item: FeedItem) throws {
    let feed = try takeOwner()
    guard session.options.parts.contains(.posts) else { return }
    let text = item.text
    var record = PostRecord(FeedReader.origin(of: item, text, in: feed), isCleaned: item.isCleaned)
    record.at = TimeText.rfc3339(item.time) ?? TimeText.rfc822(item.time)
    record.text = text
    if let link = FeedReader.link(of: item), text.range(of: link) == nil {
      record.ending = text.isEmpty ? link : "\n\n\(link)"
    }
    var known: Set<String> = []
    for (address, type) in item.media where known.insert(address).inserted {
      if type?.hasPrefix("image/") ?? true {
        record.pictures.append(PictureRecord(address, beside: file, of: tree))
      } else {
        try session.skip(.unsupportedMedia, address)
      }
    }
    try session.post(record)
  }

  /// An address identifies an item everywhere; another name, or the content, does in its feed.
  private static func origin(of item: FeedItem, _ text: String, in feed: String) -> Origin {
    let name = [item.id, item.link].compactMap(\.self).first { !$0.isEmpty }
    if let name, name.contains(":") { return Origin("feed", name) }
    let content = "\(item.time) \(StableHash(text).value.hexadecimal)"
    return Origin("feed", "\(feed) \(name ?? content)")
  }

  /// The address of the page of an item, unless it would leave no place for words.
  private static func link(of item: FeedItem) -> String? {
    guard let link = item.link, link.utf8.count <= longestLink,
      let range = WebAddress.all(in: link).first?.range, range.lowerBound == link.startIndex
    else { return nil }
    return String(link[range])
  }
}
