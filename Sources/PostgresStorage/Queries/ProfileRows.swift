internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Reads users and their ties to the viewer.
///
/// Users, pictures and the edges of the viewer may be on different shards: each is one statement.
struct ProfileRows {
  let session: PostgresSession
  let viewer: User.ID?

  /// Some users, without those who are gone.
  func profiles(_ ids: [Int64]) throws -> [Int64: Profile] {
    if ids.isEmpty { return [:] }
    var rows: [StoredUser] = []
    var relations: [Int64: Relation] = [:]
    let given = SQLValue.integers(ids)
    let users = RowQuery {
      "SELECT \($0) FROM profilectl.users WHERE id = ANY (\(given))"
    } as: {
      StoredUser(&$0)
    } take: {
      rows.append($0)
    }
    let ties = ties(to: given) { tie, other in
      switch tie {
      case "followee": relations[other, default: Relation()].isFollowed = true
      case "follower": relations[other, default: Relation()].followsYou = true
      default: relations[other, default: Relation()].isMuted = true
      }
    }
    try session.each([users] + ties)
    let images = try PictureRows(session: session).images(rows.flatMap { [$0.avatar, $0.banner] })
    let followers = try followersInSlots(of: rows.filter(\.hasSlots).map(\.user.id.number))
    return Dictionary(
      rows.map { row in
        var user = row.user
        let id = user.id.number
        user.counts.followers += followers[id] ?? 0
        user.avatar = row.avatar.flatMap { images[$0] }
        user.banner = row.banner.flatMap { images[$0] }
        var relation = relations[id] ?? Relation()
        relation.isMe = user.id == viewer
        return (id, Profile(user: user, relation: relation))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The parts of the numbers of followers that are in slots.
  private func followersInSlots(of ids: [Int64]) throws -> [Int64: Int] {
    if ids.isEmpty { return [:] }
    return try session.dictionary {
      """
      SELECT \($0) FROM profilectl.count_slots
      WHERE owner = ANY (\(SQLValue.integers(ids))) GROUP BY owner
      """
    } as: { row in
      (row["owner"], row["sum(followers)::bigint"])
    }
  }

  /// Selects the edges between the viewer and some users, which are all stored with the viewer;
  /// nothing without a viewer.
  private func ties(
    to given: SQLValue, _ take: @escaping (_ tie: String, _ other: Int64) -> Void
  ) -> [RowQuery] {
    guard let viewer else { return [] }
    return [
      RowQuery {
        """
        SELECT \($0) FROM (
          SELECT 'followee' AS tie, followee AS other FROM profilectl.follows
          WHERE follower = \(viewer) AND followee = ANY (\(given))
          UNION ALL SELECT 'follower', follower FROM profilectl.followers
          WHERE followee = \(viewer) AND follower = ANY (\(given))
          UNION ALL SELECT 'muted', muted FROM profilectl.mutes
          WHERE muter = \(viewer) AND muted = ANY (\(given))) AS found
        """
      } as: { row in
        (row["tie"] as String, row["other"] as Int64)
      } take: {
        take($0, $1)
      }
    ]
  }

  /// Passes on the numbers and handles of some users.
  static func handleQuery(
    _ ids: some Sequence<Int64>, _ take: @escaping (Int64, Handle) -> Void
  ) -> RowQuery {
    RowQuery {
      "SELECT \($0) FROM profilectl.users WHERE id = ANY (\(SQLValue.integers(ids)))"
    } as: { row in
      (row["id"] as Int64, row["username"] as Handle)
    } take: {
      take($0, $1)
    }
  }

  /// The handles of some users.
  func handles(_ ids: [Int64]) throws -> [Int64: Handle] {
    if ids.isEmpty { return [:] }
    var handles: [Int64: Handle] = [:]
    try session.each([ProfileRows.handleQuery(ids) { handles[$0] = $1 }])
    return handles
  }
}

/// A row of `users`, without the values of other tables.
private struct StoredUser {
  let user: User
  let avatar: Int64?
  let banner: Int64?
  /// Whether a part of the number of followers is in slots.
  let hasSlots: Bool

  init(_ row: inout ResultRow) {
    user = User(
      id: row["id"], handle: row["username"], name: row["name"], bio: row["bio"],
      counts: Counts(
        posts: row["post_count"], followers: row["follower_count"],
        following: row["following_count"], likes: row["like_count"]),
      createdAt: row["created_at"])
    avatar = row[optional: "avatar"]
    banner = row[optional: "banner"]
    hasSlots = row["slots > 0"]
  }
}

/// Reads the facts of pictures, and their content.
struct PictureRows: PictureReading {
  let session: PostgresSession

  /// Some pictures, without those that are not stored.
  func images(_ ids: [Int64?]) throws -> [Int64: Image] {
    let ids = Set(ids.compactMap(\.self))
    if ids.isEmpty { return [:] }
    return try session.dictionary {
      "SELECT \($0) FROM profilectl.pictures WHERE id = ANY (\(SQLValue.integers(ids)))"
    } as: { row in
      let image = Image(
        width: row["width"], height: row["height"], bytes: row["bytes"],
        hash: row["encode(hash, 'hex')"])
      return (row["id"], image)
    }
  }

  func avatarHash(of user: User.ID) throws -> String? {
    let avatar: Int64? = try session.value(
      "SELECT avatar FROM profilectl.users WHERE id = \(user) AND avatar IS NOT NULL")
    return try images([avatar]).values.first?.hash
  }

  /// The number of the picture with this content.
  func picture(_ hash: String) throws -> Int64? {
    guard let hash = PictureHash(hash) else { return nil }
    return try session.value("SELECT id FROM profilectl.pictures WHERE hash = \(hash.bytes)")
  }

  func thumbnail(of hash: String) throws -> CachedThumbnail {
    guard let picture = try picture(hash) else { return .missing }
    let pixels: [UInt8]? = try session.value(
      "SELECT pixels FROM profilectl.thumbnails WHERE picture = \(picture)")
    guard let pixels else { return .missing }
    if pixels.isEmpty { return .undecodable }
    return Thumbnail(pixels: pixels).map { .kept($0) } ?? .missing
  }

  func wholeCopy(of hash: String) throws -> [UInt8]? {
    guard let picture = try picture(hash) else { return nil }
    return try session.value(
      """
      SELECT whole FROM profilectl.thumbnails WHERE picture = \(picture) AND whole IS NOT NULL
      """)
  }

  func content(of hash: String) throws -> [UInt8]? {
    guard let hash = PictureHash(hash) else { return nil }
    return try session.value(
      "SELECT content FROM profilectl.pictures WHERE hash = \(hash.bytes)")
  }

  func cache() throws -> ThumbnailCache {
    let cache = try session.first {
      "SELECT \($0) FROM profilectl.thumbnails"
    } as: { row in
      ThumbnailCache(
        thumbnails: row["count(*) FILTER (WHERE length(pixels) > 0)"],
        bytes: row["coalesce(sum(length(pixels) + coalesce(length(whole), 0)), 0)::bigint"])
    }
    return cache ?? ThumbnailCache(thumbnails: 0, bytes: 0)
  }
}
