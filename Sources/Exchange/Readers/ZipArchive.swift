/// The files of a zip archive, by its central directory: APPNOTE.TXT, sections 4.3.7 to 4.3.16.
final class ZipArchive: InputTree {
  let path: String
  private let file: any ByteStore
  private let size: Int64
  private let budget: Inflater.Budget
  /// The offsets are those of the entries of the directory.
  private var entries = EntryList()

  var names: EntryNames { entries.names }
  var unsafeNames: [String] { entries.unsafe }

  init(_ file: any ByteStore, _ path: String) throws(ExchangeError) {
    self.file = file
    self.path = path
    size = file.size ?? 0
    budget = Inflater.Budget(size: size)
    try expectSeparate(readDirectory())
    entries.sort()
  }

  /// An entry of the directory.
  private struct Entry {
    let name: [UInt8]
    let flags: Int
    let method: Int
    let checksum: UInt32
    let packed: Int64
    let unpacked: Int64
    let header: Int64
    /// The mode of a file of Unix; 0 if the directory has none.
    let mode: Int
    /// The size of the entry in the directory.
    let length: Int
  }

  /// The bytes of an entry in the file.
  private typealias Stretch = (start: Int64, end: Int64)

  private func readDirectory() throws(ExchangeError) -> (entries: [Stretch], directory: Int64) {
    let (start, count) = try end()
    if count > 1_000_000 { throw fault(.over(.entries)) }
    var offset = start
    var stretches: [Stretch] = []
    // An array that grows would take half as much memory again; an entry has 46 bytes or more.
    let most = Int(min(count, size / 46))
    stretches.reserveCapacity(most)
    entries.reserve(most)
    var total: Int64 = 0
    for _ in 0..<count {
      let entry = try entry(at: offset)
      defer { offset += Int64(entry.length) }
      if entry.packed > size - total { throw fault(.over(.entrySize)) }
      total += entry.packed
      stretches.append((entry.header, entry.header + 30 + Int64(entry.name.count) + entry.packed))
      guard let name = String(validating: entry.name, as: UTF8.self), EntryList.isSafe(name),
        [0, 0o100000].contains(entry.mode & 0o170000) || name.hasSuffix("/")
      else {
        entries.appendUnsafe(String(decoding: entry.name, as: UTF8.self))
        if entries.hasLongNames { throw fault(.over(.names)) }
        continue
      }
      if name.hasSuffix("/") { continue }
      entries.append(name, at: offset)
      if entries.hasLongNames { throw fault(.over(.names)) }
    }
    return (stretches, start)
  }

  /// Refuses entries that have bytes in common with each other or with the directory.
  private func expectSeparate(
    _ found: (entries: [Stretch], directory: Int64)
  ) throws(ExchangeError) {
    let sorted = found.entries.sorted { $0.start < $1.start }
    for (one, next) in zip(sorted, sorted.dropFirst()) where next.start < one.end {
      throw fault(.over(.overlap))
    }
    if let last = sorted.last, last.end > found.directory { throw fault(.over(.overlap)) }
  }

  /// The offset of the directory and the number of its entries.
  private func end() throws(ExchangeError) -> (start: Int64, count: Int64) {
    let tail = try file.bytes(at: max(0, size - 65_557), upTo: 65_557)
    var index = tail.count - 22
    while index >= 0, tail[index...].prefix(4) != [0x50, 0x4B, 5, 6] { index -= 1 }
    guard index >= 0 else { throw fault(.cut) }
    let record = Array(tail[index...])
    let (count, start) = (Int64(record.little16(10)), Int64(record.little32(16)))
    guard count == 0xFFFF || start == 0xFFFF_FFFF, index >= 20 else { return (start, count) }
    let locator = Array(tail[(index - 20)...])
    guard locator.starts(with: [0x50, 0x4B, 6, 7]) else { return (start, count) }
    let largeStart = locator.little64(8)
    guard (0..<size).contains(largeStart) else { throw fault(.damaged("zip")) }
    let large = try file.bytes(at: largeStart, upTo: 56)
    guard large.count == 56, large.starts(with: [0x50, 0x4B, 6, 6]) else {
      throw fault(.damaged("zip"))
    }
    let (start64, count64) = (large.little64(48), large.little64(32))
    guard count64 >= 0, (0...size).contains(start64) else { throw fault(.damaged("zip")) }
    return (start64, count64)
  }

