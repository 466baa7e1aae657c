internal import Model
internal import Storage

extension ImportFormat {
  /// The database of a Makestagram, as Firebase exports it.
  static let makestagram = ImportFormat(
    name: "makestagram",
    fitsFiles: { tree throws(ExchangeError) in
      // The pictures are beside it.
      let files = tree.names.filter { $0.hasSuffix(".json") }
      guard let file = files.first, files.count == 1 else { return false }
      return MakestagramDatabase.fits(try tree.beginning(of: file))
    }, fitsBeginning: MakestagramDatabase.fits,
    read: { tree, session in try MakestagramDatabase(tree: tree, session: session).read() })
}

/// Reads the maps of the database: users first, then the records that refer to them.
private struct MakestagramDatabase {
  let tree: any InputTree
  let session: ImportSession

  fileprivate static func fits(_ head: FileBeginning) -> Bool {
    let maps = ["followers", "following", "postLikes", "posts", "users"]
    // An actor of ActivityStreams has followers and following, too.
    let isOther = head.has("\"@context\"") && !["\"posts\"", "\"users\""].allSatisfy(head.has)
    return head.begins("{") && !isOther && !head.begins("{\"type\"")
      && maps.filter(head.hasCollection).count >= 2
  }

  func read() throws {
    try each("users") { uid, user in try self.user(user, uid) }
    for file in tree.jsonFiles {
      try eachOfEach("posts", in: file) { uid, key, post in
        try self.post(post, key, by: uid, of: file)
      }
    }
    // The numbers of follows in the two trees, which should be equal.
    var (first, second, both) = (0, 0, 0)
    try eachOfEach("following") { follower, followee, _ in
      if follower != followee { first += 1 }
      try session.follow(from: self.person(follower, nil), to: self.person(followee, nil))
    }
    try eachOfEach("followers") { followee, follower, _ in
      if follower != followee { second += 1 }
      try session.follow(
        from: self.person(follower, nil), to: self.person(followee, nil), isRepeated: true
      ) { isKnown in if isKnown { both += 1 } }
    }
    try session.takeUncounted { [session] in
      let oneSided = first > 0 && second > 0 ? first + second - 2 * both : 0
      guard oneSided > 0, session.options.parts.contains(.follows) else { return }
      session.report.changed[.oneSided, default: 0] += oneSided
    }
    try eachOfEach("postLikes") { key, uid, _ in
      try session.like(Origin("makestagram", "makestagram:\(key)"), by: person(uid, nil))
    }
    try eachOfEach("timeline") { _, key, _ in try session.skip(.derived, key, of: .posts) }
  }

  /// The members of one map of the file.
  private func each(_ map: String, _ take: (String, JSONTree) throws -> Void) throws {
    for file in tree.jsonFiles {
      try walk(map, in: file) { json in
        try members(of: json) { key in try take(key, session.value(of: json)) }
      }
    }
  }

  /// The members of each member of one map, in all files.
  private func eachOfEach(_ map: String, _ take: (String, String, JSONTree) throws -> Void) throws {
    for file in tree.jsonFiles { try eachOfEach(map, in: file, take) }
  }

  private func eachOfEach(
    _ map: String, in file: String, _ take: (String, String, JSONTree) throws -> Void
  ) throws {
    try walk(map, in: file) { json in
      try members(of: json) { outer in
        guard try isMap(json) else { return try json.skip() }
        try members(of: json) { inner in try take(outer, inner, session.value(of: json)) }
      }
    }
  }

  private func walk(_ map: String, in file: String, _ body: (JSONReader) throws -> Void) throws {
    guard let json = try tree.json(file) else { return }
    try json.object { key in
      if key == map, try isMap(json) { try body(json) } else { try json.skip() }
    }
    try json.end()
  }

  private func isMap(_ json: JSONReader) throws -> Bool { try json.isObject || json.isArray }

  /// Calls `take` with each key of a map; it must read the value.
  ///
  /// Firebase writes a map whose keys are numbers as a list, with null for each missing number.
  private func members(of json: JSONReader, _ take: (String) throws -> Void) throws {
    if try json.isObject { return try json.object(take) }
    var number = 0
    try json.array {
      let isMissing = try json.peek() == UInt8(ascii: "n")
      if isMissing { try json.skip() } else { try take(String(number)) }
      number += 1
    }
  }

  // MARK: Records

  private func person(_ uid: String, _ name: String?) -> PersonName {
    PersonName(Origin(user: uid, of: "makestagram"), wish: name ?? uid)
  }

  private func user(_ user: JSONTree, _ uid: String) throws {
    guard let name = user["username"].string else {
      return try session.refuse(.users, .badRecord, uid)
    }
    try session.user(UserRecord(person(uid, name)))
  }

  private func post(_ post: JSONTree, _ key: String, by uid: String, of file: String) throws {
    var record = PostRecord(Origin("makestagram", "makestagram:\(key)"))
    record.author = person(uid, nil)
    record.at = MakestagramDatabase.moment(post["created_at"]) ?? MakestagramDatabase.time(of: key)
    if let address = post["image_url"].string {
      record.pictures = [PictureRecord(address, beside: file, of: tree)]
    }
    try session.post(record)
  }

  /// Seconds, with a fraction.
  private static func moment(_ value: JSONTree) -> Moment? {
    guard let word = value.word, let seconds = Double(word), seconds > 0, seconds < 2e11 else {
      return nil
    }
    return TimeText.storable(Moment(microseconds: Int64((seconds * 1_000_000).rounded())))
  }

  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  /// The first eight letters of a push key are its time in milliseconds.
  private static func time(of key: String) -> Moment? {
    let digits = key.utf8.prefix(8).compactMap { alphabet.firstIndex(of: $0) }
    guard key.utf8.count == 20, digits.count == 8 else { return nil }
    let milliseconds = digits.reduce(Int64(0)) { $0 << 6 | Int64($1) }
    return TimeText.storable(Moment(microseconds: milliseconds * 1_000))
  }
}
