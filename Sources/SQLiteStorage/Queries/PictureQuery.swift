internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Pictures and their thumbnails; only `content` reads the content of a picture.
struct PictureQuery: PictureReading {
  let connection: Connection

  /// The number of the picture with this content.
  func picture(_ hash: PictureHash) throws -> PictureID? {
    try connection.value("SELECT id FROM pictures WHERE hash = \(hash.bytes)")
  }

  /// The avatar or the banner of a user.
  func picture(_ column: Name, of user: User.ID) throws -> PictureID? {
    try connection.value("SELECT \(column) FROM users WHERE id = \(user) AND \(column) IS NOT NULL")
  }

  func avatarHash(of user: User.ID) throws -> String? {
    try connection.value(
      """
      SELECT lower(hex(i.hash)) FROM users AS u JOIN pictures AS i ON i.id = u.avatar
      WHERE u.id = \(user)
      """)
  }

  func thumbnail(of hash: String) throws -> CachedThumbnail {
    guard let hash = PictureHash(hash) else { return .missing }
    let pixels: [UInt8]? = try connection.value(
      """
      SELECT t.pixels FROM pictures AS i JOIN thumbnails AS t ON t.picture = i.id
      WHERE i.hash = \(hash.bytes)
      """)
    guard let pixels else { return .missing }
    if pixels.isEmpty { return .undecodable }
    return Thumbnail(pixels: pixels).map { .kept($0) } ?? .missing
  }

  func wholeCopy(of hash: String) throws -> [UInt8]? {
    guard let hash = PictureHash(hash) else { return nil }
    return try connection.value(
      """
      SELECT t.whole FROM pictures AS i JOIN thumbnails AS t ON t.picture = i.id
      WHERE i.hash = \(hash.bytes) AND t.whole IS NOT NULL
      """)
  }

  func content(of hash: String) throws -> [UInt8]? {
    guard let hash = PictureHash(hash) else { return nil }
    return try connection.value("SELECT content FROM pictures WHERE hash = \(hash.bytes)")
  }

  /// The sizes are read without the pixels.
  func cache() throws -> ThumbnailCache {
    let cache = try connection.first {
      "SELECT \($0) FROM thumbnails"
    } as: { row in
      ThumbnailCache(
        thumbnails: row["count(*) FILTER (WHERE length(pixels) > 0)"],
        bytes: row["coalesce(sum(length(pixels) + coalesce(length(whole), 0)), 0)"])
    }
    return cache ?? ThumbnailCache(thumbnails: 0, bytes: 0)
  }
}
