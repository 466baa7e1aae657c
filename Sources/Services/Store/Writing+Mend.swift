internal import Model
internal import SQLite

/// Making right what can be derived from the rest of the file.
extension Writing {
  /// Looks, repairs, and looks again: what is found no more is repaired.
  ///
  /// What only indexes know is put aside before they are made anew. Nil where damage stays, or
  /// something new is found, and the caller has to undo it: counts taken from half of a table would
  /// be wrong.
  func repair(restoringHandles: Bool) throws -> [Finding]? {
    let found = try examination.faults()
    let edges = try EdgeRepair(found, on: connection)
    if restoringHandles { try restoreHandles() }
    guard found.contains(where: \.concernsIndexes) else { return try mend(found, edges) }
    try rebuildIndexes()
    return try mend(Self.known(found, behindRebuild: try examination.faults()), edges)
  }

  /// The same where reading an index meets a damaged page, as SQLite writes nothing more in such a
  /// transaction: nothing is read of any, and it is nil as well where that may have cost something.
  func repairReadingNoIndex(_ found: [Fault]) throws -> [Finding]? {
    try rebuildIndexes()
    let seen = try examination.faults()
    // Each may have been right with what only an index had.
    if seen.contains(where: { $0.isOfCounts || $0.isOfReferences || $0.isChangeOfUser }) {
      return nil
    }
    return try mend(Self.known(found, behindRebuild: seen), nil)
  }

  private var examination: Examination { Examination(connection: connection, isDeep: true) }

  /// What was found before the indexes were made anew, and what is seen since: a damaged index leads
  /// to what is not there.
  private static func known(_ found: [Fault], behindRebuild seen: [Fault]) -> [Fault] {
    let (first, later) = (Set(found), Set(seen))
    let counted = Set(found.filter(\.isRest).map(\.sort))
    return found.filter { !$0.isOfReferences || later.contains($0) }
      + seen.filter { !first.contains($0) && !counted.contains($0.sort) }
  }

  private func mend(_ faults: [Fault], _ edges: EdgeRepair?) throws -> [Finding]? {
    guard let met = try carryOut(faults, edges) else { return nil }
    let after = Comparison(of: try examination.faults(), with: told(faults, met))
    guard after.hasNothingNew, !after.faults.contains(where: \.isDamage) else { return nil }
    return try after.told.map { fault in
      if !after.isGone(fault) { return Finding(fault) }
      return Finding(fault, try isRemoved(fault) ? .removed : .repaired)
    }
  }

  /// What was found at first and what was met on the way; of counts, only what they were when they
  /// were set, of what users refer to, only by the handle that they have then, and of what is not
  /// listed the last number.
  private func told(_ before: [Fault], _ met: [Fault]) -> [Fault] {
    let (first, later) = (Set(before), Set(met))
    let counted = Set(met.filter(\.isRest).map(\.sort))
    return before.filter { fault in
      let isPassed =
        fault.isOfCounts || fault.isOfAvatars || fault.isRest && counted.contains(fault.sort)
      return !isPassed || later.contains(fault)
    } + met.filter { !first.contains($0) }
  }

  /// Whether what was wrong was made right by taking it away; only the counts knew, for an edge
  /// that one direction had.
  private func isRemoved(_ fault: Fault) throws -> Bool {
    switch fault {
    case .oneSided(.follow(let follower, let followee), _):
      try connection.first(
        "SELECT 1 FROM follows WHERE follower = \(follower) AND followee = \(followee)"
      ) { _ in true } == nil
    case .oneSided(.like(let post, let user, let at?), _):
      try connection.first(
        "SELECT 1 FROM likes WHERE post = \(post) AND user = \(user) AND at = \(at)"
      ) { _ in true } == nil
    default: fault.isNothingByItself
    }
  }

  /// Gives back what it met and made right, whether that was known before or not: each step can
  /// bring to light what the next one changes.
  ///
  /// Nil where counts speak against what has become of torn edges.
  private func carryOut(_ faults: [Fault], _ edges: EdgeRepair?) throws -> [Fault]? {
    let orphans = try examination.orphans()
    try dropOrphans()
    try edges?.apply()
    let counts = try examination.counters() + examination.counts()
    if let edges, counts.contains(where: edges.isContradicted) { return nil }
    let pictures = try dropPictures(faults)
    try fillIndexes(of: faults)
    try recount()
    return orphans + pictures + counts
  }

  /// Those that are the table itself are left: they would be filled with what can be read of them.
  private func rebuildIndexes() throws {
    try connection.script([
      "REINDEX sqlite_autoindex_users_1", "REINDEX sqlite_autoindex_pictures_1",
      "REINDEX posts_by_time", "REINDEX posts_by_id", "REINDEX posts_by_picture",
      "REINDEX follows_by_followee", "REINDEX likes_by_user", "REINDEX flags_by_time",
      "REINDEX flags_by_reporter",
    ])
  }

  /// Gives a user who is not what was written the handle that the index has for them, if that makes
  /// the checksum right: before the index is made anew, because nothing else knows it.
  private func restoreHandles() throws {
    let proof = Checksum.user(
      id: "u.id", username: "i.username", name: "u.name", bio: "u.bio", avatar: "u.avatar",
      createdAt: "u.created_at")
    try connection.passingOverLostEntries {
      try connection.run(
        """
        UPDATE users SET username = given.username FROM (
          SELECT u.id, i.username FROM users AS i INDEXED BY sqlite_autoindex_users_1
          CROSS JOIN users AS u ON u.id = i.id
          WHERE u.username <> i.username AND u.checksum = \(proof)
        ) AS given WHERE users.id = given.id
        """)
    }
  }

