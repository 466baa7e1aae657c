internal import Model
internal import Storage

extension ExportFormat {
  /// JSON Feed 1.1 of a user: <https://www.jsonfeed.org/version/1.1/>.
  static let jsonFeed = feed("jsonfeed") { feed, file in try feed.writeJSON(to: file) }

  /// Atom of a user: RFC 4287.
  static let atom = feed("atom") { feed, file in try feed.writeAtom(to: file) }

  /// RSS 2.0 of a user: <https://www.rssboard.org/rss-specification>.
  static let rss = feed("rss") { feed, file in try feed.writeRSS(to: file) }

  /// `write` returns the number of posts.
  private static func feed(
    _ name: String, _ write: @escaping @Sendable (Feed, ByteWriter) throws -> Int
  ) -> ExportFormat {
    ExportFormat(name: name, isOfUser: true) { export in
      let feed = Feed(of: try export.requiredUser(), export.scope, in: export)
      export.counts.posts = try write(feed, try export.output.file())
      export.keepOnly([.users, .posts])
    }
  }

  /// A feed of twtxt: a time and the words on each line, line feeds as U+2028.
  static let twtxt = ExportFormat(name: "twtxt", isOfUser: true) { export in
    let user = try export.requiredUser()
    let file = try export.output.file()
    func oneLine(_ text: String) -> String { text.replacing("\n", with: "\u{2028}") }
    try file.append("# nick = \(user.handle.text)\n")
    if let domain = export.domain {
      try file.append("# url = https://\(domain)/\(user.handle.text)/twtxt.txt\n")
    }
    if !user.bio.isEmpty {
      try file.append("# description = \(user.bio.replacing("\n", with: " "))\n")
    }
    export.counts.posts = 0
    try export.network.posts(export.scope, newestFirst: false) { post in
      if post.reposts != nil || post.words.isEmpty { return }
      export.counts.posts += 1
      try file.append("\(TimeText.text(post.createdAt))\t\(oneLine(post.words))\n")
    }
    try file.flush()
    export.keepOnly([.users, .posts])
  }
}

/// The posts of a user as a feed, newest first, without reposts, which have no words of their own.
struct Feed {
  private let user: ExportedUser
  private let scope: ExportScope
  private let export: Export
  /// The file of a picture, by its hash, in the parent of the feed's folder.
  private let picture: (_ hash: String) throws -> String?

  init(
    of user: ExportedUser, _ scope: ExportScope, in export: Export,
    picture: @escaping (_ hash: String) throws -> String? = { _ in nil }
  ) {
    self.user = user
    self.scope = scope
    self.export = export
    self.picture = picture
  }

  private var title: String { user.name.isEmpty ? "@\(user.handle.text)" : user.name }

  /// The address of the user; the addresses of the posts begin with it.
  private var address: String { "https://\(export.host)/\(user.handle.text)/" }

  /// Returns the number of posts.
  @discardableResult
  func writeJSON(to file: ByteWriter) throws -> Int {
    let author = JSONBuilder.object { $0.add("name", title) }
    let head = JSONBuilder.object { json in
      json.add("version", "https://jsonfeed.org/version/1.1")
      json.add("title", title)
      json.add("home_page_url", address)
      json.add("description", user.bio)
      json.add("authors", json: "[\(author)]")
      json.add("items", json: "[")
    }
    var separator = "\n"
    return try write(String(head.dropLast()), "\n]}\n", to: file) { post in
      defer { separator = ",\n" }
      return separator + item(post, try post.image.flatMap(picture))
    }
  }

  private func item(_ post: ExportedPost, _ picture: String?) -> String {
    JSONBuilder.object { json in
      json.add("id", address(of: post))
      json.add("content_text", post.words)
      json.add("date_published", TimeText.text(post.createdAt))
      if let edited = post.editedAt { json.add("date_modified", TimeText.text(edited)) }
      let tags = Hashtag.all(in: post.text).map { JSONBuilder.quoted($0.spelling) }
      if !tags.isEmpty { json.add("tags", json: "[\(tags.joined(separator: ","))]") }
      guard let picture else { return }
      let attachment = JSONBuilder.object { json in
        json.add("url", "../" + picture)
        json.add("mime_type", PictureName.mediaType(of: picture))
      }
      json.add("attachments", json: "[\(attachment)]")
    }
  }

