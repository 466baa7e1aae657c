import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests damaged indexes of sound tables.
@Suite struct IndexRepairTests {
  static let indexes = [
    "follows_by_followee", "likes_by_user", "posts_by_id", "posts_by_picture", "flags_by_reporter",
    "flags_by_time", "posts_by_time", "follows_by_follower", "likes_by_post", "likes_by_author",
    "mutes_by_muter", "bookmarks_by_user", "mentions_by_user", "posts_by_thread",
    "posts_by_reply_to", "posts_by_answerer", "posts_by_repost", "sqlite_autoindex_users_1",
    "sqlite_autoindex_pictures_1",
  ]
  /// No user or post of the file was imported.
  private static let empty = ["origins_by_post", "origins_by_user"]

  @Test func `the test covers all indexes`() throws {
    let file = try DamagedFile()
    try file.write()
    let names = try RawDatabase(file.path).column(
      "SELECT name FROM sqlite_schema WHERE type = 'index'")
    #expect(names.sorted() == (Self.indexes + Self.empty).sorted())
  }

  /// Some bits change nothing, and with a few SQLite can't empty the index to rebuild it.
  @Test(arguments: indexes)
  func `a changed bit in an index loses no row and no count`(index: String) throws {
    let rows = try DamagedFile.rows.get()
    var generator = SeededGenerator(seed: 7)
    var stuck = 0
    let rounds = FaultRun.isFull ? 12 : 5
    for _ in 0..<rounds {
      var file = try DamagedFile()
      let pages = try file.leaves(of: index)
      let page = try #require(pages.randomElement(using: &generator))
      let start = (page - 1) * DamagedFile.pageSize
      let content = Int(file.bytes[start + 5]) << 8 | Int(file.bytes[start + 6])
      let place = start + Int.random(in: content..<DamagedFile.pageSize, using: &generator)
      let bit = place * 8 + Int.random(in: 0..<8, using: &generator)
      file.flip(bit: bit)
      try file.write()
      let network = try Network.open(at: file.path, patience: .ofTests)
      let repair = try network.file.repair(isDryRun: false)
      if repair.findings.contains(where: { !$0.isRepaired }) {
        #expect(try file.folder.bytes(of: "net.db") == file.bytes, "bit \(bit)")
        stuck += 1
        continue
      }
      let counts = repair.findings.filter { if case .count = $0.fault { true } else { false } }
      #expect(counts == [], "bit \(bit)")
      #expect(try network.file.examine(isDeep: true) == [], "bit \(bit)")
      #expect(try DamagedFile.contents(of: RawDatabase(file.path)) == rows, "bit \(bit)")
    }
    #expect(stuck < rounds)
  }
}
