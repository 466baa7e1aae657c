internal import Model
internal import Storage

extension ImportFormat {
  /// The export that Instagram gives its users, in JSON.
  static let instagram = ImportFormat(
    name: "instagram",
    fitsNames: { names in
      names.contains { name in
        ["followers_1.json", "following.json", "posts_1.json"].contains(
          name.split(separator: "/").last.map(String.init) ?? "")
      }
    },
    fitsBeginning: { head in
      head.begins("{\"relationships_following\"")
        || head.begins("[") && head.has("\"string_list_data\"")
        || head.begins("[") && head.has("\"media\"") && head.has("\"creation_timestamp\"")
    }, read: { tree, session in try InstagramExport(tree: tree, session: session).read() })
}

/// The posts and lists of an export, which name no owner.
private struct InstagramExport {
  /// The content of a file, by its name; `any` for a single file.
  private enum Content {
    case any, posts, followed, followers

    init?(of name: String) {
      let last = name.split(separator: "/").last ?? ""
      if last.isEmpty {
        self = .any
      } else if last == "following.json" {
        self = .followed
      } else if last.hasSuffix(".json"), last.hasPrefix("posts_") {
        self = .posts
      } else if last.hasSuffix(".json"), last.hasPrefix("followers_") {
        self = .followers
      } else {
        return nil
      }
    }
  }

  let tree: any InputTree
  let session: ImportSession

  func read() throws {
    let files = tree.names.compactMap { name in Content(of: name).map { (name, $0) } }
    if files.isEmpty { return }
    try session.requireOwner()
    for (name, content) in files {
      switch content {
      case .any: try readAny(name)
      case .posts: try items(of: name) { try post($0, of: name) }
      case .followed: try items(of: name) { try follow($0, isFollower: false) }
      case .followers: try items(of: name) { try follow($0, isFollower: true) }
      }
    }
  }

  /// A single file: an object lists followed users, an array followers or posts.
  private func readAny(_ name: String) throws {
    guard let json = try tree.json(name) else { return }
    let isObject = try json.isObject
    let hasPosts = try tree.beginning(of: name).has("\"media\"")
    try items(of: name) { item in
      if item["media"] != .null || hasPosts && !item.isObject {
        try post(item, of: name)
      } else {
        try follow(item, isFollower: !isObject)
      }
    }
  }

  /// The elements of a list, or of the lists in an object.
  private func items(of name: String, _ take: (JSONTree) throws -> Void) throws {
    guard let json = try tree.json(name) else { return }
    func list() throws {
      try json.array {
        try take(session.value(of: json))
      }
    }
    if try json.isObject {
      try json.object { _ in if try json.isArray { try list() } else { try json.skip() } }
    } else {
      try list()
    }
    try json.end()
  }

  // MARK: Records

  private func follow(_ item: JSONTree, isFollower: Bool) throws {
    guard session.options.parts.contains(.follows) else { return }
    guard item.isObject else { return try session.refuse(.follows, .badRecord, "no object") }
    guard let entry = item["string_list_data"].list.first else {
      return try session.skip(.unsupportedRecord, item["title"].string ?? "no list")
    }
    let title = item["title"].string.flatMap { $0.isEmpty ? nil : $0 }
    guard let name = entry["value"].string ?? title else {
      return try session.refuse(.follows, .badRecord, "no name")
    }
    let person = PersonName(Origin("instagram", "instagram:\(name)"), wish: name)
    let since = entry["timestamp"].integer.flatMap(InstagramExport.moment)
    try session.follow(from: isFollower ? person : nil, to: isFollower ? nil : person, since: since)
  }

  private func post(_ item: JSONTree, of file: String) throws {
    guard session.options.parts.contains(.posts) else { return }
    let media = item["media"].list
    guard item.isObject, media.allSatisfy(\.isObject), item["title"].isTextOrNull else {
      return try session.refuse(.posts, .badRecord, "no post")
    }
    guard let first = media.first else {
      return try session.skip(.unsupportedRecord, "a post without media")
    }
    let seconds = (item["creation_timestamp"].integer ?? first["creation_timestamp"].integer)
    let uri = first["uri"].string ?? ""
    let title = item["title"].string.flatMap { $0.isEmpty ? nil : $0 } ?? first["title"].string
    let text = InstagramExport.repaired(title ?? "")
    var pictures: [PictureRecord] = []
    for part in media {
      let name = part["uri"].string ?? ""
      if name.hasSuffix(".mp4") || name.hasSuffix(".heic") || name.hasSuffix(".mov") {
        try session.skip(.unsupportedMedia, name)
      } else {
        pictures.append(picture(name, of: file))
      }
    }
    try session.post(weighing: text.utf8.count) { [session, pictures] in
      let owner = try session.ownerName(in: "instagram")
      var record = PostRecord(Origin("instagram", "instagram:\(owner):\(seconds ?? 0):\(uri)"))
      record.at = seconds.flatMap(InstagramExport.moment)
      (record.text, record.pictures) = (text, pictures)
      return record
    }
  }

  /// A file that is named from the root of the export, which may be some folders up.
  private func picture(_ uri: String, of file: String) -> PictureRecord {
    let folders = file.split(separator: "/").dropLast()
    let name = (0...folders.count).lazy
      .map { (folders.dropLast($0) + [uri[...]]).joined(separator: "/") }
      .first { tree.contains($0) }
    return PictureRecord(uri, file: name, of: tree)
  }

  private static func moment(_ seconds: Int64) -> Moment? {
    seconds > 0 && seconds < 1 << 38 ? TimeText.storable(Moment(seconds: seconds)) : nil
  }

  /// Undoes the encoding of UTF-8 bytes as characters of Latin-1.
  static func repaired(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.value >= 0x80 }),
      scalars.allSatisfy({ $0.value <= 0xFF })
    else { return text }
    let bytes = scalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
