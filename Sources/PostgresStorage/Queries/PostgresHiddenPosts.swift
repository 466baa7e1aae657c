internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The posts that are hidden from a viewer: those of muted users, and reported ones.
struct PostgresHiddenPosts {
  /// Which of them a list leaves out.
  enum Extent {
    case nothing, reports, all
  }

  private(set) var muted: Set<Int64> = []
  private(set) var reported: Set<Int64> = []

  var hasAny: Bool { !muted.isEmpty || !reported.isEmpty }

  init(from viewer: User.ID?, on session: PostgresSession) throws {
    guard let viewer else { return }
    let found = try session.all {
      """
      SELECT \($0) FROM (
        SELECT muted, NULL::bigint AS reported FROM profilectl.mutes WHERE muter = \(viewer)
        UNION ALL SELECT NULL, post FROM profilectl.flags WHERE reporter = \(viewer)) AS hidden
      """
    } as: { row in
      (muted: row[optional: "muted"] as Int64?, reported: row[optional: "reported"] as Int64?)
    }
    muted = Set(found.compactMap(\.muted))
    reported = Set(found.compactMap(\.reported))
  }

  func has(_ extent: Extent) -> Bool {
    switch extent {
    case .nothing: false
    case .reports: !reported.isEmpty
    case .all: hasAny
    }
  }

  /// The condition for posts `p`; it leaves out the authors of repeated posts, who are on other
  /// shards.
  func conditions(_ extent: Extent) -> [SQL] {
    var conditions: [SQL] = []
    if extent == .all, !muted.isEmpty {
      conditions.append("p.author <> ALL (\(SQLValue.integers(muted)))")
    }
    if extent != .nothing, !reported.isEmpty {
      conditions.append(
        "coalesce(p.reposts, p.id) <> ALL (\(SQLValue.integers(reported)))")
    }
    return conditions
  }

  /// The posts among these that the list shows.
  func shown(_ posts: [StoredPost], _ extent: Extent, _ rows: PostRows) throws -> [StoredPost] {
    guard has(extent) else { return posts }
    let isMuting = extent == .all && !muted.isEmpty
    let repeated = isMuting ? try rows.authors(of: posts.compactMap { $0.reposts?.number }) : [:]
    return posts.filter { post in
      if reported.contains((post.reposts ?? post.id).number) { return false }
      guard isMuting else { return true }
      let origin = post.reposts.flatMap { repeated[$0.number] }
      return !muted.contains(post.author.number) && !(origin.map(muted.contains) ?? false)
    }
  }
}
