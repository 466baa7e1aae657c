internal import Model
internal import SQLite
internal import Storage

/// People the viewer may know: those followed by the people the viewer follows.
extension SQLiteReading {
  /// So many ways are looked at, and so many of those whom the viewer follows: to find more takes
  /// more than a few milliseconds (measured 2026-11-22).
  private static let mostWays = 3_000
  private static let mostSources = 10_000

  /// Most shared first, then in the order they joined.
  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion> {
    let keyset = try Keyset(request, by: .suggestion, .descending)
    let found = try connection.all(
      """
      SELECT s.shared, s.sources, \(ProfileRow.columns(for: viewer))
      FROM (
        SELECT id, shared, sources FROM (\(strangers(of: viewer)))
        WHERE (shared, -id) \(keyset.isBeyond) (\(keyset.key(0)), \(lastID(of: keyset)))
        ORDER BY shared \(keyset.direction), -id \(keyset.direction) LIMIT \(keyset.rowLimit)
      ) AS s CROSS JOIN users AS u ON u.id = s.id
      ORDER BY s.shared \(keyset.direction), -s.id \(keyset.direction)
      """
    ) { row in
      let shared = row.int(0)
      let sources = row.text(1).split(separator: ",").compactMap { Int64($0) }.sorted()
      let suggestion = Suggestion(
        profile: ProfileRow.profile(row, from: 2), sharedCount: shared,
        via: try sources.prefix(3).compactMap { try handle(of: $0) })
      let id = suggestion.profile.user.id.number
      return Entry(suggestion, at: Cursor(.suggestion, Int64(shared), id))
    }
    return try keyset.page(found)
  }

  func suggestionCount(for viewer: User.ID) throws -> Int {
    try connection.first("SELECT count(*) FROM (\(strangers(of: viewer)))") { $0.int(0) } ?? 0
  }

  /// People two steps away and not one, with the number of ways there and whom these lead through.
  ///
  /// Whoever follows few is asked first: to be followed by them says more, and more of them are
  /// asked. Who is one step away is left out after the ways were counted: people are fewer than
  /// ways.
  private func strangers(of viewer: User.ID) -> SQL {
    """
    SELECT id, shared, sources FROM (
      SELECT id, count(*) AS shared, group_concat(source) AS sources FROM (
        SELECT far.followee AS id, near.id AS source FROM (
          SELECT u.id FROM (
            SELECT followee AS id FROM follows WHERE follower = \(viewer)
            LIMIT \(Self.mostSources)
          ) AS sources CROSS JOIN users AS u ON u.id = sources.id
          WHERE u.following_count > 0
          ORDER BY u.following_count, u.id LIMIT \(Self.mostWays)
        ) AS near CROSS JOIN follows AS far ON far.follower = near.id LIMIT \(Self.mostWays)
      ) GROUP BY id
    ) AS found
    WHERE id <> \(viewer) AND NOT EXISTS (
      SELECT 1 FROM follows \(Follows.byFollower)
      WHERE follower = \(viewer) AND followee = found.id)
    """
  }

  /// Equal counts run by arrival, so the number is compared with its sign turned.
  private func lastID(of keyset: Keyset) -> Int64 {
    let key = keyset.key(1)
    return key == .min || key == .max ? key : -key
  }

  private func handle(of id: Int64) throws -> Handle? {
    try connection.first("SELECT username FROM users WHERE id = \(id)") {
      Handle(stored: $0.text(0))
    }
  }
}
