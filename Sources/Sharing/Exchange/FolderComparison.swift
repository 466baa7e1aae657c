internal import Files
internal import Model
internal import Storage

/// How a folder differs from what a copy has and knows of it.
struct FolderComparison {
  /// The files to read, in the order of their bytes: unknown and changed ones.
  private(set) var news: [ExchangeFolder.File] = []
  /// The known files that are gone.
  private(set) var gone: [[UInt8]] = []
  /// The bundles and pictures that the folder lacks, by their hashes.
  private(set) var lackingBundles: [FixedBytes<32>] = []
  private(set) var lackingPictures: [FixedBytes<32>] = []
  /// Why some of what the folder may lack can't be written.
  private(set) var obstacle: FileError?
  private let listing: FolderListing

  /// Walks once through the listing for each table, because they have one order.
  init(_ listing: FolderListing, _ tables: SharedTables, _ keys: NetworkKeys) throws {
    self.listing = listing
    news = try listing.news(tables) { gone.append($0) }
    try findLacking(tables, keys)
  }

  var isEmpty: Bool {
    news.isEmpty && gone.isEmpty && lackingBundles.isEmpty && lackingPictures.isEmpty
  }

  private mutating func findLacking(_ tables: SharedTables, _ keys: NetworkKeys) throws {
    var place = 0
    try tables.eachBundleHash { hash in
      if listing.move(&place, to: [StoredFolderFile.bundle] + hash.array) == nil,
        mayWrite(ExchangeFolder.File(.bundle, hash))
      {
        lackingBundles.append(hash)
      }
    }
    for hash in try tables.storedSignedPictures() {
      let file = ExchangeFolder.File(.picture, PictureFile.name(of: hash, keys))
      if listing[file] == nil, mayWrite(file) { lackingPictures.append(hash) }
    }
  }

  private mutating func mayWrite(_ file: ExchangeFolder.File) -> Bool {
    guard let folder = listing.unlisted.first(where: { $0.holds(file) }) else { return true }
    obstacle = folder.error
    return false
  }
}

extension FolderListing {
  /// The files that are unknown or have changed, in the order of their bytes.
  ///
  /// `miss` gets the names of known files that are not there.
  func news(
    _ tables: SharedTables, missing miss: ([UInt8]) -> Void = { _ in }
  ) throws -> [ExchangeFolder.File] {
    var news: [ExchangeFolder.File] = []
    var place = 0
    try tables.eachFolderFile { row in
      let stamp = move(&place, to: row.name) { news.append($0) }
      guard let stamp else { return miss(row.name) }
      if !row.isOf(stamp) { news.append(entries[place - 1].file) }
    }
    return news + entries[place...].map(\.file)
  }

  /// Moves a place in the entries behind those up to a name; `skip` gets those between.
  ///
  /// Returns the stamp of the entry with that name; nil if there is none.
  fileprivate func move(
    _ place: inout Int, to name: [UInt8], _ skip: (ExchangeFolder.File) -> Void = { _ in }
  ) -> FileStamp? {
    while place < entries.count {
      if entries[place].file.bytes == name {
        place += 1
        return entries[place - 1].stamp
      }
      guard entries[place].file.bytes.lexicographicallyPrecedes(name) else { return nil }
      skip(entries[place].file)
      place += 1
    }
    return nil
  }
}

extension StoredFolderFile {
  init(_ file: ExchangeFolder.File, _ stamp: FileStamp, _ refusal: ExchangeRefusal?) {
    self.init()
    (name, size) = (file.bytes, stamp.size)
    (writtenAt, changedAt) = (stamp.writtenAt, stamp.changedAt)
    self.refusal = refusal?.rawValue ?? 0
  }

  /// Whether the file is as it was.
  fileprivate func isOf(_ stamp: FileStamp) -> Bool {
    (size, writtenAt, changedAt) == (stamp.size, stamp.writtenAt, stamp.changedAt)
  }
}
