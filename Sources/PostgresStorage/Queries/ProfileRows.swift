internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Reads users and their ties to the viewer.
///
/// Users, pictures and the edges of the viewer may lie on different shards: each is one statement.
struct ProfileRows {
  let session: PostgresSession
  let viewer: User.ID?

  /// The existing ones of some users.
  func profiles(_ ids: [Int64]) throws -> [Int64: Profile] {
    if ids.isEmpty { return [:] }
    var pictures: [Int64: (avatar: Int64?, banner: Int64?)] = [:]
    var slotted: [Int64] = []
    var users: [User] = []
    var ties: [Set<Int64>] = [[], [], []]
    let given = SQLValue.integers(ids)
    let query: SQL = """
      SELECT id, username, name, bio, post_count, follower_count, following_count, like_count,
        created_at, avatar, banner, slots
      FROM profilectl.users WHERE id = ANY (\(given))
      """
    try session.each([query] + self.ties(to: given)) { index, row in
      if index > 0 {
        ties[row.int(0)].insert(row.int64(1))
        return
      }
      let id = row.int64(0)
      pictures[id] = (row.optionalInt64(9), row.optionalInt64(10))
      if row.int64(11) > 0 { slotted.append(id) }
      users.append(ProfileRows.user(row))
    }
    let images = try PictureRows(session: session).images(
      pictures.values.flatMap { [$0.avatar, $0.banner] })
    let followers = try followersInSlots(of: slotted)
    return Dictionary(
      users.map { user in
        var user = user
        let id = user.id.number
        user.counts.followers += followers[id] ?? 0
        user.avatar = pictures[id]?.avatar.flatMap { images[$0] }
        user.banner = pictures[id]?.banner.flatMap { images[$0] }
        let relation = Relation(
          isMe: id == viewer?.number, isFollowed: ties[0].contains(id),
          followsYou: ties[1].contains(id), isMuted: ties[2].contains(id))
        return (id, Profile(user: user, relation: relation))
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func user(_ row: borrowing PostgresRow) -> User {
    User(
      id: User.ID(row.int64(0)), handle: Handle(stored: row.text(1)), name: row.text(2),
      bio: row.text(3),
      counts: Counts(
        posts: row.int(4), followers: row.int(5), following: row.int(6), likes: row.int(7)),
      createdAt: row.moment(8))
  }

  /// The parts of the numbers of followers that lie in slots.
  private func followersInSlots(of ids: [Int64]) throws -> [Int64: Int] {
    if ids.isEmpty { return [:] }
    let found = try session.all(
      """
      SELECT owner, sum(followers)::bigint FROM profilectl.count_slots
      WHERE owner = ANY (\(SQLValue.integers(ids))) GROUP BY owner
      """
    ) { ($0.int64(0), $0.int(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// Selects the edges between the viewer and some users, which all lie with the viewer; nothing
  /// without a viewer.
  private func ties(to given: SQLValue) -> [SQL] {
    guard let viewer else { return [] }
    return [
      """
      SELECT 0, followee FROM profilectl.follows
      WHERE follower = \(viewer) AND followee = ANY (\(given))
      UNION ALL SELECT 1, follower FROM profilectl.followers
      WHERE followee = \(viewer) AND follower = ANY (\(given))
      UNION ALL SELECT 2, muted FROM profilectl.mutes
      WHERE muter = \(viewer) AND muted = ANY (\(given))
      """
    ]
  }

  /// Selects the number and handle of some users.
  static func handleQuery(_ ids: some Sequence<Int64>) -> SQL {
    "SELECT id, username FROM profilectl.users WHERE id = ANY (\(SQLValue.integers(ids)))"
  }

  /// The handles of some users.
  func handles(_ ids: [Int64]) throws -> [Int64: Handle] {
    if ids.isEmpty { return [:] }
    let found = try session.all(ProfileRows.handleQuery(ids)) {
      ($0.int64(0), Handle(stored: $0.text(1)))
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }
}

/// Reads the facts of pictures, and their content.
struct PictureRows: PictureReading {
  let session: PostgresSession

  /// The stored ones of some pictures.
  func images(_ ids: [Int64?]) throws -> [Int64: Image] {
    let ids = Set(ids.compactMap(\.self))
    if ids.isEmpty { return [:] }
    let found = try session.all(
      """
      SELECT id, width, height, bytes, encode(hash, 'hex') FROM profilectl.pictures
      WHERE id = ANY (\(SQLValue.integers(ids)))
      """
    ) { row in
      (
        row.int64(0),
        Image(width: row.int(1), height: row.int(2), bytes: row.int(3), hash: row.text(4))
      )
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  func avatarHash(of user: User.ID) throws -> String? {
    let avatar = try session.first(
      "SELECT avatar FROM profilectl.users WHERE id = \(user)"
    ) { $0.optionalInt64(0) }
    return try images([avatar ?? nil]).values.first?.hash
  }

  /// The number of the picture with this content.
  func picture(_ hash: String) throws -> Int64? {
    guard let hash = PictureHash(hash) else { return nil }
    return try session.first("SELECT id FROM profilectl.pictures WHERE hash = \(hash.bytes)") {
      $0.int64(0)
    }
  }

  func thumbnail(of hash: String) throws -> CachedThumbnail {
    guard let picture = try picture(hash) else { return .missing }
    let pixels = try session.first(
      "SELECT pixels FROM profilectl.thumbnails WHERE picture = \(picture)"
    ) { $0.bytes(0) }
    guard let pixels else { return .missing }
    if pixels.isEmpty { return .undecodable }
    return Thumbnail(pixels: pixels).map { .kept($0) } ?? .missing
  }

  func wholeCopy(of hash: String) throws -> [UInt8]? {
    guard let picture = try picture(hash) else { return nil }
    return try session.first(
      """
      SELECT whole FROM profilectl.thumbnails WHERE picture = \(picture) AND whole IS NOT NULL
      """
    ) { $0.bytes(0) }
  }

  func content(of hash: String) throws -> [UInt8]? {
    guard let hash = PictureHash(hash) else { return nil }
    return try session.first(
      "SELECT content FROM profilectl.pictures WHERE hash = \(hash.bytes)"
    ) { $0.bytes(0) }
  }

  func cache() throws -> ThumbnailCache {
    try session.first(
      """
      SELECT count(*) FILTER (WHERE length(pixels) > 0),
        coalesce(sum(length(pixels) + coalesce(length(whole), 0)), 0)::bigint
      FROM profilectl.thumbnails
      """
    ) { ThumbnailCache(thumbnails: $0.int(0), bytes: $0.int(1)) }
      ?? ThumbnailCache(thumbnails: 0, bytes: 0)
  }
}
