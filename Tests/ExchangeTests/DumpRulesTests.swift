import Exchange
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests records of a lossless export that name users, posts and pictures.
@Suite struct DumpRulesTests {
  let net: ImportFixture
  let other: ImportFixture

  init() throws {
    net = try ImportFixture()
    other = try ImportFixture()
  }

  // MARK: Mentions

  private func named(in net: ImportFixture) throws -> [Handle] {
    try net.posts().flatMap(\.mentions)
  }

  /// alice names bob, who becomes carol; then another bob joins.
  private func rename() throws {
    let (alice, bob) = (try net.add("alice"), try net.add("bob"))
    try net.store.perform { writing in
      let draft = try #require(
        PostDraft(text: try PostText("hi @bob"), isPrivate: false, at: Moment(seconds: 100)))
      _ = try writing.insert(draft, by: alice.id, answering: nil, quoting: nil)
      try writing.update(bob.id, with: ProfileChanges(handle: "carol"))
    }
    try net.add("bob")
  }

  @Test func `a mention stays with a user who was renamed`() throws {
    try rename()
    let dump = try net.dump()
    try other.take(text: dump)
    #expect(try named(in: other) == ["carol"])
    #expect(try other.dump() == dump)
  }

  @Test func `a mention of a user who has another handle here leads to them`() throws {
    try rename()
    let carol = try other.add("carol")
    _ = try other.store.queue.together {
      try $0.importing(continuing: false).stage(
        .userOrigin(Origin("acct", "acct:carol@x.org"), of: carol.id, insteadOf: nil))
    }
    let dump = try net.dump().replacing(
      #""username":"carol","name":"","bio":"","avatar":null,"banner":null,"#
        + #""created_at":"1970-01-01T00:00:01.000000Z","origins":["#,
      with: #""username":"carol","name":"","bio":"","avatar":null,"banner":null,"#
        + #""created_at":"1970-01-01T00:00:01.000000Z","origins":[{"source":"acct","key":"acct:carol@y.org"}"#
    )
    let lines = dump.split(separator: "\n").dropFirst().dropLast().map(String.init)
    let report = try other.take(text: BoundsTests.dump(lines))
    #expect(report.changed == [.renamed: 1])
    #expect(try named(in: other) == ["carol_2"])
  }

  @Test func `an older export without mentions is read by its words`() throws {
    try net.take(
      text: BoundsTests.dump([
        BoundsTests.user(1, "a"), BoundsTests.user(2, "b"), BoundsTests.post(3, "@b hi"),
      ]))
    #expect(try named(in: net) == ["b"])
  }

  @Test func `a post can't name more users than its words do`() throws {
    let dump = BoundsTests.dump([
      BoundsTests.user(1, "a"), BoundsTests.user(2, "b"),
      BoundsTests.post(3, "@b hi", more: #","mentions":["a","b"]"#),
    ])
    let options = ImportFixture.options { $0.keepsGoing = true }
    #expect(try net.take(text: dump, options).refused == [.badRecord: 1])
  }

  // MARK: Ties

  @Test func `a repost of a repost is refused`() throws {
    let dump = BoundsTests.dump([
      BoundsTests.user(1, "a"), BoundsTests.post(1, "first"),
      BoundsTests.post(2, "", more: #","reposts":1"#),
      BoundsTests.post(3, "", more: #","reposts":2"#),
    ])
    let options = ImportFixture.options { $0.keepsGoing = true }
    #expect(try net.take(text: dump, options).refused == [.badRecord: 1])
    try net.store.perform { writing in
      let first = try #require(try writing.reading.place(ifAny: Post.ID(1), for: nil))
      try writing.delete(first)
    }
    #expect(try net.network.file.facts().posts == 0)
  }

  /// Each post answers the next one, which is later in the file.
  private static func answersFirst(_ count: Int64) -> String {
    let posts = (1...count).map { number in
      let at = "2020-01-01T00:00:00.\(String(1_000_000 + number).dropFirst())Z"
      let more = number < count ? #","reply_to":\#(number + 1)"# : ""
      return
        #"{"type":"post","id":\#(number),"author":"a","text":"x","created_at":"\#(at)"\#(more)}"#
    }
    return BoundsTests.dump([BoundsTests.user(1, "a")] + posts, next: (10, count + 1))
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `answers before the posts they answer take time in proportion`(keepsGoing: Bool) throws {
    let options = ImportFixture.options { $0.keepsGoing = keepsGoing }
    try net.take(text: Self.answersFirst(12_000), options)
    let answers = try net.posts().filter { $0.replyTo != nil }
    #expect(answers.count == 11_999)
    #expect(Set(answers.map(\.conversation)) == [12_000])
    #expect(try net.faults() == [])
  }

  @Test func `answers that lead back to themselves are not tied`() throws {
    let dump = BoundsTests.dump([
      BoundsTests.user(1, "a"),
      BoundsTests.post(1, "one", more: #","reply_to":2"#),
      BoundsTests.post(2, "two", more: #","reply_to":1"#),
      BoundsTests.post(3, "three", more: #","reply_to":3"#),
      BoundsTests.post(4, "four", more: #","reply_to":5"#), BoundsTests.post(5, "five"),
    ])
    try net.take(text: dump)
    let answers = try net.posts().filter { $0.replyTo != nil }
    #expect(answers.map { [$0.id, $0.replyTo] } == [[4, 5]])
    #expect(try net.faults() == [])
  }

  // MARK: Batches

  @Test func `a picture that no record shows does not stay`() throws {
    let picture =
      #"{"type":"picture","hash":"0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543","width":1,"height":1,"content":"iVBORw=="}"#
    let dump = BoundsTests.dump([
      picture, BoundsTests.user(1, "a"), BoundsTests.post(0, "x"),
    ])
    let options = ImportFixture.options { $0.keepsGoing = true }
    #expect(try net.take(text: dump, options).refused == [.badRecord: 1])
    #expect(try net.network.file.facts().pictures == 0)
    #expect(try net.faults() == [])
  }

  @Test func `an import in batches counts as one in a single transaction does`() throws {
    let edges = String(repeating: "a b\n", count: 60_000)
    let whole = try net.take(text: edges)
    let parts = try other.take(text: edges, ImportFixture.options { $0.keepsGoing = true })
    #expect(parts.counts == whole.counts)
    #expect(parts.skipped == whole.skipped)
    #expect(whole[.follows].read == 1)
  }
}
