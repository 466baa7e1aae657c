import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// Imports into a shared network.
@Suite struct SharedImportTests {
  private let network: SharedPair
  private let alice: SharedCopy

  init() throws {
    network = try SharedPair()
    alice = network.alice
  }

  private func user(_ handle: String, _ writing: any Writing) throws -> User.ID {
    try #require(try writing.reading.userID(ifAny: try Handle(handle)))
  }

  /// Imports a user who follows dina, answers the oldest post and likes it, and gives dina a bio.
  private func importCarol(_ writing: any Writing) throws {
    let at = alice.clock()
    let (dina, post) = (try user("dina", writing), Post.ID(1))
    let work = try writing.importing(continuing: false)
    let carol = try work.add(ImportedUser(handle: try Handle("carol"), createdAt: at))
    let answer = try work.add(
      ImportedPost(author: carol, at: at, text: try PostText("hello @dina"))
    ).id
    try work.stage(
      .references(
        of: answer, replyTo: PostReference(post, isKept: true), quotes: nil, isUnchanged: false))
    try work.stage(.follow(from: carol, to: dina, at: at))
    try work.stage(.like(post, by: carol, at: at))
    try work.stage(.mark(.flag(reporter: carol, post: post, at: at, reason: "dull")))
    var changes = UserChanges()
    changes.bio = try Bio("bakes")
    _ = try work.change(dina, changes)
    _ = try work.settle(isLast: true, marksSeen: false)
  }

  @Test func `an import of a keeper arrives in other copies`() throws {
    try alice.write { try importCarol($0) }
    #expect(try alice.service.facts(for: nil).unsent == 6)
    try network.exchange()
    #expect(try alice.lines() == network.bob.lines())
    #expect(try network.bob.lines().contains { $0.hasPrefix("post\t") && $0.contains("hello @") })
  }

  @Test func `an import notes no row that another program changed`() throws {
    let now = alice.clock()
    try alice.write { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      let (alice, dina) = (try user("alice", writing), try user("dina", writing))
      try target.change(dina, name: "planted", bio: "")
      try target.change(
        Post.ID(1), text: "planted", alt: nil, mentions: [], editedAt: now, arrivedAt: now)
      _ = try target.add(Edge(.follow, from: alice, to: .user(dina)), reason: nil, at: now)
      let draft = try #require(PostDraft(text: try PostText("planted"), at: now))
      _ = try target.insert(draft, by: dina, answering: nil, quoting: nil)
      try importCarol(writing)
    }
    #expect(try alice.service.facts(for: nil).unsent == 6)
    try network.exchange()
    let lines = try network.bob.lines()
    #expect(lines.contains { $0.contains("bakes") })
    #expect(!lines.contains { $0.contains("planted") })
    #expect(lines.count { $0.hasPrefix("follow\t") } == 1)
  }
}
