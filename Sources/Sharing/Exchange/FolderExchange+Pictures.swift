internal import Files
internal import Model
internal import Storage

/// Pictures, which travel in files of their own.
extension FolderExchange {
  /// Reads the pictures that are awaited, and checks the new files of those that are there.
  func takePictures(
    _ news: [ExchangeFolder.File], _ listing: FolderListing,
    into target: any MergeTarget, _ tables: SharedTables
  ) throws -> [ExchangeFolder.File: ExchangeRefusal?] {
    // A file that no deed describes is read when one does.
    var read: [ExchangeFolder.File: ExchangeRefusal?] = [:]
    for file in news { read.updateValue(nil, forKey: file) }
    let awaited = try tables.awaitedPictures()
    let described = pictures(news.isEmpty ? awaited : try tables.signedPictures())
    let (isNew, missing) = (Set(news), Set(awaited.map(\.hash)))
    let refused = Set(try tables.refusedFiles().map(\.name))
    for (index, (name, descriptions)) in described.enumerated() {
      progress(WorkProgress(.pictures, done: index, of: described.count))
      let file = ExchangeFolder.File(.picture, name)
      guard let hash = descriptions.first?.hash, let stamp = listing[file] else { continue }
      let isThere = !missing.contains(hash)
      guard isNew.contains(file) || !isThere && !refused.contains(file.bytes) else { continue }
      // Descriptions of another size are skipped. The rest share hash and size, so the file is
      // read once.
      let fitting = descriptions.filter { $0.fits(stamp) }
      let refusal = try take(file, as: fitting, isThere: isThere, into: target, tables)
      if isThere, refusal != nil { wrong.insert(file) }
      read.updateValue(refusal, forKey: file)
    }
    return read
  }

  /// Reads the file of a picture; the descriptions have the same hash and number of bytes.
  private func take(
    _ file: ExchangeFolder.File, as descriptions: [StoredSignedPicture], isThere: Bool,
    into target: any MergeTarget, _ tables: SharedTables
  ) throws -> ExchangeRefusal? {
    guard let (signed, picture) = opened(file, as: descriptions) else { return .unreadable }
    if isThere { return nil }
    do {
      try target.savepoint { try target.add(picture) }
    } catch let error where error is PictureOpener.Unreadable || error is FileError {
      // The file changed after it was checked.
      return .unreadable
    }
    for use in try tables.uses(of: signed.hash) where use.describes(signed) {
      guard let thing = Thing(use.thing), let kind = StoredSignedPicture.Use(rawValue: use.use),
        let number = try tables.number(of: thing)
      else { continue }
      try target.show(picture.hash, as: kind, of: number)
    }
    return nil
  }

  private func opened(
    _ file: ExchangeFolder.File, as descriptions: [StoredSignedPicture]
  ) -> (StoredSignedPicture, StreamedPicture)? {
    guard let first = descriptions.first,
      let (beginning, pieces) = try? openedPieces(file, first)
    else { return nil }
    let size = pictureSize(beginning, first.byteCount)
    let signed = descriptions.first { signed in
      size.map { $0 == (signed.width, signed.height) } ?? true
    }
    return signed.map { signed in
      let picture = StreamedPicture(
        hash: PictureHash(bytes: signed.hash.array), width: signed.width, height: signed.height,
        byteCount: signed.byteCount, beginning: beginning, pieces: pieces)
      return (signed, picture)
    }
  }

  /// What deeds say of each picture, by the name of its file; deeds may disagree.
  func pictures(
    _ signed: [StoredSignedPicture]
  ) -> [FixedBytes<32>: [StoredSignedPicture]] {
    var names: [FixedBytes<32>: [StoredSignedPicture]] = [:]
    for picture in signed {
      let name = PictureFile.name(of: picture.hash, keys)
      if names[name]?.contains(where: { $0.describes(picture) }) == true { continue }
      names[name, default: []].append(picture)
    }
    return names
  }

  /// Checks the whole file first, because what a damaged file returns is worthless.
  private func openedPieces(
    _ file: ExchangeFolder.File, _ signed: StoredSignedPicture
  ) throws -> (beginning: [UInt8], pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) {
    let (folder, keys) = (folder, keys)
    func pieces(_ take: ([UInt8]) throws -> Void) throws {
      let descriptor = try folder.open(file)
      var opener = PictureOpener(hash: signed.hash, bytes: signed.byteCount, keys: keys)
      var offset: Int64 = 0
      while case let part = try descriptor.bytes(from: offset, upTo: 1 << 16), !part.isEmpty {
        offset += Int64(part.count)
        let original = try opener.add(part)
        if !original.isEmpty { try take(original) }
      }
      try take(opener.finish())
    }
    var beginning: [UInt8] = []
    try pieces { if beginning.count < 65_536 { beginning += $0.prefix(65_536) } }
    return (beginning, pieces)
  }
}

extension StoredSignedPicture {
  /// Whether a file of this size can have such a picture.
  fileprivate func fits(_ stamp: FileStamp) -> Bool {
    (1...PictureFile.largest).contains(byteCount) && width > 0 && height > 0
      && PictureFile.size(of: byteCount) == stamp.size
  }

  /// Whether two deeds say the same of a picture.
  fileprivate func describes(_ other: StoredSignedPicture) -> Bool {
    hash == other.hash && (byteCount, width, height) == (other.byteCount, other.width, other.height)
  }
}
