internal import Model
internal import Storage

extension ImportFormat {
  /// The synthetic networks of the LDBC benchmark: tables with `|` between their columns.
  static let ldbc = ImportFormat(
    name: "ldbc",
    fitsNames: { names in
      names.contains { $0.split(separator: "/").last?.lowercased().hasPrefix("person") == true }
        && names.allSatisfy { $0.hasSuffix(".csv") || $0.hasSuffix(".csv.gz") }
    },
    fitsBeginning: { head in
      guard let first = head.lines.first else { return false }
      return first.contains("|") && first.contains("creationDate")
    },
    read: { tree, session in
      let tables = try tree.names.compactMap { try LDBCTable($0, of: tree) }
      // People first, then the records that refer to them.
      for kind in LDBCTable.Kind.allCases {
        for table in tables where table.kind == kind { try table.read(into: session) }
      }
    })
}

/// One table of the benchmark, known by its header.
private struct LDBCTable {
  enum Kind: CaseIterable { case people, posts, follows, likes, other }

  let kind: Kind
  private let name: String
  private let tree: any InputTree
  private let columns: [String]

  init?(_ name: String, of tree: any InputTree) throws {
    self.name = name
    self.tree = tree
    var rows = TableReader(try tree.open(name), of: tree.place(of: name), separator: "|")
    guard let header = try rows.next() else { return nil }
    columns = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    let has = { [columns] (word: String) in columns.contains(word) }
    if has("firstname") {
      kind = .people
    } else if has("content") {
      kind = .posts
    } else if columns.filter({ ["personid", "person1id", "person2id"].contains($0) }).count == 2 {
      kind = .follows
    } else if has("personid"), has("postid") || has("commentid") || has("messageid") {
      kind = .likes
    } else {
      kind = .other
    }
  }

  func read(into session: ImportSession) throws {
    var rows = TableReader(try tree.open(name), of: tree.place(of: name), separator: "|")
    _ = try rows.next()
    while let row = try rows.next() {
      let place = rows.place
      guard row.count == columns.count else {
        try session.refuse(.users, RecordRefusal(place, .badRecord, row.joined(separator: "|")))
        continue
      }
      if value(row, "explicitlydeleted") == "true" {
        try session.skip(.deleted, value(row, "id") ?? "", at: place)
        continue
      }
      switch kind {
      case .people: try person(row, session, at: place)
      case .posts: try post(row, session, at: place)
      case .follows: try follow(row, session, at: place)
      case .likes: try like(row, session, at: place)
      case .other: try session.skip(.unsupportedRecord, name, at: place)
      }
    }
  }

  private func value(_ row: [String], _ column: String) -> String? {
    columns.firstIndex(of: column).map { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func time(_ row: [String]) -> Moment? {
    guard let text = value(row, "creationdate") else { return nil }
    if let milliseconds = Int64(text), milliseconds.magnitude < 1 << 53 {
      return TimeText.storable(Moment(microseconds: milliseconds * 1_000))
    }
    return TimeText.rfc3339(text)
  }

  private func name(of id: String, _ wish: String? = nil) -> PersonName {
    PersonName(Origin("ldbc", "ldbc:person:\(id)"), wish: wish ?? id)
  }

  private func person(_ row: [String], _ session: ImportSession, at place: Place) throws {
    guard let id = value(row, "id") else {
      return try session.refuse(.users, RecordRefusal(place, .badRecord, "no id"))
    }
    var record = UserRecord(name(of: id))
    record.name = [value(row, "firstname"), value(row, "lastname")].compactMap(\.self)
      .joined(separator: " ")
    record.joined = time(row)
    try session.user(record, at: place)
  }

  private func post(_ row: [String], _ session: ImportSession, at place: Place) throws {
    guard let id = value(row, "id"),
      let author = value(row, "creatorpersonid") ?? value(row, "creator")
    else {
      return try session.refuse(.posts, RecordRefusal(place, .badRecord, "no id or no creator"))
    }
    var record = PostRecord(Origin("ldbc", "ldbc:\(id)"))
    record.author = name(of: author)
    record.at = time(row)
    record.text = value(row, "content") ?? ""
    let parent = value(row, "parentpostid") ?? value(row, "parentcommentid")
    record.replyTo = parent.map { Origin("ldbc", "ldbc:\($0)") }
    try session.post(record, at: place)
  }

  private func follow(_ row: [String], _ session: ImportSession, at place: Place) throws {
    let ids = zip(columns, row).filter { ["personid", "person1id", "person2id"].contains($0.0) }
      .map { name(of: $0.1) }
    let since = time(row)
    try session.follow(from: ids[0], to: ids[1], since: since, at: place)
    try session.follow(from: ids[1], to: ids[0], since: since, at: place)
  }

  private func like(_ row: [String], _ session: ImportSession, at place: Place) throws {
    let post = value(row, "postid") ?? value(row, "commentid") ?? value(row, "messageid") ?? ""
    let person = value(row, "personid") ?? ""
    try session.like(
      Origin("ldbc", "ldbc:\(post)"), by: name(of: person), since: time(row), at: place)
  }
}
