internal import Model
internal import Storage

extension ImportFormat {
  /// The lossless export of this program.
  static let ndjson = ImportFormat(
    name: "ndjson", fitsBeginning: { $0.begins(#"{"type":"header","format":"profilectl""#) },
    read: { tree, session in
      guard let name = tree.names.first else { return }
      let path = tree.place(of: name)
      // An import that keeps going saves before it has read the end.
      if session.options.keepsGoing {
        if path == "-" { throw ExchangeError.badArchive(Place(path), .readTwice) }
        try NetworkDump.check(try tree.open(name), of: path)
      }
      var dump = NetworkDump(session)
      return try dump.read(try tree.open(name), of: path)
    })
}

/// Reads a lossless export: into a new network with its numbers, into another one by handles.
struct NetworkDump {
  let session: ImportSession
  /// Whether numbers are kept; the first record decides.
  private let isNew: Box<Bool?> = Box(nil)
  /// The last number of a user that was kept; the users of a file have rising numbers.
  private let lastUser: Box<Int64> = Box(0)
  private(set) var hasPrivate = false
  /// Users whose handle differs from that in the file.
  private let renamed: Box<[String: User.ID]> = Box([:])
  /// A larger file of renamed users is refused.
  private static let mostRenamed = 200_000
  private var hash = SHA256()
  /// The first free numbers of users and posts in the file.
  private var next: (user: Int64, post: Int64) = (1, 1)
  /// The last number that a counter may reach: readers of JSON can confuse higher ones.
  private static let lastNumber: Int64 = (1 << 53) - 2

  init(_ session: ImportSession) {
    self.session = session
  }

  /// Refuses a file without its end, or with another content.
  static func check(_ source: any ByteSource, of path: String) throws(ExchangeError) {
    var lines = LineReader(source, of: path)
    var hash = SHA256()
    while try !lines.continues(with: #"{"type":"end""#) {
      repeat {
        guard let piece = try lines.nextPiece() else { throw .badArchive(Place(path), .cut) }
        hash.add(Array(piece))
        if piece.last == 0x0A { break }
      } while true
    }
    let line = Array(try lines.nextBytes() ?? [])
    let end = try JSONReader(MemorySource(line), of: path, line: lines.number).value()
    try check(end, hash, at: lines.place)
  }

  private static func check(
    _ end: JSONTree, _ hash: SHA256, at place: Place
  ) throws(ExchangeError) {
    guard end["sha256"].string == hash.digest().hexadecimal else {
      throw .badArchive(place, .wrongChecksum)
    }
  }

  mutating func read(_ source: any ByteSource, of path: String) throws {
    var lines = LineReader(source, of: path)
    while true {
      if try lines.continues(with: #"{"type":"picture""#) {
        try picture(try pictureLine(&lines, of: path), at: lines.place)
        continue
      }
      guard let line = try lines.nextBytes().map(Array.init) else { break }
      let json = JSONReader(MemorySource(line), of: path, line: lines.number)
      let place = lines.place
      let item = try json.value()
      try json.end()
      guard let type = item["type"].string else {
        throw ExchangeError.badArchive(place, .damaged("ndjson"))
      }
      if type == "end" {
        try NetworkDump.check(item, hash, at: place)
        if try lines.nextBytes() != nil {
          throw ExchangeError.badArchive(lines.place, .damaged("ndjson"))
        }
        return
      }
      hash.add(line)
      try take(item, type, at: place)
    }
    throw ExchangeError.badArchive(Place(path), .cut)
  }

  private mutating func take(_ item: JSONTree, _ type: String, at place: Place) throws {
    let parts = session.options.parts
    switch type {
    case "header":
      guard item["version"].integer == 1 else {
        throw ExchangeError.badArchive(place, .damaged("ndjson of another version"))
      }
      guard place.line == 1, let user = item["next_user"].integer,
        let post = item["next_post"].integer,
        [user, post].allSatisfy((1...NetworkDump.lastNumber).contains)
      else { throw ExchangeError.badArchive(place, .damaged("ndjson: header")) }
      hasPrivate = item["private"].isTrue
      next = (user, post)
    case "user" where parts.contains(.profile): try user(item, at: place)
    case "post" where parts.contains(.posts): try post(item, at: place)
    case "follow" where parts.contains(.follows): try follow(item, at: place)
    case "like" where parts.contains(.likes): try like(item, at: place)
    case "mute", "bookmark", "flag", "read_mark": try mark(item, type, at: place)
    case "user", "post", "follow", "like": break
    default: throw ExchangeError.badArchive(place, .damaged("ndjson"))
    }
  }

  /// Whether the network is new, decided before its first record.
  private func keepsNumbers() throws -> Bool {
    if let known = isNew.value { return known }
    let found = try session.work.isNew
    isNew.value = found
    if found { try session.work.raiseNumbers(users: next.user - 1, posts: next.post - 1) }
    return found
  }

  // MARK: Records

  private mutating func pictureLine(
    _ lines: inout LineReader, of path: String
  ) throws(ExchangeError) -> PictureLine {
    var line = PictureLine(in: session.options.temporaryFolder)
    let place = Place(path, line: lines.number + 1)
    while let piece = try lines.nextPiece() {
      hash.add(Array(piece))
      try line.add(piece, at: place)
      if piece.last == 0x0A { break }
    }
    return line
  }

  private func picture(_ line: PictureLine, at place: Place) throws {
    let json = JSONReader(MemorySource(line.frame), of: place.path, line: place.line ?? 1)
    let (item, content) = (try json.value(), line.content)
    try json.end()
    try session.take(.pictures, at: place) { [session] in
      _ = try keepsNumbers()
      guard let picture = content.picture(session.pictureSize),
        picture.hash == item["hash"].string.flatMap({ PictureHash($0) })
      else { throw RecordRefusal(place, .badPicture, item["hash"].string ?? "") }
      return try session.work.keep(picture) ? .added : .unchanged
    }
    try session.weigh(line.byteCount)
  }

  private func user(_ item: JSONTree, at place: Place) throws {
    let weight = item["bio"].string?.utf8.count ?? 0
    try session.take(.users, at: place, weighing: weight) { [session] in
      let keepsNumbers = try keepsNumbers()
      if hasPrivate, keepsNumbers { try session.work.marksUsersSeen = false }
      guard let text = item["username"].string, let handle = try? Handle(text),
        let createdAt = item["created_at"].string.flatMap(TimeText.rfc3339),
        let number = item["id"].integer, number > 0, number < next.user
      else { throw RecordRefusal(place, .badRecord, item["username"].string ?? "user") }
      var user = ImportedUser(handle: handle, createdAt: createdAt)
      user.name = try item["name"].string.map { try checked($0, as: NameRule.self, at: place) }
      user.bio = try item["bio"].string.map { try checked($0, as: BioRule.self, at: place) }
      user.avatar = item["avatar"].string.flatMap { PictureHash($0) }
      user.banner = item["banner"].string.flatMap { PictureHash($0) }
      let origins = NetworkDump.origins(item)
      if keepsNumbers {
        guard number > lastUser.value else { throw RecordRefusal(place, .badRecord, handle.text) }
        lastUser.value = number
        user.number = User.ID(number)
      } else if let id = try existing(handle, origins, at: place) {
        session.known[PersonName(handle: handle.text)] = id
        // Now, so that `fill` does not move the time when the existing user joined.
        user.createdAt = session.options.now
        return try session.work.fill(id, with: user) ? .updated : .unchanged
      }
      let name = PersonName(origins.first, wish: handle.text)
      user.handle = try name.freeHandle { try session.work.user(named: $0) != nil }
      let id = try session.work.add(user)
      if user.handle != handle {
        try rename(handle, to: id, at: place)
        try session.change(.renamed, "\(handle.text) is \(user.handle.text) here", at: place)
      }
      for origin in origins { try session.work.bind(origin, to: id) }
      return .added
    }
  }

  /// The user here who has one of the origins, or the handle and no other origin.
  private func existing(
    _ handle: Handle, _ origins: [Origin], at place: Place
  ) throws -> User.ID? {
    for origin in origins {
      if let id = try session.work.user(origin) {
        if try session.work.user(named: handle) != id { try rename(handle, to: id, at: place) }
        return id
      }
    }
    guard let id = try session.work.user(named: handle) else { return nil }
    let known = try session.work.origins(of: id)
    return origins.isEmpty || known.isEmpty ? id : nil
  }

  /// Notes who a handle of the file is here.
  private func rename(_ handle: Handle, to id: User.ID, at place: Place) throws {
    if renamed.value.count == NetworkDump.mostRenamed {
      throw ExchangeError.badArchive(place, .over(.kept))
    }
    renamed.value[handle.text] = id
  }

  func person(_ item: JSONTree, _ key: String, at place: Place) throws -> User.ID {
    guard let handle = item[key].string else { throw RecordRefusal(place, .badRecord, key) }
    if let id = renamed.value[handle] { return id }
    return try session.person(PersonName(handle: handle), at: place)
  }

  private func post(_ item: JSONTree, at place: Place) throws {
    try session.take(.posts, at: place, weighing: item["text"].string?.utf8.count ?? 0) {
      [session] in
      let keepsNumbers = try keepsNumbers()
      let (number, text) = try beginning(of: item, at: place)
      let refusal = RecordRefusal(place, .badRecord, String(number))
      if keepsNumbers, try session.work.words(of: Post.ID(number)) != nil { throw refusal }
      guard let at = item["created_at"].string.flatMap(TimeText.rfc3339) else {
        throw RecordRefusal(place, .badTime, String(number))
      }
      let author = try person(item, "author", at: place)
      var post = ImportedPost(
        author: author, at: at, text: try checked(text, as: PostTextRule.self, at: place))
      try addDetails(of: item, to: &post, at: place)
      if keepsNumbers { post.number = Post.ID(number) }
      let reposts = item["reposts"].integer.map { Post.ID($0) }
      // A repost has nothing of its own, and each other post has something.
      if (post.text.isBlank && post.picture == nil) == (reposts == nil) { throw refusal }
      post.reposts = try reposts.flatMap { try here($0) }
      if reposts != nil, post.reposts == nil { return .skipped(.repost, String(number)) }
      if let other = post.reposts, try session.work.isRepost(other) { throw refusal }
      let origins = NetworkDump.origins(item)
      let moved = Origin(
        Origin.movedTime, "\(item["author"].string ?? "") \(TimeText.text(at))")
      if !keepsNumbers, let known = try known(origins + [moved], author, at) {
        try session.work.note(number: Post.ID(number), of: known)
        if try !session.work.isFirst(of: known) { return .skipped(.duplicate, String(number)) }
        return try update(known, post, at: place)
      }
      let added = try session.work.add(post)
      let digests = item["origins"].list.map { $0["digest"].string.flatMap { Int64($0) } }
      for (origin, digest) in zip(origins, digests) {
        try session.work.bind(
          origin, to: added.id, digest: digest ?? NetworkDump.digest(post))
      }
      if added.at != at { try noteMove(of: added.id, from: moved, String(number), at: place) }
      if !keepsNumbers { try session.work.note(number: Post.ID(number), of: added.id) }
      try tie(added.id, item, keepsNumbers: keepsNumbers)
      return .added
    }
  }

  /// Keeps the former time of a post as an origin: its time no longer identifies it.
  private func noteMove(
    of post: Post.ID, from origin: Origin, _ number: String, at place: Place
  ) throws {
    try session.work.bind(origin, to: post, digest: 0)
    try session.change(.timeMoved, number, at: place)
  }

  private func beginning(
    of item: JSONTree, at place: Place
  ) throws -> (number: Int64, text: String) {
    guard let number = item["id"].integer, number > 0, number < next.post,
      let text = item["text"].string
    else { throw RecordRefusal(place, .badRecord, item["id"].word ?? "post") }
    return (number, text)
  }

  private func addDetails(
    of item: JSONTree, to post: inout ImportedPost, at place: Place
  ) throws {
    post.alt = try item["alt"].string.map { try checked($0, as: AltRule.self, at: place) }
    post.picture = item["image"].string.flatMap { PictureHash($0) }
    post.isPrivate = item["private"].isTrue
    post.editedAt = item["edited_at"].string.flatMap(TimeText.rfc3339)
    post.mentions = try mentions(item, in: post.text.string, at: place)
  }

  /// The users whom a post names, as the file has them; nil for an older file without them.
  ///
  /// A user whom neither the file nor the network has is left out.
  private func mentions(
    _ item: JSONTree, in text: String, at place: Place
  ) throws -> [User.ID]? {
    guard case .array(let handles) = item["mentions"] else { return nil }
    let refusal = RecordRefusal(place, .badRecord, item["id"].word ?? "mentions")
    let named = min(TextToken.handles(in: text).count, TextToken.mostMentions)
    guard handles.count <= named else { throw refusal }
    var users: [User.ID] = []
    for handle in handles {
      guard let handle = handle.string else { throw refusal }
      let user =
        try renamed.value[handle] ?? session.existing(PersonName(handle: handle))
      if let user, !users.contains(user) { users.append(user) }
    }
    return users
  }

  private func known(_ origins: [Origin], _ author: User.ID, _ at: Moment) throws -> Post.ID? {
    for origin in origins {
      if let found = try session.work.post(origin) { return found.id }
    }
    return try session.work.post(by: author, at: at)
  }

  /// Replaces the words of a post if the file has an edit that is not known here.
  private func update(
    _ id: Post.ID, _ post: ImportedPost, at place: Place
  ) throws -> ImportSession.Result {
    guard post.editedAt != nil, let words = try session.work.words(of: id),
      words.text != post.text.string || (words.alt ?? "") != (post.alt?.string ?? "")
    else { return .unchanged }
    try session.work.replaceWords(
      of: id, text: post.text, alt: post.alt, mentions: post.mentions, editedAt: post.editedAt)
    return .updated
  }

  /// The digest that an import from the source itself would store.
  private static func digest(_ post: ImportedPost) -> Int64 {
    let words = [post.text.string] + (post.picture == nil ? [] : [post.alt?.string ?? ""])
    return Int64(bitPattern: StableHash(words.joined(separator: "\0")).value)
  }

  private func tie(_ post: Post.ID, _ item: JSONTree, keepsNumbers: Bool) throws {
    func other(_ key: String) throws -> PendingReference? {
      guard let found = item[key].integer, found > 0, found < next.post else { return nil }
      let number = Post.ID(found)
      if keepsNumbers { return .number(number) }
      return try session.work.post(numbered: number).map { .post($0) }
    }
    let (reply, quote) = (try other("reply_to"), try other("quotes"))
    if reply != nil || quote != nil {
      try session.work.tie(post, replyTo: reply, quotes: quote, isUnchanged: false)
    }
  }

  /// The post here that has a number in the file.
  func here(_ number: Post.ID) throws -> Post.ID? {
    guard try keepsNumbers() else { return try session.work.post(numbered: number) }
    return try session.work.words(of: number) == nil ? nil : number
  }

  // MARK: Values

  func time(_ item: JSONTree, at place: Place) throws -> Moment {
    guard let at = item["created_at"].string.flatMap(TimeText.rfc3339) else {
      throw RecordRefusal(place, .badTime, item["created_at"].string ?? "")
    }
    return at
  }

  private func checked<Rule: TextRule>(
    _ source: String, as rule: Rule.Type, at place: Place
  ) throws -> Text<Rule> {
    do {
      return try Text<Rule>(source)
    } catch {
      throw RecordRefusal(place, .badRecord, Rule.field.rawValue)
    }
  }

  private static func origins(_ item: JSONTree) -> [Origin] {
    item["origins"].list.compactMap { origin in
      guard let source = origin["source"].string, let key = origin["key"].string else { return nil }
      return Origin(source, key)
    }
  }
}

/// A value that closures share.
private final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