  /// Returns the number of posts; they are links if their pages are beside the feed.
  @discardableResult
  func writeAtom(to file: ByteWriter, isBesidePages: Bool = false) throws -> Int {
    var newest = user.createdAt
    try eachPost { newest = max(newest, $0.editedAt ?? $0.createdAt) }
    let name = XMLText.escaped(title)
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <id>\(XMLText.escaped(address))</id>
        <title>\(name)</title>
        <subtitle>\(XMLText.escaped(user.bio))</subtitle>
        <updated>\(TimeText.text(newest))</updated>
        <author><name>\(name)</name></author>

      """
    return try write(head, "</feed>\n", to: file) { post in
      entry(post, try post.image.flatMap(picture), isBesidePages: isBesidePages)
    }
  }

  private func entry(
    _ post: ExportedPost, _ picture: String?, isBesidePages: Bool
  ) -> String {
    let line = post.words.split(separator: "\n").first.map {
      XMLText.escaped(String($0.prefix(80)))
    }
    var links = isBesidePages ? "\n    <link href=\"\(post.id.number).html\"/>" : ""
    if let picture {
      let type = PictureName.mediaType(of: picture)
      links += "\n    <link rel=\"enclosure\" type=\"\(type)\" href=\"../\(picture)\"/>"
    }
    return """
        <entry>
          <id>\(XMLText.escaped(address(of: post)))</id>
          <title>\(line ?? "Picture")</title>\(links)
          <published>\(TimeText.text(post.createdAt))</published>
          <updated>\(TimeText.text(post.editedAt ?? post.createdAt))</updated>
          <content type="text">\(XMLText.escaped(post.words))</content>
        </entry>

      """
  }

  /// Returns the number of posts.
  func writeRSS(to file: ByteWriter) throws -> Int {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel>
        <title>\(XMLText.escaped(title))</title>
        <link>\(XMLText.escaped(address))</link>
        <description>\(XMLText.escaped(XMLText.html(user.bio)))</description>

      """
    return try write(head, "</channel>\n</rss>\n", to: file, item)
  }

  /// An item without a title, as short posts have none.
  ///
  /// The times of Atom are exact, those of RSS have no fractions.
  private func item(_ post: ExportedPost) -> String {
    let updated = post.editedAt.map { "\n      <atom:updated>\(TimeText.text($0))</atom:updated>" }
    let address = XMLText.escaped(address(of: post))
    return """
        <item>
          <guid isPermaLink="\(export.domain != nil)">\(address)</guid>
          <pubDate>\(TimeText.rfc822(post.createdAt))</pubDate>
          <atom:published>\(TimeText.text(post.createdAt))</atom:published>\(updated ?? "")
          <description>\(XMLText.escaped(XMLText.html(post.words)))</description>
        </item>

      """
  }

  /// An address that is the same in each export of the same network.
  private func address(of post: ExportedPost) -> String { "\(address)\(post.id.number)" }

  private func eachPost(_ take: (ExportedPost) throws -> Void) throws {
    try export.network.posts(scope, newestFirst: true) { post in
      if post.reposts == nil { try take(post) }
    }
  }

  /// Writes the posts between a head and an end, and returns their number.
  private func write(
    _ head: String, _ end: String, to file: ByteWriter, _ item: (ExportedPost) throws -> String
  ) throws -> Int {
    try file.append(head)
    var count = 0
    try eachPost { post in
      try file.append(try item(post))
      count += 1
    }
    try file.append(end)
    try file.flush()
    return count
  }
}

extension ExportedPost {
  /// The text, or the description of the picture.
  var words: String { text.isEmpty ? alt ?? "" : text }
}
