internal import Crypto
internal import Files
package import Model
package import Storage

/// Finds the size of a picture in its first bytes; nil if they don't tell.
package typealias PictureSizeReader = (_ beginning: [UInt8], _ byteCount: Int) -> (
  width: Int, height: Int
)?

/// Exchanges bundles and pictures between a copy and a folder.
package final class FolderExchange {
  let folder: ExchangeFolder
  private let keyFolder: String
  let keys: NetworkKeys
  let pictureSize: PictureSizeReader
  private let clock: () -> Moment
  let progress: LoadReport
  private var report = ExchangeReport()
  private var publicKeys = PublicKeyCache()
  /// The files that this exchange wrote.
  private(set) var written: Set<ExchangeFolder.File> = []
  /// The files that are not as they should be.
  var wrong: Set<ExchangeFolder.File> = []
  private var unshown: Set<FixedBytes<32>> = []
  /// The files of a later version of the format, which a later program reads.
  private var later: Set<ExchangeFolder.File> = []

  package init(
    in path: String, keys: NetworkKeys, keyFolder: String,
    pictureSize: @escaping PictureSizeReader = { _, _ in nil }, clock: @escaping () -> Moment,
    progress: @escaping LoadReport = { _ in }
  ) {
    self.pictureSize = pictureSize
    folder = ExchangeFolder(in: path, of: keys.network)
    (self.keys, self.keyFolder, self.clock) = (keys, keyFolder, clock)
    self.progress = progress
  }

  package func run(on store: any Store) throws -> ExchangeReport {
    // Bundles are on the disk here before they are in the folder: a crash in between must not make
    // two bundles with one number.
    try change(store) { self.unshown.formUnion(try self.notes($0).signUnsent()) }
    try send(from: store, lackingIn: try folder.files())
    let read = try folder.files {
      report.refused[.unreadable, default: 0] += 1
      report.refusedFiles.append(($0, .unreadable))
    }
    try receive(read, into: store)
    try change(store) { try KeepersWork(self.notes($0)).run() }
    let found = try folder.files()
    try send(from: store, lackingIn: found)
    try putRight(from: store)
    report.unsent = try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      return try tables.unsentCount() + unwritten(tables, in: folder.files())
    }
    return report
  }

  private func change(_ store: any Store, _ body: (any MergeTarget) throws -> Void) throws {
    try store.queue.together { writing in
      guard let target = writing.engine as? any MergeTarget else {
        throw StorageError.sharing(.notShared)
      }
      try body(target)
    }
  }

  private func notes(_ target: any MergeTarget) throws -> DeedNotes {
    try DeedNotes(into: target, keys: keyFolder, clock: clock)
  }

  /// The changes in bundles of this copy that the folder lacks.
  private func unwritten(
    _ tables: SharedTables, in found: [ExchangeFolder.File: FileStamp]
  ) throws -> Int {
    if report.obstacle == nil { return 0 }
    var count = 0
    for facts in try tables.bundles() where facts.isOwn {
      guard found[ExchangeFolder.File(.bundle, facts.hash)] == nil,
        let bundle = try tables.bundle(facts.id)
      else { continue }
      count += try content(of: bundle).deedLines.count
    }
    return count
  }

  // MARK: Sending

  /// Writes each bundle and picture that the copy has and the folder lacks.
  private func send(
    from store: any Store, lackingIn found: [ExchangeFolder.File: FileStamp]
  ) throws {
    try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      let batch = ExchangeFolder.Batch(folder)
      // The number of changes in each bundle.
      var sizes: [ExchangeFolder.File: Int] = [:]
      do {
        for facts in try tables.bundles() {
          let file = ExchangeFolder.File(.bundle, facts.hash)
          guard found[file] == nil, let bundle = try tables.bundle(facts.id) else { continue }
          try write(bundle, to: batch)
          sizes[file] = try content(of: bundle).deedLines.count
        }
        for picture in Set(try tables.signedPictures().map(\.hash)) {
          let file = ExchangeFolder.File(.picture, PictureFile.name(of: picture, keys))
          guard found[file] == nil, let row = try tables.picture(picture) else { continue }
          try write(row, picture, from: reading.rows, as: file, to: batch)
        }
        try batch.finish()
      } catch let error as FileError {
        report.obstacle = error
      }
      written.formUnion(batch.named)
      let sent = batch.named.compactMap { sizes[$0] }
      report.sentBundles += sent.count
      report.sentChanges += sent.reduce(0, +)
    }
  }

  private func write(_ bundle: StoredBundle, to batch: ExchangeFolder.Batch) throws {
    try batch.write(ExchangeFolder.File(.bundle, bundle.facts.hash)) { take in
      try take(BundleFile.sealed(bundle.content, keys))
    }
  }

  private func write(
    _ picture: StoredPictureSize, _ hash: FixedBytes<32>, from rows: any RowSource,
    as file: ExchangeFolder.File, to batch: ExchangeFolder.Batch
  ) throws {
    try batch.write(file) { take in
      var sealer = PictureSealer(hash: hash, keys: keys)
      try rows.eachPiece(of: picture.id, upTo: nil) { try take(sealer.add($0)) }
      try take(sealer.finish())
    }
  }

  private func content(of bundle: StoredBundle) throws -> Bundle {
    guard let content = try? BundleFile.content(compressed: bundle.content),
      let read = try? Bundle(stored: content, id: bundle.facts.hash, of: keys.network)
    else { throw StorageError.file(.damaged) }
    return read
  }

  // MARK: Receiving

  /// Reads what the copy lacks, and files that changed since they were last read.
  private func receive(
    _ found: [ExchangeFolder.File: FileStamp], into store: any Store
  ) throws {
    let news = try store.snapshot { try self.news(in: found, SharedTables($0.rows)) }
    if news.isEmpty && written.isEmpty { return }
    try change(store) { try self.take(news, found, into: $0) }
  }

  private func take(
    _ news: [ExchangeFolder.File], _ found: [ExchangeFolder.File: FileStamp],
    into target: any MergeTarget
  ) throws {
    let tables = SharedTables(target.reading.rows)
    let merge = try Merge(into: target, at: clock())
    merge.progress = progress
    let before = try ExchangeFacts(tables)
    var read: [ExchangeFolder.File: ExchangeRefusal?] = [:]
    for file in written { read.updateValue(nil, forKey: file) }
    var files = news.filter { $0.kind == .bundle && !written.contains($0) }
    repeat {
      let changes = merge.keyChanges
      try take(files, into: merge, tables, &read)
      // The keys that came may make files count that were refused.
      files = merge.keyChanges == changes ? [] : try self.news(in: found, tables)
      files.removeAll { file in
        file.kind == .picture || read[file].map { $0?.mayChange != true } == true
      }
    } while !files.isEmpty
    wrong.formUnion(try merge.dropWords().map { ExchangeFolder.File(.bundle, $0) })
    for (file, refusal) in try takePictures(news, found, into: target, tables) {
      read.updateValue(refusal, forKey: file)
    }
    unshown.formUnion(try merge.unshownPictures())
    try remember(read, found, in: target)
    report.add(merge, read, path: folder.path, before, try ExchangeFacts(tables))
  }

  private func take(
    _ files: [ExchangeFolder.File], into merge: Merge, _ tables: SharedTables,
    _ read: inout [ExchangeFolder.File: ExchangeRefusal?]
  ) throws {
    for (index, file) in files.enumerated() {
      progress(WorkProgress(.receiving, done: index, of: files.count))
      read.updateValue(try take(file, into: merge, tables), forKey: file)
    }
    for refused in try merge.settle() {
      let isNamed = try refused.signer.map {
        try tables.keys(of: $0).contains { $0.signingKey == refused.signingKey }
      }
      let reason: ExchangeRefusal = isNamed == true ? .revoked : .stranger
      read[ExchangeFolder.File(.bundle, refused.hash)] = reason
    }
  }

  // MARK: Joining

  /// Receives everything into a copy, which is new if it is not shared yet.
  package func receiveAll(into target: any MergeTarget) throws -> ExchangeReport {
    let found = try folder.files()
    if try !target.reading.isShared { try begin(target, found) }
    try take(try news(in: found, SharedTables(target.reading.rows)), found, into: target)
    return report
  }

  private func begin(
    _ target: any MergeTarget, _ found: [ExchangeFolder.File: FileStamp]
  ) throws {
    guard let root = try rootKey(in: found) else {
      throw StorageError.sharing(.nothingShared(folder: folder.parent))
    }
    try target.createSharedTables()
    var sharing = StoredSharing()
    (sharing.network, sharing.root) = (keys.network, root)
    try target.put(sharing)
  }

  /// The root's public key, which its bundles have; the network is named after it.
  private func rootKey(in found: [ExchangeFolder.File: FileStamp]) throws -> FixedBytes<32>? {
    for file in found.keys where file.kind == .bundle {
      guard let bytes = try? folder.open(file).allBytes(limit: BundleLimits.file),
        let compressed = try? BundleFile.opened(bytes, keys),
        let content = try? BundleFile.content(compressed: compressed),
        let bundle = try? Bundle(stored: content, id: file.name, of: keys.network)
      else { continue }
      let key = bundle.header.key
      if bundle.header.user == nil, NetworkKeys.network(ofRoot: key) == keys.network { return key }
    }
    return nil
  }

  /// The files to read: unknown and changed ones.
  private func news(
    in found: [ExchangeFolder.File: FileStamp], _ tables: SharedTables
  ) throws -> [ExchangeFolder.File] {
    var known: [[UInt8]: StoredFolderFile] = [:]
    for file in try tables.folderFiles() { known[file.name] = file }
    return found.filter { file, stamp in
      guard let row = known[file.bytes] else { return true }
      return row.size != stamp.size || row.writtenAt != stamp.writtenAt
        || row.changedAt != stamp.changedAt
    }.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Reads the file of a bundle; returns why it is not used.
  private func take(
    _ file: ExchangeFolder.File, into merge: Merge, _ tables: SharedTables
  ) throws -> ExchangeRefusal? {
    let known = try tables.bundle(named: file.name)
    do {
      let bytes = try folder.open(file).allBytes(limit: BundleLimits.file)
      let content = try BundleFile.content(compressed: try BundleFile.opened(bytes, keys))
      let bundle = try Bundle(
        received: content, id: file.name, of: keys.network, keys: &publicKeys)
      if let known {
        if try merge.addWords(of: bundle, to: known.id) { wrong.insert(file) }
      } else {
        try merge.add(bundle, isOwn: false)
      }
      return nil
    } catch let error as BundleError {
      if known != nil { wrong.insert(file) }
      switch error {
      case .unreadable: return .unreadable
      case .forged: return .forged
      case .newer:
        later.insert(file)
        return nil
      }
    } catch is FileError {
      // A folder in the place of a file stays.
      if known != nil, folder.isPlain(file) { wrong.insert(file) }
      return .unreadable
    }
  }

  private func remember(
    _ read: [ExchangeFolder.File: ExchangeRefusal?], _ found: [ExchangeFolder.File: FileStamp],
    in target: any MergeTarget
  ) throws {
    for (file, refusal) in read where !wrong.contains(file) && !later.contains(file) {
      guard let stamp = found[file] else { continue }
      try target.put(StoredFolderFile(file, stamp, refusal))
    }
  }

  // MARK: Putting right

  /// Rewrites damaged files and files with the wrong words.
  ///
  /// Runs last, so that a reader who misses words also finds the deletion. Removes unshown pictures
  /// first.
  private func putRight(from store: any Store) throws {
    if wrong.isEmpty && unshown.isEmpty || report.obstacle != nil { return }
    try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      let batch = ExchangeFolder.Batch(folder)
      for picture in unshown {
        folder.remove(ExchangeFolder.File(.picture, PictureFile.name(of: picture, keys)))
      }
      do {
        for file in wrong { try rewrite(file, tables, to: batch) }
        try batch.finish()
      } catch let error as FileError {
        report.obstacle = error
      }
    }
  }

  private func rewrite(
    _ file: ExchangeFolder.File, _ tables: SharedTables, to batch: ExchangeFolder.Batch
  ) throws {
    switch file.kind {
    case .bundle:
      guard let facts = try tables.bundle(named: file.name),
        let bundle = try tables.bundle(facts.id)
      else { return }
      try write(bundle, to: batch)
    case .picture:
      guard let signed = try pictures(tables)[file.name]?.first,
        let row = try tables.picture(signed.hash)
      else { return }
      try write(row, signed.hash, from: tables.rows, as: file, to: batch)
    }
  }
}

extension StoredFolderFile {
  fileprivate init(
    _ file: ExchangeFolder.File, _ stamp: FileStamp, _ refusal: ExchangeRefusal?
  ) {
    self.init()
    (name, size) = (file.bytes, stamp.size)
    (writtenAt, changedAt) = (stamp.writtenAt, stamp.changedAt)
    self.refusal = refusal?.rawValue ?? 0
  }
}