  private var window: (start: Int64, bytes: [UInt8]) = (0, [])

  /// Bytes of the directory, from a window that is kept.
  private func directory(at offset: Int64, _ count: Int) throws(ExchangeError) -> [UInt8] {
    let index = offset - window.start
    if index < 0 || index + Int64(count) > Int64(window.bytes.count) {
      guard offset >= 0, offset < size else { throw fault(.damaged("zip")) }
      window = (offset, try file.bytes(at: offset, upTo: max(chunkSize, count)))
    }
    let first = Int(offset - window.start)
    guard first + count <= window.bytes.count else { throw fault(.cut) }
    return Array(window.bytes[first..<first + count])
  }

  private func entry(at offset: Int64) throws(ExchangeError) -> Entry {
    let fixed = try directory(at: offset, 46)
    guard fixed.starts(with: [0x50, 0x4B, 1, 2]) else { throw fault(.damaged("zip")) }
    let (nameCount, extraCount) = (fixed.little16(28), fixed.little16(30))
    let length = 46 + nameCount + extraCount + fixed.little16(32)
    let rest = try directory(at: offset + 46, nameCount + extraCount)
    var (packed, unpacked) = (Int64(fixed.little32(20)), Int64(fixed.little32(24)))
    var header = Int64(fixed.little32(42))
    var extra = nameCount
    while extra + 4 <= rest.count {
      let (kind, count) = (rest.little16(extra), rest.little16(extra + 2))
      if kind == 1 {
        var field = Array(rest[(extra + 4)...].prefix(count))
        func take(_ value: inout Int64) {
          guard value == 0xFFFF_FFFF, field.count >= 8 else { return }
          value = field.little64(0)
          field.removeFirst(8)
        }
        take(&unpacked)
        take(&packed)
        take(&header)
      }
      extra += 4 + count
    }
    guard packed >= 0, unpacked >= 0, header >= 0, header < size else {
      throw fault(.damaged("zip"))
    }
    // The upper byte of the version says which system wrote the mode: 3 is Unix.
    let mode = fixed.little16(4) >> 8 == 3 ? fixed.little32(38) >> 16 : 0
    return Entry(
      name: Array(rest[..<nameCount]), flags: fixed.little16(8), method: fixed.little16(10),
      checksum: UInt32(fixed.little32(16)), packed: packed, unpacked: unpacked, header: header,
      mode: mode, length: length)
  }

  func contains(_ name: String) -> Bool { entries.offset(of: name) != nil }

  func open(_ name: String) throws(ExchangeError) -> any ByteSource {
    guard let offset = entries.offset(of: name) else { throw fault(.damaged("zip")) }
    let entry = try entry(at: offset)
    let place = InputPosition(path(of: name))
    if entry.flags & 1 != 0 { throw .badArchive(place, .encrypted) }
    let header = try file.bytes(at: entry.header, upTo: 30)
    guard header.count == 30, header.starts(with: [0x50, 0x4B, 3, 4]) else {
      throw fault(.damaged("zip"))
    }
    let start = entry.header + 30 + Int64(header.little16(26) + header.little16(28))
    guard start + entry.packed <= size else { throw .badArchive(place, .cut) }
    let packed = Section(file, at: start, count: entry.packed, in: place)
    switch entry.method {
    case 0:
      guard entry.packed == entry.unpacked else { throw .badArchive(place, .damaged("zip")) }
      return CheckedSource(packed, checksum: entry.checksum, at: place)
    case 8:
      let inflater = Inflater(packed, .raw, budget, at: place)
      inflater.atEnd = { $0 == entry.checksum && $1 == entry.unpacked }
      return inflater
    default: throw .badArchive(place, .method(entry.method))
    }
  }

  private func fault(_ fault: ArchiveFault) -> ExchangeError {
    .badArchive(InputPosition(path), fault)
  }
}

extension [UInt8] {
  /// Numbers with the least significant byte first.
  fileprivate func little16(_ index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }

  fileprivate func little32(_ index: Int) -> Int { little16(index) | little16(index + 2) << 16 }

  fileprivate func little64(_ index: Int) -> Int64 {
    Int64(little32(index)) | Int64(truncatingIfNeeded: little32(index + 4)) << 32
  }
}
