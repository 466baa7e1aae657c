internal import Glibc

/// The pages that a rollback journal keeps as they were before a change that did not end,
/// <https://www.sqlite.org/fileformat2.html#the_rollback_journal>.
final class JournalPages {
  /// How many pages the file had before the change.
  let pageCount: Int
  let pageSize: Int
  private let file: Descriptor
  /// Where the first content of each page begins: later ones are of the change itself.
  private let places: [Int: Int64]

  /// Nil where there is no journal, or one that was ended.
  init?(_ path: String) {
    guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let stamp = FileStamp(of: file), stamp.isRegular, let first = Header(file, at: 0)
    else { return nil }
    var places: [Int: Int64] = [:]
    var next: (header: Header, offset: Int64)? = (first, 0)
    while let (header, offset) = next {
      var place = offset + first.sectorSize
      let room = (stamp.size - place) / (first.pageSize + 8)
      var left = header.recordCount.map { min($0, room) } ?? room
      while left > 0, let number = header.page(at: place, of: first.pageSize, in: file) {
        let counts = number <= first.pageCount && places[number] == nil
        if counts { places[number] = place + 4 }
        place += first.pageSize + 8
        left -= 1
      }
      let end = (place + first.sectorSize - 1) / first.sectorSize * first.sectorSize
      next = left > 0 ? nil : Header(file, at: end).map { ($0, end) }
    }
    (pageCount, pageSize) = (first.pageCount, Int(first.pageSize))
    self.file = file
    self.places = places
  }

  var numbers: [Int] { Array(places.keys) }

  func has(_ number: Int) -> Bool { places[number] != nil }

  /// Whether a change of the file that begins with `header` may have left it; it may as well be of
  /// another file.
  ///
  /// A file with a log has one for the change that gave it the log, in which nothing but the first
  /// page was another.
  func isLeft(beside header: FileHeader) -> Bool {
    if header.hasLog, numbers != [1] { return false }
    guard let before = page(1).flatMap(FileHeader.init) else {
      return pageCount == header.pageCount
    }
    return pageCount == before.pageCount && (before == header || before.mayBecome(header))
  }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.bytes(at: $0, count: pageSize) }
  }

  /// What each part of a journal begins with.
  private struct Header {
    /// Nil for as many as there is room for.
    let recordCount: Int64?
    private let seed: UInt32
    let pageCount: Int
    let sectorSize: Int64
    let pageSize: Int64

    init?(_ file: borrowing Descriptor, at offset: Int64) {
      guard let bytes = file.bytes(at: offset, count: 28),
        bytes.starts(with: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
      else { return nil }
      let count = Bytes.u32(bytes, at: 8)
      recordCount = count == .max ? nil : Int64(count)
      seed = Bytes.u32(bytes, at: 12)
      pageCount = Int(Bytes.u32(bytes, at: 16))
      sectorSize = Int64(Bytes.u32(bytes, at: 20))
      pageSize = Int64(Bytes.u32(bytes, at: 24))
      let sizes: ClosedRange<Int64> = 32...65_536
      guard sizes.contains(sectorSize), sizes.contains(pageSize), pageSize >= 512 else {
        return nil
      }
    }

    /// The number of the page whose record begins there; nil for what was not written whole.
    func page(at place: Int64, of size: Int64, in file: borrowing Descriptor) -> Int? {
      guard let record = file.bytes(at: place, count: Int(size) + 8) else { return nil }
      var sum = seed
      for index in stride(from: Int(size) - 200, to: 0, by: -200) {
        sum &+= UInt32(record[4 + index])
      }
      let number = Int(Bytes.u32(record, at: 0))
      return number > 0 && Bytes.u32(record, at: Int(size) + 4) == sum ? number : nil
    }
  }
}
