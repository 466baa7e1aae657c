internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Pictures and their thumbnails; only `content` reads the content of a picture.
struct PictureQuery: PictureReading {
  let connection: Connection

  /// The number of the picture with this content.
  func picture(_ hash: PictureHash) throws -> PictureID? {
    try connection.first("SELECT id FROM pictures WHERE hash = \(hash.bytes)") {
      PictureID($0.int64(0))
    }
  }

  /// The avatar or the banner of a user.
  func picture(_ column: Name, of user: User.ID) throws -> PictureID? {
    try connection.first(
      "SELECT \(column) FROM users WHERE id = \(user) AND \(column) IS NOT NULL"
    ) { PictureID($0.int64(0)) }
  }

  func avatarHash(of user: User.ID) throws -> String? {
    try connection.first(
      """
      SELECT lower(hex(i.hash)) FROM users AS u JOIN pictures AS i ON i.id = u.avatar
      WHERE u.id = \(user)
      """
    ) { $0.text(0) }
  }

  func thumbnail(of hash: String) throws -> CachedThumbnail {
    guard let hash = PictureHash(hash) else { return .missing }
    let pixels = try connection.first(
      """
      SELECT t.pixels FROM pictures AS i JOIN thumbnails AS t ON t.picture = i.id
      WHERE i.hash = \(hash.bytes)
      """
    ) { $0.blob(0) }
    guard let pixels else { return .missing }
    if pixels.isEmpty { return .undecodable }
    return Thumbnail(pixels: pixels).map { .kept($0) } ?? .missing
  }

  func wholeCopy(of hash: String) throws -> [UInt8]? {
    guard let hash = PictureHash(hash) else { return nil }
    return try connection.first(
      """
      SELECT t.whole FROM pictures AS i JOIN thumbnails AS t ON t.picture = i.id
      WHERE i.hash = \(hash.bytes) AND t.whole IS NOT NULL
      """
    ) { $0.blob(0) }
  }

  func content(of hash: String) throws -> [UInt8]? {
    guard let hash = PictureHash(hash) else { return nil }
    return try connection.first("SELECT content FROM pictures WHERE hash = \(hash.bytes)") {
      $0.blob(0)
    }
  }

  /// The sizes are read without the pixels.
  func cache() throws -> ThumbnailCache {
    let cache = try connection.first(
      """
      SELECT count(*) FILTER (WHERE length(pixels) > 0), \
      coalesce(sum(length(pixels) + coalesce(length(whole), 0)), 0) FROM thumbnails
      """
    ) { ThumbnailCache(thumbnails: $0.int(0), bytes: $0.int(1)) }
    return cache ?? ThumbnailCache(thumbnails: 0, bytes: 0)
  }
}
