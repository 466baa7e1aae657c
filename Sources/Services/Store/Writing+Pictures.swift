internal import Model
internal import SQLite

/// Pictures are kept once for each content, as long as anything shows them.
extension Writing {
  /// The number of the picture; one with this content that is there already is taken.
  func keep(_ picture: PictureDraft) throws -> PictureID {
    let id = try idTaking(picture)
    if let thumbnail = picture.thumbnail { try keep(thumbnail, of: id) }
    return id
  }

  /// One that was damaged since it was kept is whole again with what is given now.
  private func idTaking(_ picture: PictureDraft) throws -> PictureID {
    guard let id = try reading.picture(picture.hash) else {
      let id = try freeID(for: picture.hash)
      try insert(picture, as: id)
      return id
    }
    let isDamaged = try connection.first(
      """
      SELECT content IS NOT \(picture.content) OR checksum <> \(Checksum.picture())
      FROM pictures WHERE id = \(id)
      """
    ) { $0.int(0) == 1 }
    if isDamaged == true {
      try connection.run("DELETE FROM thumbnails WHERE picture = \(id)")
      try insert(picture, as: id)
    }
    return id
  }

  private func freeID(for hash: PictureHash) throws -> PictureID {
    var id = PictureID(for: hash)
    while try isTaken(id) { id = id.next }
    return id
  }

  private func isTaken(_ id: PictureID) throws -> Bool {
    try connection.first("SELECT 1 FROM pictures WHERE id = \(id)") { _ in true } ?? false
  }

  /// The content is bound once, and stands behind the columns that lists read.
  private func insert(_ picture: PictureDraft, as id: PictureID) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO pictures (id, hash, width, height, bytes, checksum, content)
      SELECT id, hash, width, height, bytes, \(Checksum.picture()), content
      FROM (
        SELECT \(id) AS id, \(picture.hash.bytes) AS hash, \(picture.width) AS width,
          \(picture.height) AS height, \(picture.content.count) AS bytes,
          \(picture.content) AS content
      ) AS given
      """)
  }

  /// A picture that is gone needs no thumbnail.
  func keep(_ thumbnail: Thumbnail, of hash: String) throws {
    guard let hash = PictureHash(hash), let id = try reading.picture(hash) else { return }
    try keep(thumbnail, of: id)
  }

  private func keep(_ thumbnail: Thumbnail, of picture: PictureID) throws {
    try connection.run(
      """
      INSERT INTO thumbnails (picture, pixels) VALUES (\(picture), \(thumbnail.pixels))
      ON CONFLICT (picture) DO UPDATE SET pixels = excluded.pixels WHERE pixels <> excluded.pixels
      """)
  }

  /// A picture without pixels is not tried again; one that has some keeps them.
  func markUndecodable(_ hash: String) throws {
    guard let hash = PictureHash(hash), let id = try reading.picture(hash) else { return }
    let nothing: [UInt8] = []
    try connection.run(
      """
      INSERT INTO thumbnails (picture, pixels) VALUES (\(id), \(nothing))
      ON CONFLICT (picture) DO NOTHING
      """)
  }

  /// Removes those of some pictures that nothing shows any more, each with its thumbnail.
  ///
  /// Whoever lets go of a picture calls it, in the same transaction.
  func forgetUnused(_ pictures: [PictureID]) throws {
    for picture in Set(pictures) where try !isShown(picture) {
      try connection.run("DELETE FROM thumbnails WHERE picture = \(picture)")
      try connection.run("DELETE FROM pictures WHERE id = \(picture)")
    }
  }

  /// There is no index of avatars: a picture that no post shows is looked for among all users.
  private func isShown(_ picture: PictureID) throws -> Bool {
    let isPosted =
      try connection.first("SELECT 1 FROM posts WHERE picture = \(picture)") { _ in true } ?? false
    if isPosted { return true }
    return try connection.first("SELECT 1 FROM users WHERE avatar = \(picture)") { _ in true }
      ?? false
  }

  /// Drops every thumbnail, and takes the pages that hold nothing now out of the file.
  func clearThumbnails() throws -> ClearedCache {
    let dropped = try reading.cache()
    let before = try reading.fileSize()
    try connection.run("DELETE FROM thumbnails")
    try connection.giveBackFreePages()
    return ClearedCache(dropped: dropped, freedBytes: before - (try reading.fileSize()))
  }
}
