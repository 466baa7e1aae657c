internal import Model
internal import Storage

extension ImportFormat {
  /// The lossless export of this program.
  static let ndjson = ImportFormat(
    name: "ndjson", fitsBeginning: { $0.begins(#"{"type":"header","format":"profilectl""#) },
    read: { tree, session in
      guard let name = tree.names.first else { return }
      let path = tree.path(of: name)
      // An import that keeps going saves before it has read the end.
      if session.options.keepsGoing {
        if path == "-" { throw ExchangeError.badArchive(InputPosition(path), .readTwice) }
        try NetworkDump.check(try tree.open(name), of: path)
      }
      try NetworkDump(session).read(try tree.open(name), of: path)
    })
}

/// Reads a lossless export: into a new network with its numbers, into another one by handles.
///
/// A class, because the closures that apply records share the state of earlier records.
final class NetworkDump {
  let session: ImportSession
  /// Whether numbers are kept; the first record decides.
  private var keptNumbers: Bool?
  /// The last number of a user that was kept; the users of a file have rising numbers.
  private var lastUser: Int64 = 0
  private(set) var hasPrivate = false
  /// Users whose handle differs from that in the file.
  private var renamed: [String: User.ID] = [:]
  /// A larger file of renamed users is refused.
  private static let mostRenamed = 200_000
  private var hash = SHA256()
  /// The first free numbers of users and posts in the file.
  private var next: (user: Int64, post: Int64) = (1, 1)
  /// The last number that a counter may reach: readers of JSON can confuse higher ones.
  private static let lastNumber: Int64 = (1 << 53) - 2

  init(_ session: ImportSession) { self.session = session }

  /// Refuses a file without its end, or with another content.
  static func check(_ source: any ByteSource, of path: String) throws(ExchangeError) {
    var lines = LineReader(source, of: path)
    var hash = SHA256()
    while try !lines.continues(with: #"{"type":"end""#) {
      repeat {
        guard let piece = try lines.nextPiece() else {
          throw .badArchive(InputPosition(path), .cut)
        }
        hash.add(Array(piece))
        if piece.last == 0x0A { break }
      } while true
    }
    let line = Array(try lines.nextBytes() ?? [])
    let end = try JSONReader(MemorySource(line), of: path, line: lines.number).value()
    try check(end, hash, at: lines.place)
  }

  private static func check(
    _ end: JSONTree, _ hash: SHA256, at place: InputPosition
  ) throws(ExchangeError) {
    guard end["sha256"].string == hash.digest().hexadecimal else {
      throw .badArchive(place, .wrongChecksum)
    }
  }

  func read(_ source: any ByteSource, of path: String) throws {
    var lines = LineReader(source, of: path)
    while true {
      if try lines.continues(with: #"{"type":"picture""#) {
        try picture(pictureLine(&lines, of: path))
        continue
      }
      guard let line = try lines.nextBytes().map(Array.init) else { break }
      let json = JSONReader(MemorySource(line), of: path, line: lines.number)
      session.position = lines.place
      let item = try json.value()
      try json.end()
      guard let type = item["type"].string else {
        throw ExchangeError.badArchive(session.position, .damaged("ndjson"))
      }
      if type == "end" {
        try NetworkDump.check(item, hash, at: session.position)
        if try lines.nextBytes() != nil {
          throw ExchangeError.badArchive(lines.place, .damaged("ndjson"))
        }
        return
      }
      hash.add(line)
      try take(item, type)
    }
    throw ExchangeError.badArchive(InputPosition(path), .cut)
  }

  private func take(_ item: JSONTree, _ type: String) throws {
    let parts = session.options.parts
    switch type {
    case "header":
      guard item["version"].integer == 1 else {
        throw ExchangeError.badArchive(session.position, .damaged("ndjson of another version"))
      }
      guard session.position.line == 1, let user = item["next_user"].integer,
        let post = item["next_post"].integer,
        [user, post].allSatisfy((1...NetworkDump.lastNumber).contains)
      else { throw ExchangeError.badArchive(session.position, .damaged("ndjson: header")) }
      hasPrivate = item["private"].isTrue
      next = (user, post)
    case "user" where parts.contains(.profile): try user(item)
    case "post" where parts.contains(.posts): try post(item)
    case "follow" where parts.contains(.follows): try follow(item)
    case "like" where parts.contains(.likes): try like(item)
    case "mute", "bookmark", "flag", "read_mark": try mark(item, type)
    case "user", "post", "follow", "like": break
    default: throw ExchangeError.badArchive(session.position, .damaged("ndjson"))
    }
  }

  /// Whether the network was empty before the first record, and keeps the numbers of the file.
  private func keepsNumbers() throws -> Bool {
    if let keptNumbers { return keptNumbers }
    let keeps = try session.work.stage(.lastNumbers(users: next.user - 1, posts: next.post - 1))
    keptNumbers = keeps
    return keeps
  }

  // MARK: Records

  private func pictureLine(
    _ lines: inout LineReader, of path: String
  ) throws(ExchangeError) -> PictureLine {
    var line = PictureLine(in: session.options.temporaryFolder)
    session.position = InputPosition(path, line: lines.number + 1)
    while let piece = try lines.nextPiece() {
      hash.add(Array(piece))
      try line.add(piece, at: session.position)
      if piece.last == 0x0A { break }
    }
    return line
  }

  private func picture(_ line: PictureLine) throws {
    let place = session.position
    let json = JSONReader(MemorySource(line.frame), of: place.path, line: place.line ?? 1)
    let (item, content) = (try json.value(), line.content)
    try json.end()
    try session.take(.pictures) { [self] in
      _ = try keepsNumbers()
      guard let picture = content.picture(session.pictureSize),
        picture.hash == item["hash"].string.flatMap({ PictureHash($0) })
      else { throw session.refusal(.badPicture, item["hash"].string ?? "") }
      return try session.work.stage(.picture(picture)) ? .added : .unchanged
    }
    try session.weigh(line.byteCount)
  }

  private func user(_ item: JSONTree) throws {
    let weight = item["bio"].string?.utf8.count ?? 0
    try session.take(.users, weighing: weight) { [self] in
      let keepsNumbers = try keepsNumbers()
      if hasPrivate, keepsNumbers { session.marksSeen = false }
      guard let text = item["username"].string, let handle = try? Handle(text),
        let createdAt = item["created_at"].string.flatMap(TimeText.rfc3339),
        let number = item["id"].integer, number > 0, number < next.user
      else { throw session.refusal(.badRecord, item["username"].string ?? "user") }
      var user = ImportedUser(handle: handle, createdAt: createdAt)
      user.name = try item["name"].string.map { try checked($0, as: NameRule.self) }
      user.bio = try item["bio"].string.map { try checked($0, as: BioRule.self) }
      user.avatar = item["avatar"].string.flatMap { PictureHash($0) }
      user.banner = item["banner"].string.flatMap { PictureHash($0) }
      let origins = NetworkDump.origins(item).map(\.origin)
      if keepsNumbers {
        guard number > lastUser else { throw session.refusal(.badRecord, handle.text) }
        lastUser = number
        user.number = User.ID(number)
      } else if let known = try existing(handle, origins) {
        session.known[PersonName(handle: handle.text)] = known.id
        // Now, so that the time when the existing user joined stays.
        user.createdAt = session.options.now
        return try session.fill(known, with: user) ? .updated : .unchanged
      }
      let name = PersonName(origins.first, wish: handle.text)
      let added = try session.add(user, as: name)
      if added.handle != handle { try rename(handle, to: added.id) }
      try session.bind(origins.dropFirst(), to: added.id)
      return .added
    }
  }

  /// The user here who has one of the origins, or the handle and no other origin.
  private func existing(_ handle: Handle, _ origins: [Origin]) throws -> KnownUser? {
    for origin in origins {
      guard let id = try session.work.user(.origin(origin)) else { continue }
      let known = try session.details(of: id)
      if known.handle != handle { try rename(handle, to: id) }
      return known
    }
    let known = try session.work.user(.handle(handle)).map { try session.details(of: $0) }
    return origins.isEmpty || known?.origins.isEmpty == true ? known : nil
  }

  /// Notes which user here has a handle of the file.
  private func rename(_ handle: Handle, to id: User.ID) throws {
    if renamed.count == NetworkDump.mostRenamed {
      throw ExchangeError.badArchive(session.position, .over(.kept))
    }
    renamed[handle.text] = id
  }

  func person(_ item: JSONTree, _ key: String) throws -> User.ID {
    guard let handle = item[key].string else { throw session.refusal(.badRecord, key) }
    if let id = renamed[handle] { return id }
    return try session.person(PersonName(handle: handle))
  }

  private func post(_ item: JSONTree) throws {
    try session.take(.posts, weighing: item["text"].string?.utf8.count ?? 0) { [self] in
      let keepsNumbers = try keepsNumbers()
      let (number, text) = try beginning(of: item)
      let refusal = session.refusal(.badRecord, String(number.number))
      if keepsNumbers, try here(number) != nil { throw refusal }
      guard let at = item["created_at"].string.flatMap(TimeText.rfc3339) else {
        throw session.refusal(.badTime, refusal.detail)
      }
      let author = try person(item, "author")
      var post = ImportedPost(
        author: author, at: at, text: try checked(text, as: PostTextRule.self))
      try addDetails(of: item, to: &post)
      if keepsNumbers { post.number = number }
      let reposts = item["reposts"].integer.map { Post.ID($0) }
      // Only a repost has neither words nor a picture.
      if (post.text.isBlank && post.picture == nil) == (reposts == nil) { throw refusal }
      post.reposts = try reposts.flatMap { try here($0) }
      if reposts != nil, post.reposts == nil { return .skipped(.repost, refusal.detail) }
      if let other = post.reposts, try session.details(of: other).key.reposts != nil {
        throw refusal
      }
      // The former time of a moved post: its time no longer identifies it.
      let moved = Origin(Origin.movedTime, "\(item["author"].string ?? "") \(TimeText.text(at))")
      let origins = NetworkDump.origins(item)
      if !keepsNumbers, let known = try known(origins.map(\.origin) + [moved], author, at) {
        try session.work.stage(.number(number, of: known))
        if try !session.work.stage(.met(known)) { return .skipped(.duplicate, refusal.detail) }
        return try update(known, post)
      }
      let digest = NetworkDump.digest(post)
      let added = try session.add(
        post, origins.map { PostOrigin($0.origin, digest: $0.digest ?? digest) },
        named: refusal.detail)
      if added.at != at { try session.bind([PostOrigin(moved, digest: 0)], to: added.id) }
      if !keepsNumbers { try session.work.stage(.number(number, of: added.id)) }
      try stageReferences(of: added.id, item)
      return .added
    }
  }

  private func beginning(of item: JSONTree) throws -> (number: Post.ID, text: String) {
    guard let number = item["id"].integer, number > 0, number < next.post,
      let text = item["text"].string
    else { throw session.refusal(.badRecord, item["id"].word ?? "post") }
    return (Post.ID(number), text)
  }

  private func addDetails(of item: JSONTree, to post: inout ImportedPost) throws {
    post.alt = try item["alt"].string.map { try checked($0, as: AltRule.self) }
    post.picture = item["image"].string.flatMap { PictureHash($0) }
    post.isPrivate = item["private"].isTrue
    post.editedAt = item["edited_at"].string.flatMap(TimeText.rfc3339)
    post.mentions = try mentions(item, in: post.text.string)
  }

  /// The users that a post mentions, according to the file; nil for an older file without them.
  ///
  /// Leaves out users that neither the file nor the network has.
  private func mentions(_ item: JSONTree, in text: String) throws -> [User.ID]? {
    guard case .array(let handles) = item["mentions"] else { return nil }
    let refusal = session.refusal(.badRecord, item["id"].word ?? "mentions")
    let named = min(TextToken.handles(in: text).count, TextToken.mostMentions)
    guard handles.count <= named else { throw refusal }
    var users: [User.ID] = []
    for handle in handles {
      guard let handle = handle.string else { throw refusal }
      let user = try renamed[handle] ?? session.existing(PersonName(handle: handle))
      if let user, !users.contains(user) { users.append(user) }
    }
    return users
  }

  private func known(_ origins: [Origin], _ author: User.ID, _ at: Moment) throws -> Post.ID? {
    for origin in origins {
      if let found = try session.work.post(.origin(origin)) { return found.id }
    }
    return try session.work.post(.author(author, at: at))?.id
  }

  /// Replaces the words of a post if the file has an edit that is not known here.
  private func update(_ id: Post.ID, _ post: ImportedPost) throws -> ImportSession.Result {
    guard post.editedAt != nil else { return .unchanged }
    let known = try session.details(of: id)
    if known.text == post.text.string, (known.alt ?? "") == (post.alt?.string ?? "") {
      return .unchanged
    }
    try session.replaceWords(
      of: known, by: post.text, post.alt, mentions: post.mentions, editedAt: post.editedAt)
    return .updated
  }

  /// The digest that an import from the source itself would store.
  private static func digest(_ post: ImportedPost) -> Int64 {
    ImportSession.digest([post.text.string] + (post.picture == nil ? [] : [post.alt?.string]))
  }

  private func stageReferences(of post: Post.ID, _ item: JSONTree) throws {
    func other(_ key: String) throws -> PostReference? {
      guard let found = item[key].integer, found > 0, found < next.post else { return nil }
      let number = Post.ID(found)
      if try keepsNumbers() { return PostReference(number, isKept: true) }
      return try here(number).map { PostReference($0, isKept: false) }
    }
    let (reply, quote) = (try other("reply_to"), try other("quotes"))
    if reply == nil, quote == nil { return }
    try session.work.stage(
      .references(of: post, replyTo: reply, quotes: quote, isUnchanged: false))
  }

  /// The post here that has a number in the file.
  func here(_ number: Post.ID) throws -> Post.ID? {
    try session.work.post(keepsNumbers() ? .id(number) : .number(number))?.id
  }

  // MARK: Values

  func time(_ item: JSONTree) throws -> Moment {
    guard let at = item["created_at"].string.flatMap(TimeText.rfc3339) else {
      throw session.refusal(.badTime, item["created_at"].string ?? "")
    }
    return at
  }

  private func checked<Rule: TextRule>(
    _ source: String, as rule: Rule.Type
  ) throws -> Text<Rule> {
    do {
      return try Text<Rule>(source)
    } catch {
      throw session.refusal(.badRecord, Rule.field.rawValue)
    }
  }

  /// The origins of a user or a post, and the digests of a post.
  private static func origins(_ item: JSONTree) -> [(origin: Origin, digest: Int64?)] {
    item["origins"].list.compactMap { origin in
      guard let source = origin["source"].string, let key = origin["key"].string else { return nil }
      return (Origin(source, key), origin["digest"].string.flatMap { Int64($0) })
    }
  }
}