  /// Only what is nothing without what it refers to.
  private func dropOrphans() throws {
    try connection.script([
      "DELETE FROM follows WHERE \(Orphans.follows)",
      "DELETE FROM follows WHERE \(Orphans.selfFollows)",
      "DELETE FROM likes WHERE \(Orphans.likes)",
      "DELETE FROM read_marks WHERE \(Orphans.readMarks)",
      "DELETE FROM thumbnails WHERE \(Orphans.thumbnails)",
    ])
  }

  /// Pictures that nothing shows stay where a row is not what was written: it may have shown them.
  private func dropPictures(_ faults: [Fault]) throws -> [Fault] {
    try connection.run("DELETE FROM thumbnails WHERE \(Examination.isNoThumbnail)")
    if faults.contains(where: \.isChange) { return [] }
    let pictures = try examination.unshownPictures()
    try forgetAllUnused()
    return pictures
  }

  private func fillIndexes(of faults: [Fault]) throws {
    if faults.contains(.words("post_words")) {
      try makeAnew("post_words", Schema.postWordsForm())
      try fillPostWords()
    }
    if faults.contains(.words("user_words")) {
      try makeAnew("user_words", Schema.userWordsForm())
      try fillUserWords()
    }
  }

  /// Puts what FTS5 keeps of an empty index in the place of what may be left of one: without its
  /// own rows it can't be opened, and so neither emptied nor dropped.
  private func makeAnew(_ index: SQL, _ form: SQL) throws {
    try connection.run("CREATE VIRTUAL TABLE temp.empty_words USING fts5(\(form))")
    try connection.replaceWords(in: "main.\(index)", by: "temp.empty_words")
    try connection.run("DROP TABLE temp.empty_words")
  }

  func fillPostWords() throws {
    try connection.script([
      "INSERT INTO post_words (post_words) VALUES ('delete-all')",
      """
      INSERT INTO post_words (rowid, text, alt) SELECT at, text, alt FROM posts ORDER BY at
      """,
    ])
  }

  func fillUserWords() throws {
    try connection.script([
      "INSERT INTO user_words (user_words) VALUES ('delete-all')",
      """
      INSERT INTO user_words (rowid, username, name)
      SELECT id, username, name FROM users ORDER BY id
      """,
    ])
  }

  /// Sets every count to what it counts, where it is not.
  func recount() throws {
    try connection.script([
      "INSERT OR IGNORE INTO counters (name, value) VALUES ('users', 0), ('posts', 0)",
      """
      UPDATE counters SET value = max(
        iif(value >= \(Writing.Counter.last), 0, value), (SELECT coalesce(max(id), 0) FROM users))
      WHERE name = 'users'
      """,
      """
      UPDATE counters SET value = max(
        iif(value >= \(Writing.Counter.last), 0, value), (SELECT coalesce(max(id), 0) FROM posts))
      WHERE name = 'posts'
      """,
      """
      UPDATE posts SET like_count = given.likes FROM (
        SELECT id, (SELECT count(*) FROM likes WHERE post = p.id) AS likes FROM posts AS p
      ) AS given WHERE posts.id = given.id AND like_count <> given.likes
      """,
    ])
    let counts = Examination(connection: connection, isDeep: false)
    for (tally, actual) in counts.userCounts {
      let column = counts.column(tally)
      try connection.run(
        """
        UPDATE users SET \(column) = given.actual FROM (
          SELECT id, (\(actual)) AS actual FROM users AS u
        ) AS given WHERE users.id = given.id AND users.\(column) <> given.actual
        """)
    }
  }
}

extension Fault {
  /// The structure of the file itself.
  var isDamage: Bool {
    if case .damaged = self { return true }
    return false
  }

  var isOfCounts: Bool {
    switch (self, sort?.form) {
    case (.counter, _), (_, .count): true
    default: false
    }
  }

  var isChange: Bool { sort?.form == .changed }

  var isChangeOfUser: Bool { sort == Sort(.changed, in: "users") }

  /// Of users whose picture is not there.
  var isOfAvatars: Bool { sort == Sort(.withoutPicture, in: "users") }

  var concernsIndexes: Bool {
    switch self {
    case .index, .damaged: true
    default: sort?.isOneSided == true
    }
  }

  /// Whether it is of a row that refers to another, or that no other refers to.
  var isOfReferences: Bool {
    switch sort?.form {
    case .orphan, .withoutPicture, .unshown, .selfFollow: true
    default: false
    }
  }

  /// Whether it is of a row that goes when it is mended.
  var isNothingByItself: Bool {
    switch sort?.form {
    case .orphan, .withoutPicture: canBeMended
    case .selfFollow, .unshown, .thumbnail: true
    default: false
    }
  }

  /// Whether the rest of the file may say what was there.
  var canBeMended: Bool {
    switch self {
    case .lostPart, .unread, .otherForm: return false
    default: break
    }
    guard let sort else { return true }
    switch sort.form {
    case .changed, .gone, .lost, .bare: return false
    case .orphan, .withoutPicture: return !["users", "posts", "flags"].contains(sort.table)
    default: return true
    }
  }
}

extension [Finding] {
  /// Whether a repair may make something right: where a table has lost a row, it would take away what
  /// names it still.
  package var canBeMended: Bool {
    contains(where: \.fault.canBeMended) && !contains { $0.fault.sort?.form == .gone }
  }
}
