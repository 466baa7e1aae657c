import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite(.onEachEngine) struct TimelineTests {
  /// A reader with a number of followees.
  ///
  /// If they post often, a page is found near the newest post; if they are quiet, it is not.
  struct Shape: Sendable, CustomTestStringConvertible {
    var followees: Int
    var isQuiet: Bool

    var testDescription: String { "\(followees) followees\(isQuiet ? ", quiet" : "")" }

    static let all = [0, 1, 10, 299, 300, 350].flatMap { followees in
      [false, true].map { Shape(followees: followees, isQuiet: $0) }
    }
  }

  @Test(.tags(.ofFiles), arguments: Shape.all, [false, true])
  func `any page equals that of a naive query`(shape: Shape, isReversed: Bool) throws {
    var generator = SeededGenerator(seed: UInt64(shape.followees))
    let fixture = try Fixture()
    try fixture.fill(shape, using: &generator)
    let newestFirst = try fixture.raw().column(
      """
      SELECT at FROM posts WHERE author = 1
        OR (private = 0 AND author IN (SELECT followee FROM follows WHERE follower = 1))
      ORDER BY at DESC
      """
    ).compactMap(Int64.init)
    let naive = isReversed ? newestFirst.reversed() : newestFirst
    for _ in 0..<12 {
      let start = Int64.random(in: 0...4_100, using: &generator)
      let limit = Int.random(in: 1...40, using: &generator)
      let rest = naive.filter { isReversed ? $0 > start : $0 < start }
      let request = PageRequest(
        limit: limit, after: Cursor(.post, start), isReversed: isReversed)
      let page = try fixture.network.timeline.home(of: "user1", request)
      #expect(page.items.map(\.createdAt.microseconds) == Array(rest.prefix(limit)))
      #expect(page.next == (rest.count > limit ? Cursor(.post, rest[limit - 1]) : nil))
    }
    let whole = try fixture.network.timeline.home(
      of: "user1", PageRequest(limit: 5_000, isReversed: isReversed))
    #expect(whole.items.map(\.createdAt.microseconds) == naive)
    #expect(try fixture.network.timeline.count(of: "user1") == naive.count)
  }

  @Test(.tags(.ofFiles), arguments: [false, true])
  func `a reader with many followees scans few posts`(isReversed: Bool) throws {
    var generator = SeededGenerator(seed: 1)
    let fixture = try Fixture()
    try fixture.fill(Shape(followees: 350, isQuiet: false), using: &generator)
    let recorder = StatementRecorder(fixture.path)
    let request = PageRequest(limit: 2, isReversed: isReversed)
    #expect(try fixture.network.timeline.home(of: "user1", request).entries.count == 2)
    // A scan of the whole budget of 700 posts takes many times as many steps.
    #expect((1..<700).contains(recorder.steps(of: "AS near")))
    #expect(recorder.steps(of: "AS MATERIALIZED") == 0)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `each unseen post is shown once`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    _ = try network.follow("ana", "bob")
    _ = try network.post("before", by: "bob", at: 1)
    #expect(try network.showUnseen(to: "ana", limit: 5) == [1])
    var seen: [Int] = []
    var others: [Int] = []
    var posted = 1
    for _ in 0..<20 {
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        posted += 1
        let author = Bool.random(using: &generator) ? "ana" : "bob"
        _ = try network.post(
          "post", by: author, isPrivate: author == "ana" && posted % 3 == 0, at: Int64(posted))
        if author == "bob" { others.append(posted) }
      }
      seen += try network.showUnseen(to: "ana", limit: 2)
    }
    while case let more = try network.showUnseen(to: "ana", limit: 3), !more.isEmpty {
      seen += more
    }
    #expect(seen == others)
    #expect(try network.timeline.unseenCount(by: "ana", now: .ofTests) == 0)
  }

  @Test func `a limit shows the oldest unseen posts first`() throws {
    let fixture = try Fixture.following()
    let network = fixture.network
    for at in 1...3 { _ = try network.post("post", by: "bob", at: Int64(at)) }
    let first = try network.timeline.unseen(by: "ana", now: .ofTests).first(2)
    #expect(first.entries.map(\.item.number) == [1, 2])
    #expect(first.remaining == 1)
    try network.timeline.markSeen(upTo: Moment(microseconds: 3), by: "ana")
    for at in 4...8 { _ = try network.post("post", by: "bob", at: Int64(at)) }
    let next = try network.timeline.unseen(by: "ana", now: .ofTests).first(2)
    #expect(next.entries.map(\.item.number) == [4, 5])
    #expect(next.remaining == 3)
    #expect(try network.timeline.unseenCount(by: "ana", now: .ofTests) == 5)
  }

  @Test func `all unseen posts come oldest first, in pages`() throws {
    let fixture = try Fixture.following()
    let network = fixture.network
    for at in [1, 2, 3, 4, 5, 6, 7, 1_000_009] {
      _ = try network.post("post", by: "bob", at: Int64(at))
    }
    let now = Moment(microseconds: 9)
    func unseen() throws -> [Int] {
      var request = PageRequest(limit: 2)
      var numbers: [Int] = []
      repeat {
        let page = try network.timeline.unseen(by: "ana", now: now).page(request)
        numbers += page.entries.map(\.item.number)
        request.after = page.next
      } while request.after != nil
      return numbers
    }
    #expect(try unseen() == [1, 2, 3, 4, 5, 6, 7])
    try network.timeline.markSeen(upTo: Moment(microseconds: 2), by: "ana")
    #expect(try unseen() == [3, 4, 5, 6, 7])
    try network.timeline.markSeen(upTo: Moment(microseconds: 7), by: "ana")
    #expect(try unseen() == [])
  }

  @Test func `a post with a future time is new at that time`() throws {
    let fixture = try Fixture.following()
    let network = fixture.network
    _ = try network.post("now", by: "bob", at: 10)
    _ = try network.post("ahead", by: "bob", at: 900_000)
    #expect(try network.showUnseen(to: "ana", limit: 5, now: 10) == [1])
    #expect(try network.showUnseen(to: "ana", limit: 5, now: 20) == [])
    _ = try network.post("later", by: "bob", at: 30)
    #expect(try network.timeline.unseenCount(by: "ana", now: Moment(microseconds: 40)) == 1)
    #expect(try network.showUnseen(to: "ana", limit: 5, now: 40) == [3])
    #expect(try network.showUnseen(to: "ana", limit: 5, now: 900_000) == [2])
  }

  @Test func `with a stopped clock each post is new once`() throws {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    _ = try network.follows.follow([item("bob")], as: "ana", BulkMode())
    let now = Moment(microseconds: 10)
    func shown() throws -> [Int] {
      try network.showUnseen(
        to: "ana", limit: 50, now: network.timeline.present(at: now).microseconds)
    }
    for number in 1...40 {
      _ = try network.post("post", by: "bob", at: 10)
      if number % 20 == 0 {
        let present = try network.timeline.present(at: now)
        #expect(try network.timeline.unseenCount(by: "ana", now: present) == 20)
        #expect(try shown().count == 20)
      }
    }
    #expect(try shown() == [])
    let last = [BulkItem(input: "41", value: Post.ID(41))]
    for _ in 1...2 { _ = try network.post("post", by: "bob", at: 10) }
    _ = try network.posts.delete(last, as: "bob", BulkMode())
    #expect(try shown() == [42])
  }

  @Test func `a read mark is taken back unless a later one was set`() throws {
    let fixture = try Fixture.following()
    let network = fixture.network
    let moments = (1...3).map { Moment(microseconds: $0) }
    func mark(_ moment: Moment) throws -> Moment? {
      try network.timeline.markSeen(upTo: moment, by: "ana")
    }
    #expect(try mark(moments[0]) == nil)
    try network.timeline.unseen(by: "ana", now: .ofTests).takeBack(moments[0], to: .init(mark: nil))
    #expect(try mark(moments[0]) == nil)
    #expect(try mark(moments[1]) == moments[0])
    try network.timeline.unseen(by: "ana", now: .ofTests).takeBack(
      moments[1], to: .init(mark: moments[0]))
    #expect(try mark(moments[2]) == moments[0])
    try network.timeline.unseen(by: "ana", now: .ofTests).takeBack(
      moments[1], to: .init(mark: moments[0]))
    #expect(try mark(moments[2]) == moments[2])
  }

  @Test func `posts with a future time do not count as unseen`() throws {
    let fixture = try Fixture.following()
    let network = fixture.network
    for at in [1, 2, 3, 4, 1_000_009] { _ = try network.post("post", by: "bob", at: Int64(at)) }
    try network.timeline.markSeen(upTo: Moment(microseconds: 1), by: "ana")
    let unseen = try network.timeline.unseen(by: "ana", now: Moment(microseconds: 9)).first(2)
    #expect(unseen.entries.map(\.item.number) == [2, 3])
    #expect(unseen.remaining == 1)
  }

  @Test func `the count of unseen posts stops one above the reported limit`() throws {
    let fixture = try Fixture.following()
    let network = fixture.network
    let most = NewItems<Post>.mostCounted
    try network.together {
      for at in 1...(most + 10) { _ = try network.post("post", by: "bob", at: Int64(at)) }
    }
    for (limit, remaining) in [(2, most + 1), (9, most + 1), (10, most), (11, most - 1)] {
      let unseen = try network.timeline.unseen(by: "ana", now: .ofTests).first(limit)
      #expect(unseen.remaining == remaining)
    }
  }

  @Test func `a read mark never moves back`() throws {
    let fixture = try Fixture("ana")
    let network = fixture.network
    _ = try network.create("bob")
    _ = try network.follow("ana", "bob")
    for at in 1...3 { _ = try network.post("post", by: "bob", at: Int64(at)) }
    try network.timeline.markSeen(upTo: Moment(microseconds: 3), by: "ana")
    try network.timeline.markSeen(upTo: Moment(microseconds: 1), by: "ana")
    #expect(try network.timeline.unseenCount(by: "ana", now: .ofTests) == 0)
  }

  @Test func `an unfollowed author leaves the timeline`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("ana", "bob")
    _ = try fixture.network.post("hello", by: "bob")
    #expect(try fixture.network.timeline.count(of: "ana") == 1)
    _ = try fixture.network.unfollow("ana", "bob")
    #expect(try fixture.network.timeline.home(of: "ana", PageRequest(limit: 9)).entries == [])
    #expect(try fixture.network.timeline.count(of: "ana") == 0)
  }
}

