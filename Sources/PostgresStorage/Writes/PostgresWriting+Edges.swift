internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Edges of every kind, in both halves. A count moves with the halves of an edge or not at all, so
/// repeating a write changes nothing.
extension PostgresWriting {
  /// Adds an edge; false if it exists already.
  ///
  /// Both halves are inserted first: an insertion waits for another transaction that has the same
  /// key.
  func insert(_ edge: Edge, reason: Reason?, at now: Moment) throws -> Bool {
    let ends = try keepEnds(of: edge, at: now)
    let halves = edge.eachHalf { insertion(of: edge, into: $0, reason, ends.at) }
    // The counts move in the same round trip. An edge that exists must not wait for their rows.
    let expected = ends.hasEdge ? 0 : 1
    let added = try change(halves, of: edge, countedAs: expected, ends.slots)
    // Another transaction may have added or removed the edge meanwhile.
    if added != expected {
      _ = try change([], of: edge, countedAs: added - expected, ends.slots)
    }
    return added == 1
  }

  /// Removes an edge; false if there is none.
  func delete(_ edge: Edge) throws -> Bool {
    var slots: FollowerSlots = [:]
    switch edge.target {
    case .user(let id): slots = try lock([edge.source, id], mustExist: true)
    case .post(let place): try lock(place)
    }
    let halves = edge.eachHalf { half -> SQL in
      """
      DELETE FROM \(half.table)
      WHERE \(half.source) = \(edge.source) AND \(half.target) = \(edge.number)\(author(of: edge, half))
      """
    }
    // A count is never negative, so it moves only with an edge that was there.
    if try change(halves, of: edge, countedAs: 0, slots) == 0 { return false }
    _ = try change([], of: edge, countedAs: -1, slots)
    return true
  }

  /// Runs the statements of the halves and moves the counts in one round trip.
  ///
  /// The result is the number of rows that each half changed; a conflict if they differ, or if a
  /// row with a count is gone.
  private func change(
    _ halves: [SQL], of edge: Edge, countedAs delta: Int, _ slots: FollowerSlots
  ) throws -> Int {
    let (counts, hasSlot) = moves(of: edge, by: delta, slots)
    if halves.isEmpty, counts.isEmpty { return 0 }
    let began = ContinuousClock.now
    let changed = try session.run(halves + counts)
    let rows = Set(changed.prefix(halves.count))
    if rows.count > 1 || changed.dropFirst(halves.count).contains(where: { $0 != 1 }) {
      throw conflict()
    }
    if edge.kind == .follow, !counts.isEmpty, !hasSlot {
      try addSlots(to: edge.owner, afterWaiting: ContinuousClock.now - began)
    }
    return rows.first ?? 0
  }

  private func author(of edge: Edge, _ half: EdgeHalves.Half) -> SQL {
    half.author.map { " AND \($0) = \(edge.owner)" } ?? ""
  }

  /// Locks the users and the post at the ends against deletion, finds the time of the edge, and
  /// whether it exists.
  ///
  /// The time is later than the last edge of the same source, and than the newest notice that the
  /// target has marked as seen.
  private func keepEnds(
    of edge: Edge, at now: Moment
  ) throws -> (slots: FollowerSlots, at: Moment, hasEdge: Bool) {
    let half = edge.kind.halves.ofSource
    let same: SQL = """
      SELECT \(half.source) FROM \(half.table)
      WHERE \(half.source) = \(edge.source) AND \(half.target) = \(edge.number)\(author(of: edge, half))
      """
    let times: [SQL] =
      edge.kind.rules.hasReason
      ? []
      : [
        // The server plans `max` in more time than it takes to find the row.
        """
        SELECT at FROM \(half.table) WHERE \(half.source) = \(edge.source) ORDER BY at DESC LIMIT 1
        """,
        "SELECT notices_at FROM profilectl.read_marks WHERE reader = \(edge.owner)",
      ]
    switch edge.target {
    case .user(let id):
      let kept = try keep([edge.source, id], asking: [same] + times)
      return (
        kept.slots, now.after(kept.answers.dropFirst().map { $0 ?? 0 }), kept.answers[0] != nil
      )
    case .post(let place):
      // An edge that moves a count of the post needs no lock: without the post, no count moves.
      let locks = moves(of: edge, by: 1, [:]).statements.isEmpty ? [place.lock] : []
      let kept = try keep([edge.source], asking: locks + [same] + times)
      if kept.answers.prefix(locks.count).contains(nil) { throw conflict() }
      let found = kept.answers.dropFirst(locks.count)
      return (kept.slots, now.after(found.dropFirst().map { $0 ?? 0 }), found.first != .some(nil))
    }
  }

