internal import Model
internal import Storage

extension ExportFormat {
  /// JSON Feed 1.1 of a user: <https://www.jsonfeed.org/version/1.1/>.
  static let jsonFeed = ExportFormat(name: "jsonfeed", isOfUser: true) { export in
    let user = try export.person()
    let file = try export.output.file()
    let author = JSONBuilder.object { $0.add("name", title(of: user)) }
    let head = JSONBuilder.object { json in
      json.add("version", "https://jsonfeed.org/version/1.1")
      json.add("title", title(of: user))
      json.add("description", user.bio)
      json.add("authors", json: "[\(author)]")
      json.add("items", json: "[")
    }
    try file.append(String(head.dropLast()))
    var isFirst = true
    try eachPost(of: export) { post in
      let item = JSONBuilder.object { json in
        json.add("id", address(of: post, in: export))
        json.add("content_text", post.words)
        json.add("date_published", TimeText.text(post.createdAt))
        if let edited = post.editedAt { json.add("date_modified", TimeText.text(edited)) }
        let tags = Hashtag.all(in: post.text).map { JSONBuilder.quoted($0.spelling) }
        if !tags.isEmpty { json.add("tags", json: "[\(tags.joined(separator: ","))]") }
      }
      try file.append((isFirst ? "\n" : ",\n") + item)
      isFirst = false
    }
    try file.append("\n]}\n")
    try file.flush()
    export.keepOnly([.users, .posts])
  }

  /// Atom of a user: RFC 4287.
  static let atom = ExportFormat(name: "atom", isOfUser: true) { export in
    let user = try export.person()
    let file = try export.output.file()
    var newest: Moment?
    try eachPost(of: export) { post in
      newest = max(newest ?? post.createdAt, post.editedAt ?? post.createdAt)
    }
    let name = XMLText.escaped(title(of: user))
    try file.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <id>https://\(export.host)/\(user.handle.text)/</id>
        <title>\(name)</title>
        <subtitle>\(XMLText.escaped(user.bio))</subtitle>
        <updated>\(TimeText.text(newest ?? user.createdAt))</updated>
        <author><name>\(name)</name></author>

      """)
    try eachPost(of: export) { post in
      let words = XMLText.escaped(post.words)
      let line = post.words.split(separator: "\n").first.map {
        XMLText.escaped(String($0.prefix(80)))
      }
      try file.append(
        """
          <entry>
            <id>\(XMLText.escaped(address(of: post, in: export)))</id>
            <title>\(line ?? "Picture")</title>
            <published>\(TimeText.text(post.createdAt))</published>
            <updated>\(TimeText.text(post.editedAt ?? post.createdAt))</updated>
            <content type="text">\(words)</content>
          </entry>

        """)
    }
    try file.append("</feed>\n")
    try file.flush()
    export.keepOnly([.users, .posts])
  }

  /// A feed of twtxt: a time and the words on each line, line feeds as U+2028.
  static let twtxt = ExportFormat(name: "twtxt", isOfUser: true) { export in
    let user = try export.person()
    let file = try export.output.file()
    func oneLine(_ text: String) -> String { text.replacing("\n", with: "\u{2028}") }
    try file.append("# nick = \(user.handle.text)\n")
    if let domain = export.domain {
      try file.append("# url = https://\(domain)/\(user.handle.text)/twtxt.txt\n")
    }
    if !user.bio.isEmpty {
      try file.append("# description = \(user.bio.replacing("\n", with: " "))\n")
    }
    try export.network.posts(export.scope, newestFirst: false) { post in
      if post.reposts != nil || post.words.isEmpty { return }
      try file.append("\(TimeText.text(post.createdAt))\t\(oneLine(post.words))\n")
    }
    try file.flush()
    export.keepOnly([.users, .posts])
  }

  private static func title(of user: ExportedUser) -> String {
    user.name.isEmpty ? "@\(user.handle.text)" : user.name
  }

  /// An address that is the same in each export of the same network.
  private static func address(of post: ExportedPost, in export: Export) -> String {
    "https://\(export.host)/\(post.author.text)/\(post.id.number)"
  }

  /// Newest first, without reposts, which have no words of their own.
  private static func eachPost(
    of export: Export, _ take: (ExportedPost) throws -> Void
  ) throws {
    var count = 0
    try export.network.posts(export.scope, newestFirst: true) { post in
      if post.reposts != nil { return }
      count += 1
      try take(post)
    }
    export.counts.posts = count
  }
}

extension ExportedPost {
  /// The text, or the description of the picture.
  var words: String { text.isEmpty ? alt ?? "" : text }
}