extension Network {
  /// The numbers of the shown posts, oldest first; marks them as seen.
  fileprivate func showUnseen(
    to handle: String, limit: Int, now: Int64 = Moment.ofTests.microseconds
  ) throws -> [Int] {
    let viewer = Viewer.named(Handle(stored: handle))
    let unseen = try timeline.unseen(by: viewer, now: Moment(microseconds: now)).first(limit)
    if let newest = unseen.entries.last {
      try timeline.markSeen(upTo: newest.item.createdAt, by: viewer)
    }
    return unseen.entries.map(\.item.number)
  }
}

extension Moment {
  /// A time later than every post of a test.
  fileprivate static let ofTests = Moment(seconds: 1_000)
}

extension Fixture {
  /// Ana, who follows bob.
  fileprivate static func following() throws -> Fixture {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("ana", "bob")
    return fixture
  }

  /// Four hundred users with ten posts each, most public; the first user is the reader.
  ///
  /// Written without the services, which would commit each post.
  fileprivate func fill(
    _ shape: TimelineTests.Shape, using generator: inout SeededGenerator
  ) throws {
    let people = 400
    let followees = (2...people).shuffled(using: &generator).prefix(shape.followees)
    var times = Array(1...(people * 10))
    if shape.isQuiet {
      times.reverse()
    } else {
      times.shuffle(using: &generator)
    }
    // Quiet followees get the earliest times.
    let authors = ([1] + (2...people).filter { !followees.contains($0) }) + followees
    let posts = authors.flatMap { Array(repeating: $0, count: 10) }.enumerated().map {
      let isPrivate = Int.random(in: 0..<5, using: &generator) == 0 ? 1 : 0
      return "(\($1), \(isPrivate), \(times[$0]), \($0 + 1), 'post', 0)"
    }
    let users = (1...people).map {
      "(\($0), 'user\($0)', '', '', 1, 0, \($0 == 1 ? shape.followees : 0))"
    }
    let follows = followees.map { "INSERT INTO follows VALUES (1, \($0), 1);" }
    try raw().run(
      """
      BEGIN;
      INSERT INTO users (id, username, name, bio, created_at, checksum, following_count)
      VALUES \(users.joined(separator: ", "));
      INSERT INTO posts (author, private, at, id, text, checksum)
      VALUES \(posts.joined(separator: ", "));
      \(follows.joined())
      UPDATE users SET last_post_at = coalesce(
        (SELECT max(at) FROM posts WHERE author = users.id AND private = 0), 0);
      COMMIT
      """)
  }
}
