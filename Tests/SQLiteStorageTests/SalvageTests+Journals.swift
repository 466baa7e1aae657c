import Foundation
import Model
import NetworkSupport
import Services
import Storage
import Support
import Synchronization
import Testing

/// Tests rollback journals that an interrupted change leaves.
extension SalvageTests {
  @Test(arguments: [
    "DELETE FROM posts; DELETE FROM likes", "UPDATE users SET bio = hex(randomblob(3000))",
  ])
  func `a salvage has all committed changes and no others`(change: String) throws {
    let folder = try Self.halfOf(change)
    let target = folder.file("new.db")
    #expect(try FileService.salvage(folder.file("net.db"), to: target, patience: .ofTests) == [])
    #expect(try DamagedFile.contents(of: RawDatabase(target)) == DamagedFile.rows.get())
    #expect(try folder.names() == ["net.db", "net.db-journal", "new.db"])
  }

  /// After the header each record is a page with four bytes before and after it; its checksum adds
  /// every two hundredth byte.
  @Test(arguments: [0, 1, 4])
  func `a journal with an invalid record is reported`(record: Int) throws {
    let folder = try Self.halfOf("DELETE FROM follows; DELETE FROM likes")
    var journal = try folder.bytes(of: "net.db-journal")
    journal[512 + record * 4_104 + 4 + 3_896] ^= 1
    try folder.write(journal, to: "net.db-journal")
    let lost = try FileService.salvage(
      folder.file("net.db"), to: folder.file("new.db"), patience: .ofTests)
    #expect(lost.contains(Finding(.unread(.journal))))
  }

  enum Hiding: CaseIterable {
    case laterHead, oneRecord, allRecords, allRecordsOfLaterPart
  }

  @Test(arguments: Hiding.allCases)
  func `a journal that hides some of its records is reported`(hiding: Hiding) throws {
    let folder = try Self.halfOf("DELETE FROM follows; DELETE FROM likes")
    var journal = try folder.bytes(of: "net.db-journal")
    let heads = stride(from: 0, to: journal.count, by: 512).filter {
      journal[$0...].starts(with: journal[..<8])
    }
    try #require(heads.count > 2)
    switch hiding {
    case .laterHead: journal[heads[1]] ^= 1
    case .oneRecord: journal[11] -= 1
    case .allRecords: journal.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    case .allRecordsOfLaterPart:
      journal.replaceSubrange(heads[1] + 8..<heads[1] + 12, with: [0, 0, 0, 0])
    }
    try folder.write(journal, to: "net.db-journal")
    let lost = try FileService.salvage(
      folder.file("net.db"), to: folder.file("new.db"), patience: .ofTests)
    #expect(lost.contains(Finding(.unread(.journal))))
  }

  /// The files after a crash, without a lock.
  ///
  /// A change that exceeds the page cache is written to the file before its commit.
  private static func halfOf(_ change: String) throws -> TemporaryFolder {
    let file = try DamagedFile()
    try file.write()
    let other = try RawDatabase(file.path)
    try other.run("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; \(change)")
    let folder = try TemporaryFolder()
    for name in ["net.db", "net.db-journal"] {
      try folder.write(try file.folder.bytes(of: name), to: name)
    }
    #expect(try folder.bytes(of: "net.db") != file.bytes)
    withExtendedLifetime(other) {}
    return folder
  }

  @Test(arguments: [1, 7, UInt32.max])
  func `a journal that records another file length is ignored`(pageCount: UInt32) throws {
    let file = try DamagedFile()
    try file.write()
    try RawDatabase(file.path).run("PRAGMA journal_mode = DELETE")
    try file.folder.write(emptyJournal(pageCount: pageCount), to: "net.db-journal")
    let count = Mutex(0)
    let interrupts = Interrupts(isAsked: {
      count.withLock { count in
        count += 1
        return count > 1_000_000
      }
    })
    let target = file.folder.file("new.db")
    let lost = try FileService.salvage(
      file.path, to: target, patience: .ofTests, interrupts: interrupts)
    #expect(lost == [Finding(.unread(.journal))])
    #expect(try DamagedFile.contents(of: RawDatabase(target)) == DamagedFile.rows.get())
  }
}