  private func insertion(
    of edge: Edge, into half: EdgeHalves.Half, _ reason: Reason?, _ at: Moment
  ) -> SQL {
    var columns: SQL = "\(half.target), \(half.source), at"
    var values: SQL = "\(edge.number), \(edge.source), \(at)"
    if let author = half.author {
      columns = "\(columns), \(author)"
      values = "\(values), \(edge.owner)"
    }
    if edge.kind.rules.hasReason {
      let checksum = RowChecksum.of([
        .integer(edge.number), edge.source.sqlValue, at.sqlValue, reason.sqlValue,
      ])
      columns = "\(columns), reason, checksum"
      values = "\(values), \(reason), \(checksum)"
    }
    return """
      INSERT INTO \(half.table) (\(columns)) VALUES (\(values)) ON CONFLICT (\(half.key)) DO NOTHING
      """
  }

  /// The notices that a user has marked as seen, as a time.
  func seen(by user: User.ID) throws -> Int64 {
    try session.value("SELECT notices_at FROM profilectl.read_marks WHERE reader = \(user)") ?? 0
  }

  // MARK: Counts

  /// The statements that move the counts of an edge, and whether one of them moves a slot.
  private func moves(
    of edge: Edge, by delta: Int, _ slots: FollowerSlots
  ) -> (statements: [SQL], hasSlot: Bool) {
    if delta == 0 { return ([], false) }
    var users: [(User.ID, Name)] = []
    var statements: [SQL] = []
    var slot: SQL?
    for count in edge.kind.rules.counts {
      switch (count, edge.target) {
      case (.ofSource(let column), _): users.append((edge.source, column.name))
      case (.ofTarget(.followers), .user(let id)) where slots[id] != nil:
        slot = slots.move(id, by: delta, of: edge.source)
      case (.ofTarget(let column), .user(let id)): users.append((id, column.name))
      case (.ofTarget(let column), .post(let place)):
        statements.append(
          """
          UPDATE profilectl.posts SET \(column.name) = \(column.name) + \(delta)
          WHERE \(place.isItsKey)
          """)
      case (.ofAuthor(let column), .post(let place)) where !place.isPrivate:
        users.append((place.author, column.name))
      case (.ofAuthor, _): break
      }
    }
    // Posts come before users, and users in ascending order, in every change.
    for (user, column) in users.sorted(by: { $0.0 < $1.0 }) {
      statements.append(
        "UPDATE profilectl.users SET \(column) = \(column) + \(delta) WHERE id = \(user)")
    }
    if let slot { statements.append(slot) }
    return (statements, slot != nil)
  }

  /// Moves a count of some users, in ascending order; a conflict if one is gone.
  func move(_ column: Name, of changes: [User.ID: Int]) throws {
    let changes = changes.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    if changes.isEmpty { return }
    let changed = try session.run(
      changes.map { user, delta in
        "UPDATE profilectl.users SET \(column) = \(column) + \(delta) WHERE id = \(user)"
      })
    if changed.contains(where: { $0 != 1 }) { throw conflict() }
  }

  // MARK: All edges of a user

  /// Removes all follows from and to a user whose row is locked.
  func deleteFollows(of id: User.ID) throws {
    let followers: [User.ID] = try session.values(
      "SELECT follower FROM profilectl.followers WHERE followee = \(id)")
    let followees: [User.ID] = try session.values(
      "SELECT followee FROM profilectl.follows WHERE follower = \(id)")
    let slots = try lock(followers + followees)
    let sources = SQLValue.integers(followers.map(\.number))
    let targets = SQLValue.integers(followees.map(\.number))
    let counted = followees.filter { slots[$0] == nil }.map(\.number)
    let changed = try session.run([
      """
      UPDATE profilectl.users SET following_count = following_count - 1 WHERE id = ANY(\(sources))
      """,
      """
      UPDATE profilectl.users SET follower_count = follower_count - 1
      WHERE id = ANY(\(SQLValue.integers(counted)))
      """,
      "DELETE FROM profilectl.follows WHERE follower = ANY(\(sources)) AND followee = \(id)",
      "DELETE FROM profilectl.followers WHERE followee = \(id)",
      "DELETE FROM profilectl.followers WHERE followee = ANY(\(targets)) AND follower = \(id)",
      "DELETE FROM profilectl.follows WHERE follower = \(id)",
    ])
    let (given, received) = (followers.count, followees.count)
    if changed != [given, counted.count, given, given, received, received] { throw conflict() }
    let moved = followees.compactMap { slots.move($0, by: -1, of: id) }
    try session.run(moved + ["DELETE FROM profilectl.count_slots WHERE owner = \(id)"])
  }

