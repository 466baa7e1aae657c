import Dispatch
import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests the cache of thumbnails, which may be empty or cleared at any time.
@Suite(.onEachEngine) struct ThumbnailTests {
  let fixture: Fixture
  var network: Network { fixture.network }

  init() throws {
    fixture = try Fixture("ana", "bob")
  }

  private func hash(_ picture: Int) throws -> String {
    try network.show(picture, by: "bob").post?.item.image?.hash ?? ""
  }

  private func ana() throws -> User.ID {
    try network.users.profile(of: "ana", as: .nobody).item.user.id
  }

  /// The thumbnails for a page of ana.
  private func page() throws -> ThumbnailSet {
    try network.pictures.thumbnails(of: network.shown("ana"), avatarOf: ana())
  }

  private func size() throws -> Int {
    try FileManager.default.attributesOfItem(atPath: fixture.path)[.size] as? Int ?? 0
  }

  @Test func `a page has its thumbnails and lists the missing ones`() throws {
    for picture in [1, 2, 3, 4, 2] { try network.show(picture, by: "ana", at: 1) }
    _ = try network.post("only words", by: "ana", at: 9)
    try network.wear(7, by: "ana")
    let hashes = try [1, 2, 3, 4, 7].map(hash)
    var expected = ThumbnailSet(avatar: hashes[4])
    expected.add(nil, of: hashes[4])
    expected.add(.plain(2), of: hashes[1])
    expected.add(.plain(4), of: hashes[3])
    expected.add(nil, of: hashes[2])
    expected.add(nil, of: hashes[0])
    #expect(try page() == expected)
    #expect(expected.missing == [hashes[4], hashes[2], hashes[0]])
    #expect(expected.avatar == nil)
    try network.wear(2, by: "ana")
    #expect(try page().avatar == .plain(2))
  }

  @Test func `new thumbnails are stored once`() throws {
    try network.show(1, by: "ana")
    try network.wear(3, by: "ana")
    let made = Dictionary(uniqueKeysWithValues: try page().missing.map { ($0, Thumbnail.plain(9)) })
    network.pictures.offer(made.mapValues { PictureCopies(tile: $0) })
    #expect(try page().kept == made)
    #expect(try page().missing == [])
    let before = try fixture.allRows()
    network.pictures.offer(made.mapValues { PictureCopies(tile: $0) })
    network.pictures.offer([:])
    network.pictures.offer(["not a hash": .plain(1), String(repeating: "0", count: 64): .plain(1)])
    #expect(try fixture.allRows() == before)
  }

  @Test func `the whole picture is kept beside its tile until the cache is cleared`() throws {
    try network.show(2, by: "ana")
    let hash = try hash(2)
    #expect(try network.pictures.wholeCopy(hash) == nil)
    network.pictures.offer([hash: PictureCopies(tile: .plain(2), whole: [1, 2, 3])])
    #expect(try network.pictures.wholeCopy(hash) == [1, 2, 3])
    // A tile alone leaves it.
    network.pictures.offer([hash: .plain(4)])
    #expect(try network.pictures.wholeCopy(hash) == [1, 2, 3])
    #expect(try page().kept == [hash: .plain(4)])
    let cache = ThumbnailCache(thumbnails: 1, bytes: Thumbnail.byteCount + 3)
    #expect(try network.pictures.cache() == cache)
    #expect(try network.pictures.clearCache().dropped == cache)
    #expect(try network.pictures.wholeCopy(hash) == nil)
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test(.tags(.ofFiles)) func `a thumbnail of another size counts as missing and is replaced`()
    throws
  {
    try network.show(2, by: "ana")
    try fixture.raw().run("UPDATE thumbnails SET pixels = x'00'")
    let missing = try page().missing
    #expect(missing.count == 1)
    network.pictures.offer([missing[0]: .plain(5)])
    #expect(try page().kept == [missing[0]: .plain(5)])
  }

  @Test func `an undecodable picture is remembered until the cache is cleared`() throws {
    for picture in [1, 2] { try network.show(picture, by: "ana") }
    let (unknown, drawn) = (try hash(1), try hash(2))
    network.pictures.offer([:], undecodable: [unknown, drawn])
    let known = try page()
    #expect(known.missing == [] && known.undecodable == [unknown])
    #expect(known.kept == [drawn: .plain(2)])
    #expect(
      try network.pictures.cache()
        == ThumbnailCache(thumbnails: 1, bytes: Thumbnail.byteCount))
    #expect(try network.file.examine(isDeep: true) == [])
    _ = try network.pictures.clearCache()
    #expect(try Set(page().missing) == [unknown, drawn])
    network.pictures.offer([:], undecodable: [unknown])
    network.pictures.offer([unknown: .plain(7)])
    #expect(try page().kept == [unknown: .plain(7)])
  }

