import SQLite
import Support
import Testing

/// Logs of which a part can't be read, beside files that have more of it or less.
@Suite struct LogPagesTests {
  private static let pageSize = 4_096

  private static func page(of byte: UInt8) -> [UInt8] {
    [UInt8](repeating: byte, count: pageSize)
  }

  /// Whether the log is read beside a file of a header and two pages.
  private static func isRead(_ log: [UInt8], beside pages: (UInt8, UInt8)) throws -> Bool {
    let folder = try TemporaryFolder()
    let first = Array("SQLite format 3\0".utf8) + [0x10, 0]
    try folder.write(
      first + page(of: 0).dropFirst(first.count) + page(of: pages.0) + page(of: pages.1),
      to: "made.db")
    try folder.write(log, to: "made.db-wal")
    return try PageFile(folder.file("made.db"), as: Sample.identity(), wait: .zero, unless: nil)
      .hasLog
  }

  /// The second page changes there and back, the third once and then in a frame that is broken.
  @Test func `a page that is as the log leaves it does not show that the file is newer`() throws {
    var log = MadeLog(pageSize: Self.pageSize)
    log.write(Self.page(of: 2), as: 2, ofSize: 3)
    log.write(Self.page(of: 1), as: 2)
    log.write(Self.page(of: 2), as: 3, ofSize: 3)
    let broken = log.bytes.count
    log.write(Self.page(of: 3), as: 3)
    log.write(Self.page(of: 1), as: 2, ofSize: 3)
    var damaged = log.bytes
    damaged[broken + 24] ^= 1

    #expect(try Self.isRead(damaged, beside: (1, 1)), "the file has nothing of the log")
    #expect(try Self.isRead(damaged, beside: (1, 2)), "it has what can be read")
    #expect(try Self.isRead(log.bytes, beside: (1, 3)), "the log is whole")
  }

  @Test func `a page from behind what can be read shows that the file is newer`() throws {
    var log = MadeLog(pageSize: Self.pageSize)
    log.write(Self.page(of: 2), as: 2)
    log.write(Self.page(of: 2), as: 3, ofSize: 3)
    let broken = log.bytes.count
    log.write(Self.page(of: 3), as: 3)
    log.write(Self.page(of: 3), as: 2, ofSize: 3)
    let rewritten = log.bytes.count
    log.write(Self.page(of: 4), as: 3, ofSize: 3)
    var damaged = log.bytes
    damaged[broken + 24] ^= 1

    #expect(try !Self.isRead(damaged, beside: (3, 4)))
    #expect(try !Self.isRead(damaged, beside: (2, 4)), "a page may be newer alone")
    #expect(try Self.isRead(damaged, beside: (1, 4)), "a page is older")
    #expect(try !Self.isRead(Array(damaged[..<rewritten]), beside: (3, 9)), "of the broken frame")
    #expect(try Self.isRead(damaged, beside: (2, 2)), "it has what can be read")
  }
}
