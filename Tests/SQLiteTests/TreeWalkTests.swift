import SQLite
import Support
import Testing

/// Tests hostile files that claim much more work than their size.
@Suite struct TreeWalkTests {
  private static let pageSize = 4_096

  @Test func `many rows that share one long chain are not all read`() throws {
    let chain = 500
    let rows = 1_000
    let folder = try TemporaryFolder()
    var file = [UInt8](repeating: 0, count: Self.pageSize * (1 + rows / 500 + chain))
    Self.write(Array("SQLite format 3\0".utf8) + [0x10, 0], at: 0, to: &file)
    for page in 2..<(2 + rows / 500) {
      Self.write(Self.leaf(rows: 500, chain: chain, from: 2 + rows / 500), ofPage: page, to: &file)
    }
    let first = 2 + rows / 500
    for page in first..<first + chain - 1 {
      Self.write([UInt8](word: page + 1), ofPage: page, to: &file)
    }
    try folder.write(file, to: "hostile.db")

    let pages = try PageFile(
      folder.file("hostile.db"), as: Sample.identity(), wait: .zero, unless: nil)
    var bytes = 0
    try TreeWalk(pages, unless: nil).strayRows { row in
      for case .blob(let blob) in row.values { bytes += blob.count }
    }
    #expect(bytes >= 400 * Self.pageSize)
    #expect(bytes <= 4 * file.count)
  }

  @Test func `a log that claims four billion pages adds those that it has`() throws {
    let folder = try TemporaryFolder()
    let most = 4_000_000_000
    try folder.write(
      Array("SQLite format 3\0".utf8) + [0x10, 0] + [UInt8](repeating: 0, count: 4_078),
      to: "hostile.db")
    var row = [UInt8](repeating: 0, count: Self.pageSize)
    (row[0], row[4], row[8], row[9]) = (0x0D, 1, 0x0F, 0xF0)
    Self.write([3, 42, 2, 1, 77], at: 0x0FF0, to: &row)
    var log = MadeLog(pageSize: Self.pageSize)
    log.write(row, as: most, ofSize: most)
    try folder.write(log.bytes, to: "hostile.db-wal")

    let pages = try PageFile(
      folder.file("hostile.db"), as: Sample.identity(), wait: .zero, unless: nil)
    var numbers: [Int64?] = []
    try TreeWalk(pages, unless: nil).strayRows { numbers.append($0.number) }
    #expect(numbers == [42])
  }

  /// A leaf page whose rows share one cell with one overflow chain.
  private static func leaf(rows: Int, chain: Int, from first: Int) -> [UInt8] {
    let blob = chain * (pageSize - 4)
    let type = varint(12 + 2 * blob)
    let record = [UInt8(1 + type.count)] + type
    let size = record.count + blob
    let least = (pageSize - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (pageSize - 4)
    let local = wanted <= pageSize - 35 ? wanted : least
    let cell =
      varint(size) + [1] + record + [UInt8](repeating: 7, count: local - record.count)
      + [UInt8](word: first)
    let place = pageSize - cell.count
    var page = [UInt8](repeating: 0, count: pageSize)
    page[0] = 0x0D
    (page[3], page[4]) = (UInt8(rows >> 8), UInt8(rows & 0xFF))
    for row in 0..<rows {
      (page[8 + 2 * row], page[9 + 2 * row]) = (UInt8(place >> 8), UInt8(place & 0xFF))
    }
    page.replaceSubrange(place..., with: cell)
    return page
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var groups = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      groups.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return groups.reversed()
  }

  private static func write(_ bytes: [UInt8], ofPage page: Int, to file: inout [UInt8]) {
    write(bytes, at: (page - 1) * pageSize, to: &file)
  }

  private static func write(_ bytes: [UInt8], at place: Int, to file: inout [UInt8]) {
    file.replaceSubrange(place..<place + bytes.count, with: bytes)
  }
}
