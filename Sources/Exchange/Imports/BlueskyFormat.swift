internal import Model
internal import Storage

extension ImportFormat {
  /// Repositories of Bluesky, as CAR files: <https://atproto.com/specs/repository>.
  static let bluesky = ImportFormat(
    name: "bluesky", fitsBeginning: { CARFile.begins($0.bytes) },
    read: { tree, session in
      guard let name = tree.names.first else { return }
      let place = InputPosition(tree.path(of: name))
      session.position = place
      let store: any ByteStore
      if let file = (tree as? SingleFile)?.store {
        store = file
      } else {
        guard let bytes = try tree.open(name).all(limit: 32 << 20) else {
          throw ExchangeError.badArchive(place, .over(.record))
        }
        store = MemorySource(bytes)
      }
      var repository = try BlueskyRepository(CARFile(store, at: place), session)
      return try repository.read()
    })
}

/// Walks the tree of a repository, in the order of its keys.
private struct BlueskyRepository {
  private let file: CARFile
  private let session: ImportSession
  private let place: InputPosition
  private let owner: String
  private let tree: [UInt8]
  private var hasOwner = false

  init(_ file: CARFile, _ session: ImportSession) throws(ExchangeError) {
    self.file = file
    self.session = session
    place = session.position
    let commit = try file.block(file.root)?.content
    guard let commit, let did = commit["did"].string, let data = commit["data"].link else {
      throw .badArchive(place, .damaged("CAR"))
    }
    (owner, tree) = (did, data)
  }

  mutating func read() throws {
    try walk(tree, depth: 0, held: 0)
    if !hasOwner { try takeOwner(.null) }
  }

  /// A node has entries, whose keys share a beginning with the one before, and subtrees between.
  ///
  /// `held` is the size of the nodes above, which remain in memory.
  private mutating func walk(_ link: [UInt8], depth: Int, held: Int) throws {
    if depth > 64 { throw ExchangeError.badArchive(place, .over(.nesting)) }
    guard let (node, size) = try file.block(link) else {
      throw ExchangeError.badArchive(place, .cut)
    }
    let held = held + size
    if held > 1 << 20 { throw ExchangeError.badArchive(place, .over(.nodes)) }
    if let left = node["l"].link { try walk(left, depth: depth + 1, held: held) }
    var key: [UInt8] = []
    for entry in node["e"].list {
      guard let shared = entry["p"].integer, shared >= 0, shared <= key.count,
        case .bytes(let rest) = entry["k"], key.count + rest.count < 4_096
      else { throw ExchangeError.badArchive(place, .damaged("CAR")) }
      key = Array(key.prefix(Int(shared))) + rest
      if let value = entry["v"].link { try take(value, String(decoding: key, as: UTF8.self)) }
      if let right = entry["t"].link { try walk(right, depth: depth + 1, held: held) }
    }
  }

  private mutating func take(_ link: [UInt8], _ key: String) throws {
    let position = InputPosition("\(place.path)!\(key)")
    guard let record = try file.block(link)?.content else {
      throw ExchangeError.badArchive(position, .cut)
    }
    let collection = key.split(separator: "/").first.map(String.init) ?? ""
    if collection == "app.bsky.actor.profile" { return try takeOwner(record) }
    if !hasOwner { try takeOwner(.null) }
    session.position = position
    switch collection {
    case "app.bsky.feed.post": try post(record, key)
    case "app.bsky.feed.repost": try session.skip(.repost, key, of: .posts)
    case "app.bsky.graph.block": try session.skip(.block, key, of: .follows)
    case "app.bsky.graph.follow":
      guard let did = record["subject"].string else {
        return try session.refuse(.follows, .badRecord, key)
      }
      try session.follow(from: nil, to: BlueskyRepository.person(did), since: time(record))
    case "app.bsky.feed.like":
      let post = Origin("bluesky", record["subject"]["uri"].string ?? "")
      try session.like(post, by: nil, since: time(record))
    default: try session.skip(.unsupportedRecord, key)
    }
  }

  private func time(_ record: CBORValue) -> Moment? {
    record["createdAt"].string.flatMap(TimeText.rfc3339)
  }

  private static func person(_ did: String) -> PersonName {
    let last = did.split(separator: ":").last.map(String.init) ?? did
    return PersonName(
      Origin("bluesky", did), wish: did.hasPrefix("did:web:") ? last : "did.\(last)")
  }

  private mutating func takeOwner(_ profile: CBORValue) throws {
    hasOwner = true
    session.position = place
    var record = UserRecord(BlueskyRepository.person(owner))
    record.name = profile["displayName"].string
    record.bio = profile["description"].string
    record.joined = time(profile)
    try session.takeOwner(record)
  }

  private func post(_ record: CBORValue, _ key: String) throws {
    guard session.options.parts.contains(.posts) else { return }
    guard let text = record["text"] == .null ? "" : record["text"].string else {
      return try session.refuse(.posts, .badRecord, key)
    }
    var post = PostRecord(Origin("bluesky", "at://\(owner)/\(key)"))
    post.at = time(record)
    post.text = wholeLinks(text, record["facets"].list)
    post.replyTo = record["reply"]["parent"]["uri"].string.map { Origin("bluesky", $0) }
    let embed = record["embed"]
    let quoted = embed["record"]["uri"].string ?? embed["record"]["record"]["uri"].string
    post.quotes = quoted.map { Origin("bluesky", $0) }
    // A repository names the pictures; their bytes are kept elsewhere.
    for image in embed["images"].list + embed["media"]["images"].list {
      post.pictures.append(PictureRecord("picture of \(key)", alt: image["alt"].string) { nil })
    }
    if embed["video"] != .null { try session.skip(.unsupportedMedia, key) }
    try session.post(post)
  }

  /// Replaces shortened links, which facets mark by their bytes.
  private func wholeLinks(_ text: String, _ facets: [CBORValue]) -> String {
    var bytes = Array(text.utf8)
    let links = facets.compactMap { facet -> (start: Int, end: Int, target: String)? in
      let features = facet["features"].list
      guard let start = facet["index"]["byteStart"].integer,
        let end = facet["index"]["byteEnd"].integer,
        let target = features.compactMap({ $0["uri"].string }).first,
        start >= 0, end > start, end <= bytes.count
      else { return nil }
      return (Int(start), Int(end), target)
    }.sorted { $0.start > $1.start }
    var last = bytes.count
    for link in links where link.end <= last {
      let shown = String(decoding: bytes[link.start..<link.end], as: UTF8.self)
      guard shown.hasSuffix("...") || shown.hasSuffix("…") else { continue }
      bytes.replaceSubrange(link.start..<link.end, with: link.target.utf8)
      last = link.start
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
