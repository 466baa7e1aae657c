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
  var report = ExchangeReport()
  private var publicKeys = PublicKeyCache()
  /// The files that this exchange wrote, as they were then.
  var written: [ExchangeFolder.File: FileStamp] = [:]
  /// The files that are not as they should be.
  var wrong: Set<ExchangeFolder.File> = []
  var unshown: Set<FixedBytes<32>> = []
  /// The files of a later version of the format, which a later program reads.
  private var later: Set<ExchangeFolder.File> = []

  /// Without news, an exchange writes its time only if the stored one is older: a minute in
  /// microseconds.
  private static let timeStep: Int64 = 60_000_000

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
    if try store.snapshot({ try SharedTables($0.rows).hasUnsigned() }) {
      try change(store) { self.unshown.formUnion(try self.notes($0).signUnsent()) }
    }
    let listing = try listed()
    let (found, newest, isLate) = try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      return (
        try FolderComparison(listing, tables, self.keys), try tables.newestBundle()?.id ?? 0,
        try self.isLate(tables.sharing())
      )
    }
    report.obstacle = found.obstacle
    try send(found.lackingBundles, found.lackingPictures, from: store)
    if !found.isEmpty || isLate {
      try change(store) { try self.receive(found, listing, into: $0) }
    }
    // A sync that was killed may have left work to a keeper.
    if !found.isEmpty || isLate {
      try change(store) { try KeepersWork(self.notes($0)).run() }
      let made = try store.snapshot { try SharedTables($0.rows).ownBundles(after: newest) }
      try send(made.map(\.hash), [], from: store)
    }
    try putRight(from: store)
    if !written.isEmpty { try change(store) { try self.rememberWritten(in: $0) } }
    try store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      self.report.unsent = try tables.unsentCount()
      self.report.refusedFiles += try tables.refusedFiles().compactMap { row in
        guard let file = ExchangeFolder.File(row.name),
          let reason = ExchangeRefusal(rawValue: row.refusal)
        else { return nil }
        return (self.folder.path(of: file), reason)
      }
      self.report.lostKeys = try Keyring(self.keyFolder, of: self.keys.network).lostKeys(tables)
    }
    return report
  }

  private func isLate(_ sharing: StoredSharing?) -> Bool {
    guard sharing?.folder == folder.parent, let last = sharing?.syncedAt else { return true }
    return abs(clock().microseconds(since: last)) > FolderExchange.timeStep
  }

  /// Lists the folder, and counts the folders in it that can't be listed.
  private func listed() throws -> FolderListing {
    let listing = try FolderListing(of: folder, at: clock())
    for folder in listing.unlisted {
      report.refused[.unreadable, default: 0] += 1
      report.refusedFiles.append((folder.error.path, .unreadable))
    }
    return listing
  }

  private func change(_ store: any Store, _ body: (any MergeTarget) throws -> Void) throws {
    try store.queue.together { try body($0.mergeTarget) }
  }

  private func notes(_ target: any MergeTarget) throws -> DeedNotes {
    try DeedNotes(into: target, keys: keyFolder, clock: clock)
  }

  // MARK: Receiving

  /// Reads what the copy lacks and files that changed, and remembers the folder as it is, all in
  /// one transaction.
  private func receive(
    _ found: FolderComparison, _ listing: FolderListing, into target: any MergeTarget
  ) throws {
    let tables = SharedTables(target.reading.rows)
    for name in found.gone { try tables.forgetFile(name, in: target) }
    try rememberWritten(in: target)
    if !found.news.isEmpty {
      // A merge makes rows from signed deeds alone, and changes may have come since.
      if try tables.hasUnsigned() { unshown.formUnion(try notes(target).signUnsent()) }
      try take(found.news, listing, into: target)
    }
    guard var sharing = try tables.sharing() else { return }
    (sharing.folder, sharing.syncedAt) = (folder.parent, clock())
    try target.put(sharing)
  }

  private func rememberWritten(in target: any MergeTarget) throws {
    for (file, stamp) in written { try target.put(StoredFolderFile(file, stamp, nil)) }
    written = [:]
  }

  private func take(
    _ news: [ExchangeFolder.File], _ listing: FolderListing, into target: any MergeTarget
  ) throws {
    let tables = SharedTables(target.reading.rows)
    let merge = try Merge(into: target, at: clock())
    merge.progress = progress
    let before = try ExchangeFacts(tables)
    var read: [ExchangeFolder.File: ExchangeRefusal?] = [:]
    var files = news.filter { $0.kind == .bundle }
    repeat {
      let changes = merge.keyChanges
      try take(files, into: merge, tables, &read)
      // The keys that came may make files count that were refused.
      files = merge.keyChanges == changes ? [] : try listing.news(tables)
      files.removeAll { file in
        file.kind == .picture || read[file].map { $0?.mayChange != true } == true
      }
    } while !files.isEmpty
    wrong.formUnion(try merge.dropWords().map { ExchangeFolder.File(.bundle, $0) })
    let pictures = news.filter { $0.kind == .picture }
    for (file, refusal) in try takePictures(pictures, listing, into: target, tables) {
      read.updateValue(refusal, forKey: file)
    }
    unshown.formUnion(try merge.unshownPictures())
    try remember(read, listing, in: target)
    report.add(merge, read, before, try ExchangeFacts(tables))
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
  ///
  /// Throws if the keys do not open the files, so that no wrong key is kept.
  package func receiveAll(into target: any MergeTarget) throws -> ExchangeReport {
    let listing = try listed()
    let root = try rootKey(in: listing)
    if try !target.reading.isShared { try begin(target, root) }
    let news = try listing.news(SharedTables(target.reading.rows))
    try take(news, listing, into: target)
    return report
  }

  private func begin(_ target: any MergeTarget, _ root: FixedBytes<32>) throws {
    try target.createSharedTables()
    var sharing = StoredSharing()
    (sharing.network, sharing.root) = (keys.network, root)
    try target.put(sharing)
  }

  /// The root's public key, which its bundles have; the network is named after it.
  ///
  /// They may still be on their way into the folder.
  private func rootKey(in listing: FolderListing) throws -> FixedBytes<32> {
    var isOpened = listing.entries.isEmpty
    for file in listing.entries.map(\.file) where file.kind == .bundle {
      guard let bytes = try? folder.open(file).allBytes(limit: BundleLimits.file),
        let compressed = try? BundleFile.opened(bytes, keys)
      else { continue }
      isOpened = true
      guard let content = try? BundleFile.content(compressed: compressed),
        let bundle = try? Bundle(stored: content, id: file.name, of: keys.network)
      else { continue }
      let key = bundle.header.key
      if bundle.header.user == nil, NetworkKeys.network(ofRoot: key) == keys.network { return key }
    }
    throw StorageError.sharing(
      isOpened ? .nothingShared(folder: folder.parent) : .badInvitation)
  }

  /// Reads the file of a bundle; returns why it is not used.
  private func take(
    _ file: ExchangeFolder.File, into merge: Merge, _ tables: SharedTables
  ) throws -> ExchangeRefusal? {
    let known = try tables.bundle(named: file.name)
    do {
      let bytes = try folder.open(file).allBytes(limit: BundleLimits.file)
      let compressed = try BundleFile.opened(bytes, keys)
      let content = try BundleFile.content(compressed: compressed)
      let bundle = try Bundle(
        received: content, id: file.name, of: keys.network, keys: &publicKeys)
      if let known {
        if try merge.addWords(of: bundle, to: known.id) { wrong.insert(file) }
      } else {
        try merge.add(bundle, received: compressed, isOwn: false)
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
    _ read: [ExchangeFolder.File: ExchangeRefusal?], _ listing: FolderListing,
    in target: any MergeTarget
  ) throws {
    for (file, refusal) in read where !wrong.contains(file) && !later.contains(file) {
      guard let stamp = listing[file] else { continue }
      try target.put(StoredFolderFile(file, stamp, refusal))
    }
  }
}
