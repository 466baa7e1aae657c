internal import Storage

/// Turns the actors, activities and objects of ActivityStreams 2.0 into records.
///
/// <https://www.w3.org/TR/activitystreams-vocabulary/>
struct ActivityReader {
  private static let publicNames = [
    "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public",
  ]

  let tree: any InputTree
  /// The folder of the archive, with a slash.
  let folder: String
  let session: ImportSession
  /// The `id` of the owner of the archive.
  var ownerID: String?
  /// Whether the text of the current element had to be cleaned.
  var isCleaned = false

  // MARK: Actors

  /// Takes the owner of the archive.
  mutating func owner(_ actor: JSONTree) throws {
    guard let record = user(actor) else {
      throw ExchangeError.badArchive(session.position, .damaged("actor"))
    }
    ownerID = actor["id"].string
    session.noteExport(of: record.person)
    try session.takeOwner(record)
  }

  private func user(_ actor: JSONTree) -> UserRecord? {
    guard let name = actor["preferredUsername"].string,
      let host = ActivityReader.host(actor["id"].string ?? actor["url"].string ?? ""),
      let person = PersonName(name: name[...], host: host)
    else { return nil }
    var record = UserRecord(person, isCleaned: isCleaned)
    record.name = actor["name"].string
    record.bio = actor["summary"].string.map(HTMLText.text)
    record.joined = actor["published"].string.flatMap(TimeText.rfc3339)
    record.avatar = actor["icon"].list.first.flatMap(picture)
    record.banner = actor["image"].list.first.flatMap(picture)
    return record
  }

  private static func host(_ address: String) -> Substring? {
    let rest = address.utf8.drop { $0 != UInt8(ascii: ":") }
    guard rest.starts(with: "://".utf8) else { return nil }
    let host = rest.dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    return host.isEmpty ? nil : Substring(host)
  }

  /// The account of an address such as `https://host/users/name` or `https://host/@name`; nil for
  /// the owner.
  ///
  /// Of a list, the first address counts.
  private func person(_ value: JSONTree) throws(RecordRefusal) -> PersonName? {
    let address = address(value)
    if address == ownerID { return nil }
    guard let host = ActivityReader.host(address),
      let last = address.utf8.split(separator: UInt8(ascii: "/")).last,
      let name = PersonName(name: Substring(last.drop { $0 == UInt8(ascii: "@") }), host: host)
    else { throw session.refusal(.badRecord, address) }
    return name
  }

  // MARK: Activities

  /// Takes one element of a collection.
  func take(_ item: JSONTree) throws {
    let type = item["type"].string ?? ""
    switch type {
    case "Create", "Note", "Article", "Question", "Image":
      guard session.options.parts.contains(.posts) else { return }
      try note(type == "Create" ? item["object"] : item, in: item)
    case "Announce": try session.skip(.repost, address(item["object"]), of: .posts)
    case "Like": try like(item["object"], by: item["actor"])
    case "Follow": try follow(item)
    case "Person":
      if let record = user(item) { try session.user(record) }
    default: try session.skip(.unsupportedRecord, type.isEmpty ? "no type" : type)
    }
  }

  /// The address of an object or of the first of a list; empty without one.
  private func address(_ value: JSONTree) -> String {
    let first = value.list.first ?? .null
    return first.string ?? first["id"].string ?? ""
  }

  func like(_ object: JSONTree, by actor: JSONTree) throws {
    let post = Origin("activitypub", address(object))
    try refusing(.likes) { try session.like(post, by: actor.list.isEmpty ? nil : person(actor)) }
  }

  private func follow(_ item: JSONTree) throws {
    let since = item["published"].string.flatMap(TimeText.rfc3339)
    try refusing(.follows) {
      try session.follow(from: person(item["actor"]), to: person(item["object"]), since: since)
    }
  }

  /// Notes a refusal of the actors of a record.
  private func refusing(_ kind: ContentKind, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refusal as RecordRefusal {
      try session.refuse(kind, refusal)
    }
  }

  private func note(_ object: JSONTree, in activity: JSONTree) throws {
    guard let id = object["id"].string ?? activity["id"].string else {
      return try session.refuse(.posts, .badRecord, "an object without an id")
    }
    let supported = ["Note", "Article", "Question", "Image"]
    guard let type = object["type"].string, supported.contains(type) else {
      return try session.skip(.unsupportedRecord, object["type"].string ?? id)
    }
    for key in ["content", "name", "summary", "published"] where !object[key].isTextOrNull {
      return try session.refuse(.posts, .badRecord, "\(id): \(key)")
    }
    var record = PostRecord(Origin("activitypub", id), isCleaned: isCleaned)
    switch ActivityReader.audience(of: object) ?? ActivityReader.audience(of: activity) ?? .few {
    case .everybody: break
    case .followers where session.options.includesPrivate: record.isPrivate = true
    case .few where session.options.includesPrivate: record.isPrivate = true
    case .followers: return try session.skip(.followersOnly, id)
    case .few: return try session.skip(.direct, id)
    }
    let authors = [object["attributedTo"], activity["actor"]].first { !$0.list.isEmpty }
    if let authors {
      do {
        record.author = try person(authors)
      } catch {
        return try session.refuse(.posts, error)
      }
    }
    record.at = object["published"].string.flatMap(TimeText.rfc3339)
    record.text = text(object)
    record.replyTo = object["inReplyTo"].string.map { Origin("activitypub", $0) }
    let media = object["attachment"].list + (type == "Image" ? [object] : [])
    for attachment in media {
      let kind = attachment["mediaType"].string ?? "image/"
      if kind.hasPrefix("image/"), let picture = picture(attachment) {
        record.pictures.append(picture)
      } else {
        try session.skip(.unsupportedMedia, attachment["url"].string ?? kind)
      }
    }
    if type == "Question" { try session.skip(.unsupportedRecord, "options of a poll") }
    try session.post(record)
  }

  /// The words of a post, after its title or its content warning.
  private func text(_ object: JSONTree) -> String {
    let content = object["content"].string ?? object["contentMap"].members.first?.value.string ?? ""
    let title = object["name"].string
    let warning = object["summary"].string
    return [title, warning, HTMLText.text(content)].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private enum Audience { case everybody, followers, few }

  /// The readers that an object names; nil if it names none.
  ///
  /// Only an address in `to` or `cc` makes it public.
  private static func audience(of object: JSONTree) -> Audience? {
    func names(_ keys: [String]) -> [String] {
      keys.flatMap { object[$0].list }.compactMap { $0.string ?? $0["id"].string }
    }
    let open = names(["to", "cc"])
    if open.contains(where: publicNames.contains) { return .everybody }
    let all = open + names(["audience", "bto", "bcc"])
    if all.isEmpty { return nil }
    return all.contains { $0.hasSuffix("/followers") } ? .followers : .few
  }

  // MARK: Pictures

  /// The file of an attachment; a path or a whole address names it.
  private func picture(_ attachment: JSONTree) -> PictureRecord? {
    let url = attachment["url"]
    guard let address = url.string ?? url.list.first?["href"].string else { return nil }
    var path = address
    if let start = path.range(of: "://") {
      path = String(path[start.upperBound...].drop { $0 != "/" })
    }
    while path.hasPrefix("/") { path.removeFirst() }
    let name = [folder + path, path].first { tree.contains($0) }
    return PictureRecord(address, alt: attachment["name"].string, file: name, of: tree)
  }
}
