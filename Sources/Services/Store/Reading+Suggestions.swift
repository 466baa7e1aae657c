internal import Model
internal import SQLite

/// People the viewer may know: those followed by the people the viewer follows.
extension Reading {
  /// Most shared first, then in the order they joined.
  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion> {
    let keyset = try Keyset(request, by: .suggestion, .descending)
    let found = try connection.all(
      """
      SELECT s.shared, \(ProfileRow.columns(for: viewer))
      FROM (
        SELECT id, shared FROM (\(strangers(of: viewer)))
        WHERE (shared, -id) \(keyset.isBeyond) (\(keyset.key(0)), \(lastID(of: keyset)))
        ORDER BY shared \(keyset.direction), -id \(keyset.direction) LIMIT \(keyset.rowLimit)
      ) AS s CROSS JOIN users AS u ON u.id = s.id
      ORDER BY s.shared \(keyset.direction), -s.id \(keyset.direction)
      """
    ) { row in
      let profile = ProfileRow.profile(row, from: 1)
      let shared = row.int(0)
      return Entry(
        Suggestion(profile: profile, sharedCount: shared, via: []),
        at: Cursor(.suggestion, Int64(shared), profile.user.id.number))
    }
    var page = keyset.page(found)
    for index in page.entries.indices {
      let id = page.entries[index].item.profile.user.id
      page.entries[index].item.via = try links(from: viewer, to: id)
    }
    return page
  }

  func suggestionCount(for viewer: User.ID) throws -> Int {
    try connection.first("SELECT count(*) FROM (\(strangers(of: viewer)))") { $0.int(0) } ?? 0
  }

  /// Everyone two steps away and not one, with the number of ways there.
  ///
  /// Who is one step away is left out after the ways were counted: people are fewer than ways.
  private func strangers(of viewer: User.ID) -> SQL {
    """
    SELECT id, shared FROM (
      SELECT far.followee AS id, count(*) AS shared
      FROM follows AS near JOIN follows AS far ON far.follower = near.followee
      WHERE near.follower = \(viewer) GROUP BY far.followee
    ) AS found
    WHERE id <> \(viewer) AND NOT EXISTS (
      SELECT 1 FROM follows WHERE follower = \(viewer) AND followee = found.id)
    """
  }

  /// Equal counts run by arrival, so the number is compared with its sign turned.
  private func lastID(of keyset: Keyset) -> Int64 {
    let key = keyset.key(1)
    return key == .min || key == .max ? key : -key
  }

  /// Up to three people the viewer follows who follow a user.
  private func links(from viewer: User.ID, to id: User.ID) throws -> [Handle] {
    try connection.all(
      """
      SELECT u.username FROM follows AS near
      JOIN follows AS far ON far.follower = near.followee AND far.followee = \(id)
      JOIN users AS u ON u.id = near.followee
      WHERE near.follower = \(viewer) ORDER BY near.followee LIMIT 3
      """
    ) { Handle(stored: $0.text(0)) }
  }
}
