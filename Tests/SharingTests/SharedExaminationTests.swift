import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// The numbers of the users and posts in alice's copy.
private let (keeper, dina, bob): (Int64, Int64, Int64) = (1, 2, 3)
private let (first, loaf, answer): (Int64, Int64, Int64) = (1, 2, 3)
private let moment = Moment(microseconds: 1_780_000_000_000_000)

/// Tests that an examination finds what differs from the signed changes, and nothing else.
@Suite struct SharedExaminationTests {
  private let network: SharedPair
  private var alice: SharedCopy { network.alice }

  /// Everything that travels is there once, and some of what does not.
  init() throws {
    network = try SharedPair()
    try network.alice.write { writing in
      let post = try #require(try writing.reading.place(ifAny: Post.ID(2), for: nil))
      let picture = PictureDraft(content: Array("picture".utf8), width: 3, height: 2)
      try writing.update(
        User.ID(2),
        with: ProfileChanges(bio: try Bio("bakes"), avatar: .set(picture)))
      for (text, isPrivate) in [("for @bob, too", false), ("for me", true)] {
        let draft = PostDraft(
          text: try PostText(text), picture: picture, isPrivate: isPrivate, at: moment)
        _ = try writing.insert(
          try #require(draft), by: User.ID(1), answering: isPrivate ? nil : post, quoting: nil)
      }
      try writing.update(post, with: PostChanges(text: try PostText("the best loaf")), at: moment)
      _ = try writing.insert(
        Edge(.mute, from: User.ID(1), to: .user(User.ID(2))), reason: nil, at: moment)
    }
    try network.alice.sync(network.forge.folder)
    try network.bob.sync(network.forge.folder)
    try network.bob.write { writing in
      let tables = SharedTables(writing.reading.rows)
      let bob = try #require(try writing.reading.userID(ifAny: Handle("bob")))
      let alice = try #require(try writing.reading.userID(ifAny: Handle("alice")))
      let id = try #require(try tables.post(named: network.post)).post
      let post = try #require(try tables.content(of: id)).postKey
      for kind in [EdgeKind.like, .bookmark] {
        _ = try writing.insert(Edge(kind, from: bob, to: .post(post)), reason: nil, at: moment)
      }
      _ = try writing.insert(
        Edge(.flag, from: bob, to: .post(post)), reason: try Reason("burnt"), at: moment)
      _ = try writing.insert(Edge(.follow, from: bob, to: .user(alice)), reason: nil, at: moment)
      _ = try writing.insertRepost(of: post, by: bob, at: moment)
    }
    try network.exchange()
  }

  private func faults(after change: String) throws -> [Fault] {
    try RawDatabase(alice.path).run(change)
    return try alice.faults()
  }

  @Test func `a network is as signed before and after its changes are sent`() throws {
    #expect(try alice.faults() == [])
    #expect(try network.bob.faults() == [])
    let late = try network.bob.post("not sent yet")
    #expect(try network.bob.faults() == [])
    try network.bob.delete(late)
    #expect(try network.bob.faults() == [])
    try network.exchange()
    #expect(try alice.faults() == [])
  }

  @Test func `an accent that is spelled in other bytes travels`() throws {
    for bio in ["caf\u{E9}", "cafe\u{301}"] {
      try alice.write { writing in
        try writing.update(User.ID(keeper), with: ProfileChanges(bio: try Bio(bio)))
      }
      try network.exchange()
      #expect(try network.bob.service.digest() == alice.service.digest())
      #expect(try network.bob.faults() == [])
    }
  }

  private static let changes: [(String, Fault)] = [
    (
      "UPDATE posts SET text = 'the worst loaf' WHERE id = 2",
      .unlikeSigned(.post(loaf), signer: "alice")
    ),
    ("UPDATE posts SET edited_at = 7 WHERE id = 2", .unlikeSigned(.post(loaf), signer: "alice")),
    ("UPDATE posts SET reply_to = 1 WHERE id = 3", .unlikeSigned(.post(answer), signer: "alice")),
    ("UPDATE posts SET picture = NULL WHERE id = 3", .unlikeSigned(.post(answer), signer: "alice")),
    ("DELETE FROM mentions WHERE post = 3", .unlikeSigned(.post(answer), signer: "alice")),
    (
      "UPDATE shared_posts SET is_vouched = 1 WHERE post = 2",
      .unlikeSigned(.post(loaf), signer: "alice")
    ),
    (
      "UPDATE users SET bio = 'burns' WHERE id = 2",
      .unlikeSigned(.user(dina, handle: "dina"), signer: "alice")
    ),
    (
      "UPDATE users SET avatar = NULL WHERE id = 2",
      .unlikeSigned(.user(dina, handle: "dina"), signer: "alice")
    ),
    (
      "UPDATE users SET username = 'robert' WHERE id = 3",
      .unlikeSigned(.user(bob, handle: "robert"), signer: "alice")
    ),
    (
      "UPDATE likes SET at = at + 1",
      .unlikeSigned(.edge(.like, from: bob, to: loaf), signer: "bob")
    ),
    (
      "UPDATE flags SET reason = 'raw'",
      .unlikeSigned(.edge(.flag, from: bob, to: loaf), signer: "bob")
    ),
    ("UPDATE sharing SET name = 'Lestrade'", .unlikeBundles(table: "sharing")),
    ("UPDATE shared_keys SET is_keeper = 1 - is_keeper", .unlikeBundles(table: "shared_keys")),
  ]

  @Test func `a changed row differs from what its signer signed`() throws {
    for (change, fault) in Self.changes {
      let backup = try alice.backUp()
      #expect(try faults(after: change).contains(fault), "\(change)")
      try alice.restore(backup)
    }
    #expect(try alice.faults() == [])
  }

  @Test func `a missing row and a row that nobody signed are found`() throws {
    let changes: [(String, [Fault])] = [
      ("DELETE FROM likes", [.notApplied(.edge(.like, from: bob, to: loaf), signer: "bob")]),
      ("DELETE FROM follows", [.notApplied(.edge(.follow, from: bob, to: keeper), signer: "bob")]),
      (
        "DELETE FROM posts WHERE reposts = 2",
        [.notApplied(.repost(of: loaf, by: bob), signer: "bob")]
      ),
      ("DELETE FROM posts WHERE id = 1", [.notApplied(.post(first), signer: "alice")]),
      (
        "INSERT INTO follows (follower, followee, at) VALUES (2, 1, 7)",
        [.neverSigned(.edge(.follow, from: dina, to: keeper))]
      ),
      (
        "UPDATE posts SET private = 0 WHERE private = 1",
        [.neverSigned(.post(4))]
      ),
    ]
    for (change, expected) in changes {
      let backup = try alice.backUp()
      #expect(try faults(after: change) == expected, "\(change)")
      try alice.restore(backup)
    }
  }

  @Test func `a bundle with another signature or another content is found`() throws {
    let bundles = try alice.store.snapshot { try SharedTables($0.rows).bundles() }
    // The root's, the keeper's with everything from before, and bob's newest.
    for (facts, signer) in [(bundles[0], nil), (bundles[2], "alice"), (bundles.last, "bob")] {
      let facts = try #require(facts)
      for isInSignature in [true, false] {
        let backup = try alice.backUp()
        try damage(facts.id, inSignature: isInSignature)
        let bundle = Fault.unlikeSigned(.bundle(facts.hash.hexadecimal), signer: signer)
        #expect(try alice.faults().contains(bundle), "\(facts.id)")
        try alice.restore(backup)
      }
    }
  }

  private func damage(_ id: Int64, inSignature: Bool) throws {
    try alice.write { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      var row = try #require(try SharedTables(target.reading.rows).bundle(id))
      var content = try BundleFile.content(compressed: row.content)
      let header = try #require(content.firstIndex(of: UInt8(ascii: "\n")))
      let place = inSignature ? header + 9 : content.count - 9
      content[place] = content[place] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
      row.content = BundleFile.compressed(content)
      try target.put(row)
    }
  }

  @Test func `many faults of one kind are counted`() throws {
    try alice.write { writing in
      for number in 0..<201 {
        let draft = PostDraft(
          text: try PostText("loaf \(number)"),
          at: Moment(microseconds: moment.microseconds + Int64(number)))
        _ = try writing.insert(
          try #require(draft), by: User.ID(1), answering: nil, quoting: nil)
      }
    }
    let found = try faults(after: "UPDATE posts SET text = 'crumbs' WHERE text GLOB 'loaf *'")
    #expect(found.count == 201)
    #expect(found.last == .rest(Fault.Category(.unlikeSigned, in: "posts"), count: 1))
  }
}
