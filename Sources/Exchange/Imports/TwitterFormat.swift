internal import Model
internal import Storage

extension ImportFormat {
  /// The archive that Twitter gives its users.
  static let twitter = ImportFormat(
    name: "twitter",
    fitsNames: { names in
      names.contains { name in
        ["data/account.js", "data/tweets.js", "data/tweet.js"].contains {
          name == $0 || (name.hasSuffix("/" + $0) && name.split(separator: "/").count == 3)
        }
      }
    }, fitsBeginning: { $0.begins("window.YTD.") },
    read: { tree, session in
      var archive = TwitterArchive(tree: tree, session: session)
      return try archive.read()
    })
}

/// Reads the files of an archive of Twitter, each a JSON list after an assignment.
private struct TwitterArchive {
  let tree: any InputTree
  let session: ImportSession
  private var folder = ""
  private var accountID = ""
  /// Screen names by account, as mentions and replies give them.
  private var names: [String: String] = [:]
  private var notes = TweetNotes()
  private var budget = KeptBudget()

  init(tree: any InputTree, session: ImportSession) {
    self.tree = tree
    self.session = session
  }

  mutating func read() throws {
    if tree.isOneFile {
      try session.requireOwner()
      try list("", "tweet") { try $0.tweet($1) }
      return
    }
    let known = ["data/account.js", "data/tweets.js", "data/tweet.js"]
    guard let name = tree.names.first(where: { name in known.contains { name.hasSuffix($0) } })
    else { return }
    folder = String(name.dropLast(name.split(separator: "/").last?.count ?? 0))
    try readOwner()
    if session.options.parts.contains(.posts) {
      try list("note-tweet.js", "noteTweet") { try $0.keepNote($1) }
    }
    for name in tweetFiles { try list(name, "tweet") { try $0.tweet($1) } }
    for note in notes.rest { try skip(note) }
    try list("like.js", "like") { archive, like in
      let post = Origin("twitter", "twitter:\(like["tweetId"].word ?? "")")
      try archive.session.like(post, by: nil)
    }
    try list("following.js", "following") { archive, other in
      try archive.session.follow(from: nil, to: archive.person(other))
    }
    try list("follower.js", "follower") { archive, other in
      try archive.session.follow(from: archive.person(other), to: nil)
    }
  }

  /// `tweets.js` or `tweet.js`, and their further parts.
  private var tweetFiles: [String] {
    tree.names.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
      .filter { name in
        guard name.hasSuffix(".js"), !name.contains("/") else { return false }
        let stem = name.dropLast(3)
        return stem == "tweets" || stem == "tweet" || stem.hasPrefix("tweets-part")
          || stem.hasPrefix("tweet-part")
      }.sorted()
  }

  /// Calls `body` with each element of a file, which may be missing; elements may be wrapped in an
  /// object of their kind.
  private mutating func list(
    _ name: String, _ kind: String, _ body: (inout TwitterArchive, JSONTree) throws -> Void
  ) throws {
    guard let json = try tree.json(folder + name) else { return }
    if try json.peek() != 0x5B { try json.skipBeginning(past: 0x3D) }
    var archive = self
    defer { self = archive }
    try json.array {
      let item = try session.value(of: json)
      let inner = item[kind]
      try body(&archive, inner == .null ? item : inner)
    }
  }

  // MARK: Account

  private mutating func readOwner() throws {
    var account = JSONTree.null
    var profile = JSONTree.null
    var start = InputPosition(tree.path)
    try list("account.js", "account") { archive, value in
      (account, start) = (value, archive.session.position)
    }
    try list("profile.js", "profile") { _, value in profile = value }
    session.position = start
    guard let id = account["accountId"].word, let name = account["username"].string else {
      return try session.requireOwner()
    }
    accountID = id
    var record = UserRecord(PersonName(Origin(user: id, of: "twitter"), wish: name))
    record.name = account["accountDisplayName"].string
    record.joined = account["createdAt"].string.flatMap(TimeText.twitter)
    record.bio = profile["description"]["bio"].string
    record.avatar = profilePicture(profile["avatarMediaUrl"].string)
    record.banner = profilePicture(profile["headerMediaUrl"].string)
    try session.takeOwner(record)
  }

  private func profilePicture(_ address: String?) -> PictureRecord? {
    guard let address, let file = address.split(separator: "/").last else { return nil }
    let start = "\(folder)profile_media/"
    let sought = TwitterArchive.mediaName(file, of: accountID)
    let name = tree.names.first { name in
      name.hasPrefix(start)
        && TwitterArchive.mediaName(name.dropFirst(start.count), of: accountID) == sought
    }
    return PictureRecord(address, file: name, of: tree)
  }

