internal import Model
internal import Storage

extension ImportFormat {
  /// The synthetic networks of the LDBC benchmark: tables with `|` between their columns.
  static let ldbc = ImportFormat(
    name: "ldbc", fitsFiles: LDBCTable.areTables,
    fitsBeginning: { head in
      guard let first = head.lines.first else { return false }
      return first.contains("|") && first.contains("creationDate")
    },
    read: { tree, session in
      let tables = try tree.names.compactMap { try LDBCTable($0, of: tree) }
      var relations = LDBCRelations()
      // People first, then the records that refer to them.
      for kind in LDBCTable.Kind.allCases {
        for table in tables where table.kind == kind { try table.read(into: session, &relations) }
      }
    })
}

/// Facts about posts that have separate tables, and the deleted people.
private struct LDBCRelations {
  /// People by the posts that they wrote.
  private(set) var creators: [String: String] = [:]
  /// Posts by their answers.
  private(set) var parents: [String: String] = [:]
  private var deleted: Set<String> = []
  private var budget = KeptBudget()

  mutating func keep(creator person: String, of post: String, at place: InputPosition) throws {
    try budget.keep(person + post, at: place)
    creators[post] = person
  }

  mutating func keep(parent: String, of post: String, at place: InputPosition) throws {
    try budget.keep(parent + post, at: place)
    parents[post] = parent
  }

  mutating func keep(deleted person: String, at place: InputPosition) throws {
    try budget.keep(person, at: place)
    deleted.insert(person)
  }

  func isDeleted(_ person: String) -> Bool { deleted.contains(person) }
}

/// One table of the benchmark, known by its header.
private struct LDBCTable {
  enum Kind: CaseIterable {
    case people, creators, parents, posts, follows, likes, other

    /// The kind of things that the rows belong to.
    var records: ContentKind {
      switch self {
      case .people, .other: .users
      case .creators, .parents, .posts: .posts
      case .follows: .follows
      case .likes: .likes
      }
    }
  }

  private static let people = ["personid", "person1id", "person2id"]
  private static let posts = [
    "postid", "commentid", "comment1id", "comment2id", "messageid", "parentpostid",
    "parentcommentid", "parentmessageid",
  ]
  /// The columns of an answer that name the post above it.
  private static let parents = ["parentpostid", "parentcommentid", "replyofpost", "replyofcomment"]

  let kind: Kind
  private let name: String
  private let tree: any InputTree
  private let columns: [String]

  init?(_ name: String, of tree: any InputTree) throws {
    self.name = name
    self.tree = tree
    var rows = TableReader(try tree.open(name), of: tree.path(of: name), separator: "|")
    guard let header = try rows.next(refusing: LDBCTable.refuseHeader) else { return nil }
    columns = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    let has = { [columns] (word: String) in columns.contains(word) }
    if has("firstname") {
      kind = .people
    } else if has("content") {
      kind = .posts
    } else if columns.filter({ LDBCTable.people.contains($0) }).count == 2 {
      kind = .follows
    } else if columns.filter({ LDBCTable.posts.contains($0) }).count == 2 {
      kind = .parents
    } else if let post = columns.firstIndex(where: LDBCTable.posts.contains),
      let person = columns.firstIndex(of: "personid")
    {
      // `Post.id|Person.id` is "has creator", and `Person.id|Post.id` is "likes".
      kind = post < person ? .creators : .likes
    } else {
      kind = .other
    }
  }

  /// Whether all files of a tree are tables, and the records of one have times.
  static func areTables(_ tree: any InputTree) throws(ExchangeError) -> Bool {
    var haveTimes = false
    for name in tree.names {
      let head = try tree.beginning(of: name)
      guard let header = head.lines.first else { continue }
      if !header.contains("|") { return false }
      if header.contains("creationDate") { haveTimes = true }
    }
    return haveTimes
  }

  private static func refuseHeader(_ refusal: RecordRefusal) throws {
    throw ExchangeError.badArchive(refusal.place, .damaged("header"))
  }

