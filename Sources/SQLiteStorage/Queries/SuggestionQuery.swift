internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Users the viewer may know: those followed by the users the viewer follows.
struct SuggestionQuery {
  /// Limits of the examined paths and followees: more would take more than a few milliseconds
  /// (measured 2026-11-22).
  private static let mostWays = 3_000
  private static let mostSources = 10_000

  let connection: Connection
  let viewer: User.ID

  /// Most shared first, then in the order they joined.
  func page(_ request: PageRequest) throws -> Page<Suggestion> {
    let keyset = try Keyset(request, by: .suggestion, .descending)
    let profiles = try ProfileRow(for: viewer, on: connection)
    let found = try connection.all {
      """
      SELECT \($0) FROM (
        SELECT id, shared, sources FROM (\(strangers))
        WHERE (shared, -id) \(keyset.isBeyond) (\(keyset.key(0)), \(lastID(of: keyset)))
        ORDER BY shared \(keyset.direction), -id \(keyset.direction) LIMIT \(keyset.rowLimit)
      ) AS s CROSS JOIN users AS u ON u.id = s.id
      ORDER BY s.shared \(keyset.direction), -s.id \(keyset.direction)
      """
    } as: { row in
      (
        shared: row["s.shared"] as Int, sources: row["s.sources"] as String,
        profile: profiles.profile(&row)
      )
    }
    return try keyset.page(
      found.map { shared, sources, profile in
        let sources = sources.split(separator: ",").compactMap { Int64($0) }.sorted()
        let suggestion = Suggestion(
          profile: profile, sharedCount: shared,
          via: try sources.prefix(3).compactMap { try handle(of: $0) })
        return Entry(
          suggestion, at: Cursor(.suggestion, Int64(shared), profile.user.id.number))
      })
  }

  func count() throws -> Int {
    try connection.value("SELECT count(*) FROM (\(strangers))") ?? 0
  }

  /// Users whom followees of the viewer follow and the viewer does not, with those followees and
  /// their number.
  ///
  /// Followees who follow few users come first, because their follows say more. Users whom the
  /// viewer follows are excluded after the count, when fewer rows are left.
  private var strangers: SQL {
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
      AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter = \(viewer) AND muted = found.id)
    """
  }

  /// Equal counts are ordered by number, which is compared as its negative.
  private func lastID(of keyset: Keyset) -> Int64 {
    let key = keyset.key(1)
    return key == .min || key == .max ? key : -key
  }

  private func handle(of id: Int64) throws -> Handle? {
    try connection.value("SELECT username FROM users WHERE id = \(id)")
  }
}
