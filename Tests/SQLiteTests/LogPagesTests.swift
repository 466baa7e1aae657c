import Foundation
import SQLite
import Support
import Testing

/// Tests partly unreadable logs beside older and newer files.
@Suite struct LogPagesTests {
  private static let pageSize = 4_096

  private static func page(of byte: UInt8) -> [UInt8] {
    [UInt8](repeating: byte, count: pageSize)
  }

  /// Whether the reader uses the log; the file has a header and two pages.
  private static func isRead(_ log: [UInt8], beside pages: (UInt8, UInt8)) throws -> Bool {
    try file(log, beside: pages).hasLog
  }

  private static func file(_ log: [UInt8], beside pages: (UInt8, UInt8)) throws -> PageFile {
    let folder = try TemporaryFolder()
    let first = Array("SQLite format 3\0".utf8) + [0x10, 0]
    try folder.write(
      first + page(of: 0).dropFirst(first.count) + page(of: pages.0) + page(of: pages.1),
      to: "made.db")
    try folder.write(log, to: "made.db-wal")
    return try PageFile(folder.file("made.db"), as: Sample.identity(), wait: .zero, unless: nil)
  }

  /// The second page changes there and back, and the third changes before a broken frame.
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

  @Test func `a page from after the readable part shows that the file is newer`() throws {
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
    #expect(try Self.isRead(damaged, beside: (2, 2)), "it has what can be read")
    let begun = Array(damaged[..<rewritten])
    #expect(try !Self.isRead(begun, beside: (3, 3)), "the broken frame's sum shows its page")
    #expect(try Self.isRead(begun, beside: (3, 9)), "and no other")
  }

  /// The places are in each number of the frame's header and at both ends of its content.
  @Test(arguments: [3, 7, 11, 15, 19, 23, 24, 4_119])
  func `one frame that is broken shows that the file is newer`(place: Int) throws {
    var log = MadeLog(pageSize: Self.pageSize)
    log.write(Self.page(of: 2), as: 2)
    log.write(Self.page(of: 2), as: 3, ofSize: 3)
    let broken = log.bytes.count
    log.write(Self.page(of: 3), as: 3, ofSize: 3)
    var damaged = log.bytes
    damaged[broken + place] ^= 1

    #expect(try !Self.isRead(damaged, beside: (2, 3)))
    #expect(try Self.isRead(damaged, beside: (2, 2)))
    #expect(try Self.isRead(damaged, beside: (2, 1)))
    #expect(try Self.isRead(damaged, beside: (1, 3)), "the other page is older")
  }

  @Test func `a log ends before a page that cannot be, as for SQLite`() throws {
    var log = MadeLog(pageSize: Self.pageSize)
    log.write(Self.page(of: 2), as: 2, ofSize: 3)
    #expect(try !Self.file(log.bytes, beside: (1, 1)).hasMoreInLog)
    log.write(Self.page(of: 3), as: 0)
    log.write(Self.page(of: 3), as: 2, ofSize: 3)
    #expect(try Self.file(log.bytes, beside: (1, 1)).hasMoreInLog)
  }

  /// SQLite writes the header before the first frame, and a reader may look between any two writes.
  ///
  /// A crash may leave zeros after them.
  @Test(arguments: [0, 1 << 20])
  func `a log that is cut and begun meanwhile is no other program's`(zeros: Int) throws {
    let scratch = try Scratch()
    _ = try scratch.create("x.db")
    let identity = try Sample.identity()
    let file = [UInt8](try #require(scratch.bytes("x.db")))
    var log = MadeLog(pageSize: Self.pageSize)
    log.write(Array(file[..<Self.pageSize]), as: 1, ofSize: file.count / Self.pageSize)
    let path = scratch.path("x.db")
    for length in [0, 1, 4, 8, 31, 32, 33, 56, log.bytes.count] {
      let descriptor = open(path + "-wal", O_RDWR | O_CREAT | O_TRUNC, 0o600)
      pwrite(descriptor, log.bytes, length, 0)
      if zeros > length { ftruncate(descriptor, off_t(zeros)) }
      close(descriptor)
      #expect(throws: Never.self, "\(length) bytes") {
        _ = try DatabaseFile.open(path, as: identity, wait: .zero)
      }
    }
  }
}