  func read(into session: ImportSession, _ relations: inout LDBCRelations) throws {
    var rows = TableReader(try tree.open(name), of: tree.path(of: name), separator: "|")
    _ = try rows.next(refusing: LDBCTable.refuseHeader)
    while let row = try rows.next(refusing: { try session.refuse(kind.records, $0) }) {
      session.position = rows.place
      guard row.count == columns.count else {
        try session.refuse(kind.records, .badRecord, row.joined(separator: "|"))
        continue
      }
      let isDeleted = value(row, "explicitlydeleted") == "true"
      if isDeleted, kind == .people, let id = value(row, "id") {
        try relations.keep(deleted: id, at: rows.place)
      }
      if isDeleted || people(of: row, relations).contains(where: relations.isDeleted(_:)) {
        let detail = value(row, "id") ?? row.joined(separator: "|")
        try session.skip(.deleted, detail, of: kind.records.part)
        continue
      }
      switch kind {
      case .people: try person(row, session)
      case .creators:
        try relations.keep(creator: value(row, "personid") ?? "", of: posts(row)[0], at: rows.place)
      case .parents:
        let posts = posts(row)
        try relations.keep(parent: posts[1], of: posts[0], at: rows.place)
      case .posts: try post(row, session, relations)
      case .follows: try follow(row, session)
      case .likes: try like(row, session)
      case .other: try session.skip(.unsupportedRecord, name)
      }
    }
  }

  private func value(_ row: [String], _ column: String) -> String? {
    columns.firstIndex(of: column).map { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The people whom a row connects, or who wrote its post.
  private func people(of row: [String], _ relations: LDBCRelations) -> [String] {
    switch kind {
    case .people, .other, .creators, .parents: []
    case .follows, .likes:
      zip(columns, row).filter { LDBCTable.people.contains($0.0) }.map { $0.1 }
    case .posts: creator(of: row, relations).map { [$0] } ?? []
    }
  }

  private func creator(of row: [String], _ relations: LDBCRelations) -> String? {
    value(row, "creatorpersonid") ?? value(row, "creator")
      ?? value(row, "id").flatMap { relations.creators[$0] }
  }

  private func time(_ row: [String]) -> Moment? {
    guard let text = value(row, "creationdate") else { return nil }
    if let milliseconds = Int64(text), milliseconds.magnitude < 1 << 53 {
      return TimeText.storable(Moment(microseconds: milliseconds * 1_000))
    }
    return TimeText.rfc3339(text)
  }

  private func name(of id: String) -> PersonName {
    PersonName(Origin(user: id, of: "ldbc"), wish: PersonName.wish(ofNode: id))
  }

  private func person(_ row: [String], _ session: ImportSession) throws {
    guard let id = value(row, "id") else { return try session.refuse(.users, .badRecord, "no id") }
    var record = UserRecord(name(of: id))
    record.name = [value(row, "firstname"), value(row, "lastname")].compactMap(\.self)
      .joined(separator: " ")
    record.joined = time(row)
    try session.user(record)
  }

  /// The posts of a row that connects them with each other or with a person.
  private func posts(_ row: [String]) -> [String] {
    zip(columns, row).filter { LDBCTable.posts.contains($0.0) }.map { $0.1 }
  }

  private func post(_ row: [String], _ session: ImportSession, _ relations: LDBCRelations) throws {
    guard let id = value(row, "id"), let author = creator(of: row, relations) else {
      return try session.refuse(.posts, .badRecord, "no id or no creator")
    }
    var record = PostRecord(Origin("ldbc", "ldbc:\(id)"))
    record.author = name(of: author)
    record.at = time(row)
    record.text = value(row, "content") ?? ""
    let parent = LDBCTable.parents.lazy.compactMap { value(row, $0) }.first ?? relations.parents[id]
    record.replyTo = parent.map { Origin("ldbc", "ldbc:\($0)") }
    try session.post(record)
  }

  private func follow(_ row: [String], _ session: ImportSession) throws {
    let ids = zip(columns, row).filter { LDBCTable.people.contains($0.0) }.map { name(of: $0.1) }
    let since = time(row)
    try session.follow(from: ids[0], to: ids[1], since: since)
    if ids[0].wish != ids[1].wish {
      try session.follow(from: ids[1], to: ids[0], since: since, isRepeated: true)
    }
  }

  private func like(_ row: [String], _ session: ImportSession) throws {
    let person = value(row, "personid") ?? ""
    try session.like(
      Origin("ldbc", "ldbc:\(posts(row)[0])"), by: name(of: person), since: time(row))
  }
}
