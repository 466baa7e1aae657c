internal import Crypto
internal import Files
internal import Model
internal import Storage

/// Writes missing files into the folder, and rewrites wrong ones.
extension FolderExchange {
  /// Writes bundles and pictures of the copy, by their hashes.
  func send(
    _ bundles: [FixedBytes<32>], _ pictures: [FixedBytes<32>], from store: any Store
  ) throws {
    if bundles.isEmpty && pictures.isEmpty { return }
    try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      // In the order of their arrival, so that a full disk keeps out the newest.
      let rows = try bundles.compactMap { try tables.bundle(named: $0) }.sorted { $0.id < $1.id }
      // The number of changes in each bundle.
      var sizes: [ExchangeFolder.File: Int] = [:]
      try write { batch in
        for facts in rows {
          guard let bundle = try tables.bundle(facts.id) else { continue }
          try attempt { try write(bundle, to: batch) }
          sizes[ExchangeFolder.File(.bundle, facts.hash)] = try deedCount(of: bundle)
        }
        for hash in pictures {
          guard let row = try tables.picture(hash) else { continue }
          try attempt { try write(row, hash, from: reading.rows, to: batch) }
        }
      }
      let sent = sizes.filter { written[$0.key] != nil }
      report.sentBundles += sent.count
      report.sentChanges += sent.values.reduce(0, +)
    }
  }

  /// Runs `body` with a batch; an error of the folder is the obstacle of the exchange.
  private func write(_ body: (FolderBatch) throws -> Void) throws {
    let batch = FolderBatch(folder)
    do {
      try body(batch)
      try batch.finish()
    } catch let error as FileError {
      report.obstacle = error
    }
    written.merge(batch.named) { _, new in new }
  }

  /// Goes on after a file whose folder is closed to this account; others may be open.
  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as FileError where error.isPermission && !error.isReadOnlyDisk {
      report.obstacle = error
    }
  }

  private func write(_ bundle: StoredBundle, to batch: FolderBatch) throws {
    try batch.write(ExchangeFolder.File(.bundle, bundle.facts.hash)) { take in
      try take(BundleFile.sealed(bundle.content, keys))
    }
  }

  private func write(
    _ picture: StoredPictureSize, _ hash: FixedBytes<32>, from rows: any RowSource,
    to batch: FolderBatch
  ) throws {
    try batch.write(ExchangeFolder.File(.picture, PictureFile.name(of: hash, keys))) { take in
      var sealer = PictureSealer(hash: hash, keys: keys)
      try rows.eachPiece(of: picture.id, upTo: nil) { try take(sealer.add($0)) }
      try take(sealer.finish())
    }
  }

  private func deedCount(of bundle: StoredBundle) throws -> Int {
    guard let content = try? BundleFile.content(compressed: bundle.content),
      let header = try? BundleHeader(line: Array(content.prefix { $0 != UInt8(ascii: "\n") }))
    else { throw StorageError.file(.damaged) }
    return header.count
  }

  // MARK: Putting right

  /// Rewrites damaged files and files with the wrong words.
  ///
  /// Runs last, so that a reader who misses words also finds the deletion. Removes unshown pictures
  /// first.
  func putRight(from store: any Store) throws {
    if wrong.isEmpty && unshown.isEmpty || report.obstacle != nil { return }
    for picture in unshown {
      folder.remove(ExchangeFolder.File(.picture, PictureFile.name(of: picture, keys)))
    }
    try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      try write { batch in
        for file in wrong { try rewrite(file, tables, to: batch) }
      }
    }
  }

  private func rewrite(
    _ file: ExchangeFolder.File, _ tables: SharedTables, to batch: FolderBatch
  ) throws {
    switch file.kind {
    case .bundle:
      guard let facts = try tables.bundle(named: file.name),
        let bundle = try tables.bundle(facts.id)
      else { return }
      try write(bundle, to: batch)
    case .picture:
      guard let signed = pictures(try tables.signedPictures())[file.name]?.first,
        let row = try tables.picture(signed.hash)
      else { return }
      try write(row, signed.hash, from: tables.rows, to: batch)
    }
  }
}
