import Model
import NetworkSupport
import Services
import Storage
import Testing

/// Tests posts of a shared network that lines name by their lasting names.
@Suite struct LastingNameTests {
  private let fixture: Fixture
  private var posts: PostService { fixture.network.posts }

  /// Posts 1 to 4 have the names abcd…01, abcd…02, abce…03 and 0000…04; post 4 is deleted.
  init() throws {
    fixture = try Fixture("ana", "bob")
    for number in 1...4 {
      _ = try fixture.network.post("word \(number)", by: "ana", at: Int64(number))
    }
  }

  private func share() throws {
    try fixture.network.store.queue.together { writing in
      let target = try #require(writing as? any MergeTarget)
      try target.createSharedTables()
      let beginnings: [[UInt8]] = [[0xAB, 0xCD], [0xAB, 0xCD], [0xAB, 0xCE], [0, 0]]
      for (place, beginning) in beginnings.enumerated() {
        var row = StoredSharedPost()
        row.post = Post.ID(Int64(place + 1))
        row.name = LastingName(
          beginning + [UInt8](repeating: 0x5F, count: 13) + [UInt8(place + 1)])
        row.isVouched = place == 1
        try target.put(row)
      }
    }
    _ = try fixture.network.deletePost("ana", 4)
  }

  private func find(_ digits: String) throws -> Post.ID { try posts.find(.lastingName(digits)) }

  @Test func `a post is found by the first digits of its name`() throws {
    try share()
    #expect(try find("abce") == 3)
    #expect(try find("abcd5f5f5f5f5f5f5f5f5f5f5f5f5f02") == 2)
    // Half a byte counts too.
    #expect(try find("abce5") == 3)
    #expect(throws: ServiceError.noPostNamed("abce6", isShared: true)) { try find("abce6") }
    #expect(throws: ServiceError.severalPostsNamed("abcd", [1, 2])) { try find("abcd") }
    #expect(throws: ServiceError.noPostNamed("ffff", isShared: true)) { try find("ffff") }
  }

  @Test func `a deleted post has no name any more`() throws {
    try share()
    #expect(throws: ServiceError.noPostNamed("0000", isShared: true)) { try find("0000") }
  }

  @Test func `a network that is not shared has no lasting names`() throws {
    #expect(throws: ServiceError.noPostNamed("abcd", isShared: false)) { try find("abcd") }
    #expect(try posts.find(.number(7)) == 7)
    #expect(try posts.post(1, as: "ana").item.lasting == nil)
  }

  @Test func `a bulk write refuses only the items that name no post`() throws {
    try share()
    let items = ["~ffff", "~abce", "1"].map { typed in
      BulkItem(
        input: typed,
        value: typed == "1" ? TypedPost.number(1) : .lastingName(String(typed.dropFirst())))
    }
    let like = { (mode: BulkMode) in
      try posts.finding(items, mode) {
        try fixture.network.likes.like($0, as: "bob", at: Moment(seconds: 9), mode)
      }
    }
    let refusal = ServiceError.refused(
      input: "~ffff", reason: .noPostNamed("ffff", isShared: true))
    #expect(throws: refusal) { try like(BulkMode()) }
    let report = try like(BulkMode(keepsGoing: true))
    #expect(report.map { try? $0.get().input } == [nil, "~abce", "1"])
    #expect(throws: refusal) { try report[0].get() }
  }

  @Test func `posts are read with their names and who signed them`() throws {
    try share()
    let listed = try posts.explore(as: .nobody, PageRequest(limit: 9)).items
    #expect(listed.map(\.id) == [3, 2, 1])
    #expect(listed.map { $0.lasting?.isVouched } == [false, true, false])
    #expect(listed.allSatisfy { $0.lasting?.name?.hexadecimal.hasPrefix("abc") == true })
  }
}
