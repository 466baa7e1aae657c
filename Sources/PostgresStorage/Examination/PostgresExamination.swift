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

  /// The checks of a copy that has the rows of a sound network, so that its references are sound.
  static let checksOfCopies = Array(groups.joined())

  private static let groups: [[Check]] = [
    [{ try $0.counters() }, { try $0.ownEdges() }],
    PostgresCountRule.all.map { rule in { try $0.counts(rule) } },
    EdgeKind.allCases.map { kind in { try $0.halves(of: kind) } },
    DerivedTable.all.map { table in { try $0.differences(in: table) } },
    [
      { try PostgresSchema.missingIndexes($0.session).map { .index($0.name.text) } },
      { try $0.unshownPictures() },
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
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Fault
  ) throws -> [Fault] {
    var faults: [Fault] = []
    var rest: Int64 = 0
    try session.each(query, as: read) { fault in
      if faults.count < PostgresExamination.mostListed {
        faults.append(fault)
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
    let digests: [String?] = try session.firstValues(
      [one, other].map { rows in
        """
        SELECT count(*) || ' ' || coalesce(sum(hash_record_extended(r, 0)), 0)
        FROM (\(rows)) AS r
        """
      })
    return digests[0] == digests[1]
  }

  // MARK: Numbers

  private func counters() throws -> [Fault] {
    try [("users", "users", "user_ids"), ("posts", "post_places", "post_ids")]
      .compactMap { (name: String, table: Name, sequence: Name) in
        let found = try session.first {
          "SELECT \($0)"
        } as: { row -> (stored: Int64, highest: Int64) in
          (
            row["(SELECT last_value FROM profilectl.\(sequence))"],
            row["(SELECT coalesce(max(id), 0) FROM profilectl.\(table))"]
          )
        }
        guard let found, found.stored < found.highest else { return nil }
        return .counter(name, stored: found.stored, highest: found.highest)
      }
  }

  // MARK: References

  private func orphans(_ rule: OrphanRule) throws -> [Fault] {
    let missing: [Int64] = try session.values(rule.missing)
    if missing.isEmpty { return [] }
    return try listed {
      """
      SELECT \($0) FROM \(rule.table) WHERE \(rule.column) = ANY (\(SQLValue.integers(missing)))
      """
    } as: { row in
      .orphan(rule.object(&row), missing: rule.missing(row["\(rule.column)"]))
    }
  }

  private func unshownPictures() throws -> [Fault] {
    try listed {
      "SELECT \($0) FROM (\(PostgresExamination.unshown)) AS unshown"
    } as: { row in
      .unshown(picture: row["id"])
    }
  }

  private func ownEdges() throws -> [Fault] {
    try listed {
      "SELECT \($0) FROM profilectl.flags WHERE author = reporter"
    } as: { row in
      .ownEdge(.edge(.flag, from: row["reporter"], to: row["post"]))
    }
  }

  // MARK: Counts

  private func counts(_ rule: PostgresCountRule) throws -> [Fault] {
    try listed {
      "SELECT \($0) FROM \(rule.differences)"
    } as: { row in
      .count(
        rule.isOfUsers
          ? .user(row["counted.id"], handle: row["counted.username"]) : .post(row["counted.id"]),
        rule.column, stored: row["\(rule.stored)"], actual: row["\(PostgresCountRule.actual)"])
    }
  }

  // MARK: Halves

  /// Edges that only one of their two tables has.
  private func halves(of kind: EdgeKind) throws -> [Fault] {
    let halves = kind.halves
    if try halves.isOne || areEqual(halves.ofSource.edges, halves.ofTarget.edges) { return [] }
    return try [true, false].flatMap { isInTable in
      try listed {
        "SELECT \($0) FROM \(halves.edges(onlyOfSource: isInTable))"
      } as: { row in
        .oneSided(
          .edge(
            kind, from: row["e.\(halves.ofSource.source)"], to: row["e.\(halves.ofSource.target)"],
            at: row["e.at"]),
          isInTable: isInTable)
      }
    }
  }

  private func differences(in table: DerivedTable) throws -> [Fault] {
    try areEqual(table.rows, table.source) ? [] : [.index(table.name)]
  }

  private func wrongAuthors() throws -> [Fault] {
    let wrong = try LikeAuthors(in: "profilectl.liked", session)
    return try listed {
      """
      SELECT \($0) FROM profilectl.liked AS l
      JOIN \(wrong.rows) ON l.author = given.author AND l.post = given.post
      """
    } as: { row in
      .count(
        .edge(.like, from: row["l.liker"], to: row["l.post"]), .author, stored: row["l.author"],
        actual: row["given.actual"])
    }
  }

  private func thumbnails() throws -> [Fault] {
    try listed {
      """
      SELECT \($0) FROM profilectl.thumbnails
      WHERE length(pixels) NOT IN (0, \(Thumbnail.byteCount))
      """
    } as: { row in
      .thumbnail(picture: row["picture"])
    }
  }

  private func contents() throws -> [Fault] { try ContentCheck(session: session).faults() }
}

/// The likes of one of their tables that name a wrong author of their post.
struct LikeAuthors {
  /// The rows `given`: a stored pair of author and post, and the actual author.
  let rows: SQL

  init(in table: Name, _ session: PostgresSession) throws {
    let wrong = try session.all {
      """
      SELECT \($0) FROM (
        SELECT DISTINCT author, post FROM \(table)
        EXCEPT SELECT author, id FROM profilectl.post_places) AS wrong
      """
    } as: { row in
      (author: row["author"] as Int64, post: row["post"] as Int64)
    }
    let authors = try PostRows(session: session, viewer: nil).authors(of: wrong.map(\.post))
    let known = wrong.filter { authors[$0.post] != nil }
    rows = """
      unnest(\(SQLValue.integers(known.map(\.author))), \(SQLValue.integers(known.map(\.post))),
        \(SQLValue.integers(known.compactMap { authors[$0.post] }))) AS given (author, post, actual)
      """
  }
}
