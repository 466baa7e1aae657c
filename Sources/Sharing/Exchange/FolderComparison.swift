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

  init(_ listing: FolderListing, _ tables: SharedTables, _ keys: NetworkKeys) throws {
    self.listing = listing
    news = try listing.news(tables) { name in
      if ExchangeFolder.File(name).flatMap(listing.obstacle) == nil { gone.append(name) }
    }
    try findLacking(tables, keys)
  }

  var isEmpty: Bool {
    news.isEmpty && gone.isEmpty && lackingBundles.isEmpty && lackingPictures.isEmpty
  }

  private mutating func findLacking(_ tables: SharedTables, _ keys: NetworkKeys) throws {
    let lost = try gone.compactMap { ExchangeFolder.File($0) }.filter { file in
      try file.kind == .bundle && tables.bundle(named: file.name) != nil
    }
    let unknown = try tables.bundlesWithoutFile().map { ExchangeFolder.File(.bundle, $0) }
    for file in lost + unknown where listing[file] == nil && mayWrite(file) {
      lackingBundles.append(file.name)
    }
    for hash in try tables.storedSignedPictures() {
      let file = ExchangeFolder.File(.picture, PictureFile.name(of: hash, keys))
      if listing[file] == nil, mayWrite(file) { lackingPictures.append(hash) }
    }
  }

  private mutating func mayWrite(_ file: ExchangeFolder.File) -> Bool {
    guard let error = listing.obstacle(to: file) else { return true }
    obstacle = error
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
    // Rows and entries have one order.
    try tables.eachFolderFile { row in
      while place < entries.count, entries[place].file.bytes != row.name,
        entries[place].file.bytes.lexicographicallyPrecedes(row.name)
      {
        news.append(entries[place].file)
        place += 1
      }
      guard place < entries.count, entries[place].file.bytes == row.name else {
        return miss(row.name)
      }
      if !row.isOf(entries[place].stamp) { news.append(entries[place].file) }
      place += 1
    }
    return news + entries[place...].map(\.file)
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