  @Test(.tags(.ofFiles)) func `storing a thumbnail does not wait for the lock`() throws {
    try network.show(1, by: "ana")
    let missing = try page().missing
    let other = try fixture.raw()
    try other.run("BEGIN IMMEDIATE")
    let time = ContinuousClock().measure { network.pictures.offer([missing[0]: .plain(1)]) }
    try other.run("ROLLBACK")
    #expect(time < .seconds(10))
    #expect(try page().missing == missing)
    network.pictures.offer([missing[0]: .plain(1)])
    #expect(try page().missing == [])
  }

  @Test(.tags(.ofFiles))
  func `clearing reports the dropped thumbnails, and the file shrinks by the reported size`()
    throws
  {
    for picture in 0..<40 { try network.show(picture * 2, by: "ana", at: Int64(picture) + 1) }
    try network.show(3, by: "ana", at: 99)
    let cache = ThumbnailCache(thumbnails: 40, bytes: 40 * Thumbnail.byteCount)
    #expect(try network.pictures.cache() == cache)
    let rehearsed = try network.pictures.clearCache(isDryRun: true)
    #expect(try network.pictures.cache() == cache)
    let before = try fixture.raw().column("PRAGMA page_count").compactMap { Int($0) }[0] * 4_096
    let cleared = try network.pictures.clearCache()
    #expect(cleared == rehearsed)
    #expect(cleared.dropped == cache)
    #expect(cleared.freedBytes > cache.bytes)
    #expect(try size() == before - cleared.freedBytes)
    #expect(try page().missing.count == 41)
    #expect(try fixture.faults() == [])
    let nothing = ClearedCache(
      dropped: ThumbnailCache(thumbnails: 0, bytes: 0), freedBytes: 0)
    #expect(try network.pictures.clearCache() == nothing)
  }

  @Test func `clearing in a transaction takes effect with its commit`() throws {
    struct Stop: Error {}
    for picture in 0..<40 { try network.show(picture * 2, by: "ana") }
    #expect(throws: Stop.self) {
      try network.together {
        _ = try network.pictures.clearCache()
        throw Stop()
      }
    }
    #expect(try network.pictures.cache().thumbnails == 40)
    #expect(try fixture.faults() == [])
    let freed = try network.together {
      let cleared = try network.pictures.clearCache()
      try network.show(80, by: "bob")
      return cleared.freedBytes
    }
    let isFile = Engine.current == .file
    #expect(isFile ? freed > 40 * Thumbnail.byteCount : freed == 40 * Thumbnail.byteCount)
    #expect(try network.pictures.cache().thumbnails == 1)
    if isFile { #expect(try size() < 400_000) }
    #expect(try fixture.faults() == [])
  }

  @Test(.tags(.ofFiles)) func `a concurrent reader sees the whole cache or none`() throws {
    let drawn = [0, 2, 4, 6, 8]
    for picture in drawn { try network.show(picture, by: "ana") }
    let path = fixture.path
    let wrong = SharedValue<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        let network = try Network.open(at: path, patience: .ofTests)
        let posts = try network.shown("ana")
        for _ in 0..<40 {
          if number == 0 { _ = try network.pictures.clearCache() }
          let set = try network.pictures.thumbnails(of: posts)
          let made = Dictionary(
            uniqueKeysWithValues: set.missing.map { ($0, PictureCopies.plain(1)) })
          network.pictures.offer(made)
          if set.kept.count + set.missing.count != drawn.count {
            wrong.change { $0.append("\(set.kept.count) of \(set.missing.count)") }
          }
        }
      } catch {
        wrong.change { $0.append("\(error)") }
      }
    }
    #expect(wrong.value == [])
    #expect(try fixture.faults() == [])
  }
}
