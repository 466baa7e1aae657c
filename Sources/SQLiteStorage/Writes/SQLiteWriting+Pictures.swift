internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Stores each picture once by its content, as long as a post or a user shows it.
extension SQLiteWriting {
  /// Stores a picture, and returns its number; a known picture keeps its number.
  func keep(_ picture: PictureDraft) throws -> PictureID {
    let id = try idTaking(picture)
    if let copies = picture.copies { try keep(copies, of: id) }
    return id
  }

  /// The number of the picture, which is inserted if it is new, or replaced if it is damaged.
  private func idTaking(_ picture: PictureDraft) throws -> PictureID {
    guard let id = try read.pictures.picture(picture.hash) else {
      let id = try freeID(for: picture.hash)
      try insert(picture, as: id)
      return id
    }
    let isDamaged: Bool? = try connection.value(
      """
      SELECT content IS NOT \(picture.content) OR checksum <> \(Table.pictures.checksum)
      FROM pictures WHERE id = \(id)
      """)
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
    try connection.hasRow("SELECT 1 FROM pictures WHERE id = \(id)")
  }

  /// Binds the content once.
  ///
  /// Its column follows those that lists read.
  private func insert(_ picture: PictureDraft, as id: PictureID) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO pictures (id, hash, width, height, bytes, checksum, content)
      SELECT id, hash, width, height, bytes, \(Table.pictures.checksum), content
      FROM (
        SELECT \(id) AS id, \(picture.hash.bytes) AS hash, \(picture.width) AS width,
          \(picture.height) AS height, \(picture.content.count) AS bytes,
          \(picture.content) AS content
      ) AS given
      """)
  }

  /// Inserts a picture that may be too large for the memory: first with zeros, which SQLite does
  /// not copy, then piece by piece.
  func insert(_ picture: StreamedPicture) throws {
    let id = try freeID(for: picture.hash)
    let (width, height, count) = (picture.width, picture.height, picture.byteCount)
    let values: [SQLValue] = [
      .integer(id.number), .blob(picture.hash.bytes), .integer(Int64(width)),
      .integer(Int64(height)), .integer(Int64(count)),
    ]
    let checksum = try RowChecksum.of(values, blob: count, in: picture.pieces)
    try connection.run(
      """
      INSERT INTO pictures (id, hash, width, height, bytes, checksum, content)
      VALUES (\(id), \(picture.hash.bytes), \(width), \(height), \(count), \(checksum),
        zeroblob(\(count)))
      """)
    try connection.fill("content", in: "pictures", row: id.number, with: picture.pieces)
  }

  /// Does nothing if the picture is gone.
  func keep(_ copies: PictureCopies, of hash: String) throws {
    guard let hash = PictureHash(hash), let id = try read.pictures.picture(hash) else { return }
    try keep(copies, of: id)
  }

  /// Stores the copies; a tile without a whole copy keeps the stored whole copy.
  private func keep(_ copies: PictureCopies, of picture: PictureID) throws {
    try connection.run(
      """
      INSERT INTO thumbnails (picture, pixels, whole)
      VALUES (\(picture), \(copies.tile.pixels), \(copies.whole))
      ON CONFLICT (picture) DO UPDATE
      SET pixels = excluded.pixels, whole = coalesce(excluded.whole, whole)
      WHERE pixels <> excluded.pixels OR whole IS NOT coalesce(excluded.whole, whole)
      """)
  }

  /// Stores empty pixels, so that the picture is not tried again; keeps existing pixels.
  func markUndecodable(_ hash: String) throws {
    guard let hash = PictureHash(hash), let id = try read.pictures.picture(hash) else { return }
    let nothing: [UInt8] = []
    try connection.run(
      """
      INSERT INTO thumbnails (picture, pixels) VALUES (\(id), \(nothing))
      ON CONFLICT (picture) DO NOTHING
      """)
  }

  /// Removes those of some pictures that no post and no user shows any more, each with its
  /// thumbnail.
  ///
  /// A change that removes a use of a picture calls it in the same transaction. Avatars have no
  /// index: if no post shows one of the pictures, it scans all users, once for the whole list.
  func forgetUnused(_ pictures: some Collection<PictureID>) throws {
    if pictures.isEmpty { return }
    let numbers = pictures.map { String($0.number) }.joined(separator: ",")
    let given: SQL = "SELECT value FROM json_each(\("[\(numbers)]"))"
    // CASE evaluates the cheaper condition first; for AND, SQLite may choose the other order.
    try remove(
      picturesWhere: """
        id IN (\(given))
          AND CASE WHEN EXISTS (SELECT 1 FROM posts WHERE picture = pictures.id) THEN 0
            ELSE id NOT IN (SELECT avatar FROM users WHERE avatar IN (\(given)))
              AND id NOT IN (SELECT banner FROM users WHERE banner IN (\(given))) END
        """,
      thumbnailsWhere: "picture IN (\(given)) AND \(Table.isOrphanedThumbnail)")
  }

  /// Removes every picture that no post and no user shows, each with its thumbnail.
  func forgetAllUnused() throws {
    try remove(picturesWhere: Table.isUnshownPicture, thumbnailsWhere: Table.isOrphanedThumbnail)
  }

  /// Skips the checks of foreign keys, because the conditions exclude pictures in use.
  ///
  /// SQLite would scan all users once more for each picture: on 2026-11-24 that took half of the 13
  /// seconds of a thousand pictures among 100,000 users.
  private func remove(picturesWhere isUnused: SQL, thumbnailsWhere isOrphaned: SQL) throws {
    try connection.withoutReferences {
      try connection.run("DELETE FROM pictures WHERE \(isUnused)")
      try connection.run("DELETE FROM thumbnails WHERE \(isOrphaned)")
    }
  }

  /// Deletes every thumbnail, and cuts the free pages off the file.
  func clearThumbnails() throws -> ClearedCache {
    let dropped = try read.pictures.cache()
    let before = try read.fileSize()
    try connection.run("DELETE FROM thumbnails")
    try connection.giveBackFreePages()
    return ClearedCache(dropped: dropped, freedBytes: before - (try read.fileSize()))
  }
}