  /// Removes all likes that a user gave.
  func deleteLikes(by id: User.ID) throws {
    let likes = try session.all {
      """
      SELECT \($0) FROM profilectl.liked WHERE liker = \(id) GROUP BY author ORDER BY author
      """
    } as: { row -> (author: User.ID, posts: [Int64]) in
      (row["author"], PostgresRow.integers(in: row["array_agg(post ORDER BY post)"]))
    }
    for (author, posts) in likes {
      let numbers = SQLValue.integers(posts)
      let (all, counted) = try unlike(numbers, of: author)
      let changed = try session.run([
        """
        DELETE FROM profilectl.likes
        WHERE author = \(author) AND post = ANY(\(numbers)) AND liker = \(id)
        """,
        "DELETE FROM profilectl.liked WHERE liker = \(id) AND post = ANY(\(numbers))",
      ])
      if changed != [all, all] || all != posts.count { throw conflict() }
      try move("like_count", of: [author: -counted])
    }
  }

  /// Takes one like from each of some posts of an author; all of them, and those that are public.
  private func unlike(_ posts: SQLValue, of author: User.ID) throws -> (all: Int, public: Int) {
    let arePrivate: [Bool] = try session.values(
      """
      UPDATE profilectl.posts SET like_count = like_count - 1
      WHERE author = \(author) AND id = ANY(\(posts)) RETURNING private
      """)
    return (arePrivate.count, arePrivate.count { !$0 })
  }

  func deleteFlags(of post: Post.ID) throws -> Bool {
    let author: Int64? = try session.value(
      "SELECT author FROM profilectl.post_places WHERE id = \(post)")
    return try session.run(
      "DELETE FROM profilectl.flags WHERE author = \(author) AND post = \(post)") > 0
  }

  // MARK: Marks

  /// Moves the mark of a user forward; an older moment changes nothing.
  func move(_ mark: ReadMark, of user: User.ID, to moment: Moment) throws {
    try keep([user])
    let column = mark.column
    try session.run(
      """
      INSERT INTO profilectl.read_marks AS m (reader, \(column)) VALUES (\(user), \(moment))
      ON CONFLICT (reader) DO UPDATE SET \(column) = greatest(m.\(column), excluded.\(column))
      """)
  }

  /// Restores the mark from before a move, unless it has moved again.
  func takeBack(_ mark: ReadMark, of user: User.ID, from moment: Moment, to before: Moment?) throws
  {
    try session.run(
      """
      UPDATE profilectl.read_marks SET \(mark.column) = \(before?.microseconds ?? 0)
      WHERE reader = \(user) AND \(mark.column) = \(moment)
      """)
  }
}

extension Edge {
  /// One value for each table that has the edge.
  fileprivate func eachHalf<Value>(_ make: (EdgeHalves.Half) -> Value) -> [Value] {
    let halves = kind.halves
    return halves.isOne ? [make(halves.ofSource)] : [make(halves.ofSource), make(halves.ofTarget)]
  }
}

extension PostKey {
  /// The condition for the row of the post.
  var isItsKey: SQL {
    "author = \(author) AND private = \(isPrivate) AND at = \(at) AND id = \(id)"
  }

  /// Keeps the post from being deleted until the end of the transaction.
  var lock: SQL { "SELECT at FROM profilectl.posts WHERE \(isItsKey) FOR KEY SHARE" }
}

extension ReadMark {
  var column: Name {
    switch self {
    case .timeline: "at"
    case .notices: "notices_at"
    }
  }
}
