internal import Files
internal import Glibc

/// The original pages in the rollback journal of an unfinished transaction,
/// <https://www.sqlite.org/fileformat2.html#the_rollback_journal>.
final class JournalPages {
  /// The number of pages of the file before the transaction.
  let pageCount: Int
  /// Whether it has all pages that its headers announce.
  let isWhole: Bool
  private let pageSize: Int
  private let file: Descriptor
  /// The offset of the content of each page.
  private let places: [Int: Int64]

  /// Nil if the journal is missing, finished, or can't belong to the file with `header`.
  init?(_ path: String, beside header: FileHeader) {
    guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let stamp = FileStamp(of: file), stamp.isRegular,
      let first = Part(file, at: 0), first.pageSize == header.pageSize,
      let (places, isWhole) = first.places(
        in: file, of: Int(stamp.size), atMost: header.hasLog ? 1 : first.pageCount)
    else { return nil }
    (pageCount, pageSize) = (first.pageCount, first.pageSize)
    (self.isWhole, self.places) = (isWhole, places)
    self.file = file
    guard isLeft(beside: header) else { return nil }
  }

  var numbers: [Int] { Array(places.keys) }

  func has(_ number: Int) -> Bool { places[number] != nil }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.bytes(at: $0, count: pageSize) }
  }

  /// Whether a crash may have left the journal beside a file with this header.
  ///
  /// In WAL mode only the switch to that mode leaves a journal; it has only the first page.
  private func isLeft(beside header: FileHeader) -> Bool {
    if header.hasLog, numbers != [1] { return false }
    guard let before = page(1).flatMap(FileHeader.init) else {
      return pageCount == header.pageCount
    }
    return pageCount == before.pageCount && (before == header || before.mayBecome(header))
  }

  /// A part of a journal, which begins with its own header.
  private struct Part {
    let pageCount: Int
    let pageSize: Int
    private let sectorSize: Int
    /// Nil for as many as the file has.
    private let recordCount: Int?
    private let seed: UInt32
    private let start: Int

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// SQLite uses no sector size below 512 bytes (`setSectorSize` in `pager.c`).
    init?(_ file: borrowing Descriptor, at start: Int) {
      guard let bytes = file.bytes(at: Int64(start), count: 28),
        bytes.starts(with: Part.magic)
      else { return nil }
      let count = Bytes.u32(bytes, at: 8)
      recordCount = count == .max ? nil : Int(count)
      seed = Bytes.u32(bytes, at: 12)
      pageCount = Int(Bytes.u32(bytes, at: 16))
      sectorSize = Int(Bytes.u32(bytes, at: 20))
      pageSize = Int(Bytes.u32(bytes, at: 24))
      self.start = start
      guard (512...65_536).contains(sectorSize), FileHeader.isPageSize(pageSize) else { return nil }
    }

    /// Whether the bytes at `start` are not the zeros with which an unfinished part begins.
    static func isSpoiled(_ file: borrowing Descriptor, at start: Int) -> Bool {
      file.bytes(at: Int64(start), count: magic.count)?.contains { $0 != 0 } == true
    }

    /// The offsets of the pages of this and all later parts.
    ///
    /// Nil for a journal that SQLite never writes: with a page twice, a page outside the file, or a
    /// part after an empty one.
    func places(
      in file: borrowing Descriptor, of size: Int, atMost most: Int
    ) -> (places: [Int: Int64], areAll: Bool)? {
      var places: [Int: Int64] = [:]
      var areAll = true
      var next: Part? = self
      while let part = next {
        var place = part.start + sectorSize
        let room = (size - place) / (pageSize + 8)
        var left = min(part.recordCount ?? room, room)
        let isEmpty = left <= 0
        while left > 0, let number = part.page(at: place, of: pageSize, in: file) {
          guard number <= pageCount, places[number] == nil, places.count < most else { return nil }
          places[number] = Int64(place + 4)
          place += pageSize + 8
          left -= 1
        }
        let end = (place + sectorSize - 1) / sectorSize * sectorSize
        next = left > 0 ? nil : Part(file, at: end)
        if isEmpty, next != nil { return nil }
        let hasMore =
          next == nil && part.recordCount != nil
          && (part.page(at: place, of: pageSize, in: file) != nil
            || !isEmpty && Part.isSpoiled(file, at: end))
        if left > 0 || part.recordCount ?? 0 > room || hasMore { areAll = false }
      }
      return (places, areAll)
    }

    /// The number of the page whose record begins there; nil for an incomplete record.
    private func page(at place: Int, of size: Int, in file: borrowing Descriptor) -> Int? {
      guard let record = file.bytes(at: Int64(place), count: size + 8) else { return nil }
      var sum = seed
      for index in stride(from: size - 200, to: 0, by: -200) { sum &+= UInt32(record[4 + index]) }
      let number = Int(Bytes.u32(record, at: 0))
      // SQLite stops at the page with the lock bytes.
      guard number > 0, number != (1 << 30) / size + 1 else { return nil }
      return Bytes.u32(record, at: size + 4) == sum ? number : nil
    }
  }
}