  /// The name of a picture of a profile without the account, the size and the format, which the
  /// address and the file do not share.
  private static func mediaName(_ file: Substring, of account: String) -> Substring {
    var name = file.hasPrefix(account + "-") ? file.dropFirst(account.count + 1) : file
    for ending in [".jpg", ".jpeg", ".png", ".gif", ".webp"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    for size in ["_normal", "_bigger", "_mini", "_200x200", "_400x400"] where name.hasSuffix(size) {
      name = name.dropLast(size.count)
    }
    return name
  }

  private func person(_ other: JSONTree) -> PersonName {
    let id = other["accountId"].word ?? ""
    return PersonName(Origin(user: id, of: "twitter"), wish: names[id] ?? "tw.\(id)")
  }

  // MARK: Tweets

  private mutating func keepNote(_ note: JSONTree) throws {
    guard let words = note["core"]["text"].string else {
      return try session.refuse(.posts, .badRecord, "no text")
    }
    let links = note["core"]["urls"].list.compactMap { link in
      link["shortUrl"].string.flatMap { short in link["expandedUrl"].string.map { (short, $0) } }
    }
    let kept = TweetNotes.Note(
      id: note["noteTweetId"].word ?? "", words: words, links: links, place: session.position)
    let moment = note["createdAt"].string.flatMap(TimeText.twitter)
    if try !notes.keep(kept, of: moment) { try skip(kept) }
  }

  private func skip(_ note: TweetNotes.Note) throws {
    session.position = note.place
    try session.skip(.unsupportedRecord, "note \(note.id) without a tweet")
  }

  /// The words of a tweet, or those of its note with whole links.
  private mutating func words(_ tweet: String, id: String, at moment: Moment?) -> String {
    guard let note = notes.take(tweet, id: id, at: moment) else { return tweet }
    return note.links.reduce(note.words) { words, link in
      TwitterArchive.replace(link.short, in: words, by: link.long)
    }
  }

  private mutating func tweet(_ tweet: JSONTree) throws {
    guard let id = tweet["id_str"].word ?? tweet["id"].word,
      let source = tweet["full_text"].string ?? tweet["text"].string
    else { return try session.refuse(.posts, .badRecord, "no tweet") }
    try keepNames(of: tweet)
    guard session.options.parts.contains(.posts) else { return }
    if source.hasPrefix("RT @") { return try session.skip(.repost, id) }
    var record = PostRecord(Origin("twitter", "twitter:\(id)"))
    record.at = tweet["created_at"].string.flatMap(TimeText.twitter) ?? TwitterArchive.time(of: id)
    record.replyTo = tweet["in_reply_to_status_id_str"].word.map {
      Origin("twitter", "twitter:\($0)")
    }
    let extended = tweet["extended_entities"]["media"].list
    let media = extended.isEmpty ? tweet["entities"]["media"].list : extended
    // A tweet has one link for all its media, which stays if one of them is not imported.
    var links: [String: String] = [:]
    for item in media {
      let short = item["url"].string ?? ""
      var long = item["expanded_url"].string ?? short
      if item["type"].string == "photo" || item["type"] == .null {
        let picture = picture(item, of: id)
        record.pictures.append(picture)
        if try session.canKeep(picture) { long = "" }
      } else {
        try session.skip(.unsupportedMedia, item["media_url_https"].string ?? id)
      }
      if links[short, default: ""].isEmpty { links[short] = long }
    }
    record.text = text(words(source, id: id, at: record.at), tweet, links)
    try session.post(record)
  }

  /// The words of a tweet with whole addresses; `links` are those of its media.
  private func text(_ source: String, _ tweet: JSONTree, _ links: [String: String]) -> String {
    var text = source
    for link in tweet["entities"]["urls"].list {
      if let short = link["url"].string, let long = link["expanded_url"].string, !short.isEmpty {
        text = TwitterArchive.replace(short, in: text, by: long)
      }
    }
    for (short, long) in links.sorted(by: { $0.key > $1.key }) where !short.isEmpty {
      text = TwitterArchive.replace(short, in: text, by: long)
    }
    text = HTMLText.decoded(text[...])
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func replace(_ word: String, in text: String, by other: String) -> String {
    var result = ""
    var rest = text[...]
    while let found = rest.range(of: word) {
      result += rest[..<found.lowerBound] + other
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  private mutating func keepNames(of tweet: JSONTree) throws {
    for mention in tweet["entities"]["user_mentions"].list {
      if let id = mention["id_str"].word, let name = mention["screen_name"].string {
        try keep(name, of: id)
      }
    }
    if let id = tweet["in_reply_to_user_id_str"].word,
      let name = tweet["in_reply_to_screen_name"].string
    {
      try keep(name, of: id)
    }
  }

  private mutating func keep(_ name: String, of id: String) throws {
    if names[id] != name { try budget.keep(name + id, at: InputPosition(tree.path)) }
    names[id] = name
  }

  /// The moment that the number of a tweet contains since November 2010.
  private static func time(of id: String) -> Moment? {
    guard let number = Int64(id), number > 1 << 40 else { return nil }
    return TimeText.storable(Moment(microseconds: ((number >> 22) + 1_288_834_974_657) * 1_000))
  }

  private func picture(_ media: JSONTree, of id: String) -> PictureRecord {
    let address = media["media_url_https"].string ?? media["media_url"].string ?? ""
    let file = address.split(separator: "/").last.map(String.init) ?? ""
    let name = ["tweets_media", "tweet_media"].map { "\(folder)\($0)/\(id)-\(file)" }
      .first { tree.contains($0) }
    return PictureRecord(address, alt: media["ext_alt_text"].string, file: name, of: tree)
  }
}
