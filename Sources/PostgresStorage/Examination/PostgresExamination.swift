internal import Model
internal import Postgres
internal import SQLText

/// Looks for contradictions in a network within one snapshot.
struct PostgresExamination {
  /// The number of faults of one category that are listed; the rest is counted.
  private static let mostListed = 200

  let session: PostgresSession
  let isDeep: Bool

  func faults() throws -> [Fault] {
    var faults = try PostgresExamination.checks.flatMap { try $0(self) }
    if isDeep { faults += try wrongAuthors() + contents() + thumbnails() }
    var seen: Set<Fault> = []
    return faults.filter { seen.insert($0).inserted }
  }

  typealias Check = @Sendable (PostgresExamination) throws -> [Fault]

  /// The checks of every examination, each independent of the others.
  static let checks = OrphanRule.all.map { rule in { try $0.orphans(rule) } } + checksOfCopies

  /// The checks of a copy whose rows are those of a sound network: references are sound then.
  static let checksOfCopies = Array(groups.joined())

  private static let groups: [[Check]] = [
    [{ try $0.counters() }, { try $0.ownEdges() }],
    PostgresCountRule.all.map { rule in { try $0.counts(rule) } },
    EdgeKind.allCases.map { kind in { try $0.halves(of: kind) } },
    DerivedTable.all.map { table in { try $0.differences(in: table) } },
    [
      { try PostgresSchema.missingIndexes($0.session).map { .index($0.name.text) } },
      { try $0.listed(PostgresExamination.unshown) { .unshown(picture: $0.int64(0)) } },
    ],
  ]

  /// Selects the pictures that neither a post nor a user shows.
  static let unshown: SQL = """
    SELECT id FROM profilectl.pictures EXCEPT (
      SELECT picture FROM profilectl.posts WHERE picture IS NOT NULL
      UNION ALL SELECT avatar FROM profilectl.users WHERE avatar IS NOT NULL
      UNION ALL SELECT banner FROM profilectl.users WHERE banner IS NOT NULL)
    """

  /// One fault for each row; after `mostListed` of them the number of the rest.
  private func listed(
    _ query: SQL, _ fault: (borrowing PostgresRow) -> Fault
  ) throws -> [Fault] {
    var faults: [Fault] = []
    var rest: Int64 = 0
    try session.each(query) { row in
      if faults.count < PostgresExamination.mostListed {
        faults.append(fault(row))
      } else {
        rest += 1
      }
    }
    if rest > 0, let category = faults.last?.category {
      faults.append(.rest(category, count: rest))
    }
    return faults
  }

  /// Whether two queries select the same rows, by their numbers and the sums of their hashes.
  ///
  /// A comparison of the rows themselves takes several times as long.
  private func areEqual(_ one: SQL, _ other: SQL) throws -> Bool {
    let digests = try session.firsts(
      [one, other].map { rows in
        """
        SELECT count(*) || ' ' || coalesce(sum(hash_record_extended(r, 0)), 0)
        FROM (\(rows)) AS r
        """
      }
    ) { $0.text(0) }
    return digests[0] == digests[1]
  }

  // MARK: Numbers

  private func counters() throws -> [Fault] {
    try [("users", "users", "user_ids"), ("posts", "post_places", "post_ids")]
      .compactMap { (name: String, table: Name, sequence: Name) in
        let found = try session.first(
          """
          SELECT (SELECT last_value FROM profilectl.\(sequence)),
            (SELECT coalesce(max(id), 0) FROM profilectl.\(table))
          """
        ) { (stored: $0.int64(0), highest: $0.int64(1)) }
        guard let found, found.stored < found.highest else { return nil }
        return .counter(name, stored: found.stored, highest: found.highest)
      }
  }

  // MARK: References

  private func orphans(_ rule: OrphanRule) throws -> [Fault] {
    let missing = try session.all(rule.missing) { $0.int64(0) }
    if missing.isEmpty { return [] }
    return try listed(
      """
      SELECT \(rule.column), \(rule.identity) FROM \(rule.table)
      WHERE \(rule.column) = ANY (\(SQLValue.integers(missing)))
      """
    ) { row in
      .orphan(rule.object(row), missing: rule.missing(row.int64(0)))
    }
  }

  private func ownEdges() throws -> [Fault] {
    try listed(
      """
      SELECT f.reporter, f.post FROM profilectl.flags AS f WHERE f.author = f.reporter
      """
    ) { .ownEdge(.edge(.flag, from: $0.int64(0), to: $0.int64(1))) }
  }

  // MARK: Counts

  private func counts(_ rule: PostgresCountRule) throws -> [Fault] {
    try listed(rule.differences) { row in
      .count(
        rule.isOfUsers
          ? .user(row.int64(0), handle: row.optionalText(3)) : .post(row.int64(0)),
        rule.column, stored: row.int64(1), actual: row.int64(2))
    }
  }

  // MARK: Halves

  /// Edges that only one of their two tables has.
  private func halves(of kind: EdgeKind) throws -> [Fault] {
    let halves = kind.halves
    if try halves.isOne || areEqual(halves.ofSource.edges, halves.ofTarget.edges) { return [] }
    return try [true, false].flatMap { isInTable in
      try listed(halves.edges(onlyOfSource: isInTable)) { row in
        .oneSided(
          .edge(kind, from: row.int64(0), to: row.int64(1), at: row.int64(2)),
          isInTable: isInTable)
      }
    }
  }

  private func differences(in table: DerivedTable) throws -> [Fault] {
    try areEqual(table.rows, table.source) ? [] : [.index(table.name)]
  }

  private func wrongAuthors() throws -> [Fault] {
    let wrong = try LikeAuthors(in: "profilectl.liked", session)
    return try listed(
      """
      SELECT l.liker, l.post, l.author, given.actual FROM profilectl.liked AS l
      JOIN \(wrong.rows) ON l.author = given.author AND l.post = given.post
      """
    ) { row in
      .count(
        .edge(.like, from: row.int64(0), to: row.int64(1)), .author, stored: row.int64(2),
        actual: row.int64(3))
    }
  }

  private func thumbnails() throws -> [Fault] {
    try listed(
      """
      SELECT picture FROM profilectl.thumbnails
      WHERE length(pixels) NOT IN (0, \(Thumbnail.byteCount))
      """
    ) { .thumbnail(picture: $0.int64(0)) }
  }

  private func contents() throws -> [Fault] {
    let check = ContentCheck(session: session)
    return try check.faults().map { $0 }
  }
}

/// The likes of one of their tables that name a wrong author of their post.
struct LikeAuthors {
  /// The rows `given`: a stored pair of author and post, and the actual author.
  let rows: SQL

  init(in table: Name, _ session: PostgresSession) throws {
    let wrong = try session.all(
      """
      SELECT DISTINCT author, post FROM \(table)
      EXCEPT SELECT author, id FROM profilectl.post_places
      """
    ) { (author: $0.int64(0), post: $0.int64(1)) }
    var authors: [Int64: Int64] = [:]
    let posts = SQLValue.integers(Set(wrong.map(\.post)))
    try session.each("SELECT id, author FROM profilectl.post_places WHERE id = ANY (\(posts))") {
      authors[$0.int64(0)] = $0.int64(1)
    }
    let known = wrong.filter { authors[$0.post] != nil }
    rows = """
      unnest(\(SQLValue.integers(known.map(\.author))), \(SQLValue.integers(known.map(\.post))),
        \(SQLValue.integers(known.compactMap { authors[$0.post] }))) AS given (author, post, actual)
      """
  }
}
