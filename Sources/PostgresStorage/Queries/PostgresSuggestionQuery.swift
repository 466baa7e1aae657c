internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Users the viewer may know: those followed by the users the viewer follows.
struct PostgresSuggestionQuery {
  /// Limits of the examined paths and followees, as in a file.
  private static let mostWays = 3_000
  private static let mostSources = 10_000

  let session: PostgresSession
  let viewer: User.ID

  /// A user with the followees of the viewer who follow them, in the order of their numbers.
  typealias Stranger = (id: Int64, sources: [Int64])

  /// Most shared first, then in the order they joined.
  func page(_ request: PageRequest) throws -> Page<Suggestion> {
    let keyset = try Keyset(request, by: .suggestion, .descending)
    // Equal counts are ordered by number, which is compared as its negative.
    let keys = { (stranger: Stranger) in [Int64(stranger.sources.count), -stranger.id] }
    let last = keyset.key(1)
    let start = [keyset.key(0), last == .min || last == .max ? last : -last]
    let found = try strangers().filter { keyset.isOrdered(start, keys($0)) }
      .sorted { keyset.isOrdered(keys($0), keys($1)) }.prefix(keyset.rowLimit)
    let rows = ProfileRows(session: session, viewer: viewer)
    let profiles = try rows.profiles(found.map(\.id))
    let handles = try rows.handles(Array(Set(found.flatMap { $0.sources.prefix(3) })))
    return try keyset.page(
      found.compactMap { stranger in
        profiles[stranger.id].map { profile in
          let suggestion = Suggestion(
            profile: profile, sharedCount: stranger.sources.count,
            via: stranger.sources.prefix(3).compactMap { handles[$0] })
          return Entry(
            suggestion, at: Cursor(.suggestion, Int64(stranger.sources.count), stranger.id))
        }
      })
  }

  /// Users followed by the viewer's followees, but not by the viewer.
  ///
  /// Followees who follow few users come first, because their follows say more.
  func strangers() throws -> [Stranger] {
    let followees: [Int64] = try session.values(
      """
      SELECT followee FROM profilectl.follows WHERE follower = \(viewer)
      ORDER BY followee LIMIT \(PostgresSuggestionQuery.mostSources)
      """)
    if followees.isEmpty { return [] }
    var sources: [Int64: [Int64]] = [:]
    for (source, target) in try ways(from: followees) {
      sources[target, default: []].append(source)
    }
    let excluded = try excluded(among: Array(sources.keys))
    return sources.filter { !excluded.contains($0.key) }.map { ($0.key, $0.value.sorted()) }
  }

  /// The first follows of followees.
  private func ways(from followees: [Int64]) throws -> [(source: Int64, target: Int64)] {
    let near = try session.all {
      """
      SELECT \($0) FROM profilectl.users
      WHERE id = ANY (\(SQLValue.integers(followees))) AND following_count > 0
      ORDER BY following_count, id LIMIT \(PostgresSuggestionQuery.mostWays)
      """
    } as: { row in
      (id: row["id"] as Int64, count: row["following_count"] as Int)
    }
    var (whole, left) = ([] as [Int64], PostgresSuggestionQuery.mostWays)
    for followee in near where followee.count <= left {
      whole.append(followee.id)
      left -= followee.count
    }
    var ways = try follows(where: "follower = ANY (\(SQLValue.integers(whole)))")
    if left > 0, whole.count < near.count {
      ways += try follows(
        where: "follower = \(near[whole.count].id) ORDER BY followee LIMIT \(left)")
    }
    return ways
  }

  private func follows(where condition: SQL) throws -> [(source: Int64, target: Int64)] {
    try session.all {
      "SELECT \($0) FROM profilectl.follows WHERE \(condition)"
    } as: { row in
      (row["follower"], row["followee"])
    }
  }

  /// The viewer, and those of some users whom the viewer follows or mutes.
  private func excluded(among ids: [Int64]) throws -> Set<Int64> {
    let all = SQLValue.integers(ids)
    let found: [Int64] = try session.values(
      """
      SELECT followee FROM profilectl.follows
      WHERE follower = \(viewer) AND followee = ANY (\(all))
      UNION ALL SELECT muted FROM profilectl.mutes
      WHERE muter = \(viewer) AND muted = ANY (\(all))
      """)
    return Set(found + [viewer.number])
  }
}
