import Model
import NetworkSupport
import Seeding
import Services
import Storage
import Support
import Synchronization
import Testing

@Suite struct SeedTests {
  @Test(arguments: SeedCase.all)
  func `the network has the ordered numbers and no faults`(asked: SeedCase) throws {
    let fixture = try Fixture()
    let order = try asked.order()
    let summary = try fixture.network.seed(order)
    let facts = try fixture.network.file.facts()
    #expect(
      [facts.users, facts.posts] + facts.edges.prefix(2)
        == [order.users, order.allPosts, order.follows, order.likes])
    #expect(
      [summary.users, summary.posts, summary.follows, summary.likes]
        == [order.users, order.posts, order.follows, order.likes])
    #expect(try fixture.seedFaults() == [])
  }

  @Test func `the same order makes the same file`() throws {
    let first = try Fixture()
    let second = try Fixture()
    let order = try SeedOrder(users: 30)
    #expect(try first.network.seed(order) == second.network.seed(order))
    #expect(try first.dump() == second.dump())
  }

  @Test func `the progress of a stage never goes back`() throws {
    let fixture = try Fixture()
    let done = Mutex<[WorkProgress.Stage: Int]>([:])
    let report: LoadReport = { progress in
      done.withLock {
        #expect(progress.done >= $0[progress.stage] ?? 0, "\(progress.stage)")
        $0[progress.stage] = progress.done
      }
    }
    let order = try SeedOrder(users: 9_000, posts: 20_000, follows: 30_000, pictures: 30)
    let plan = try SeedPlan(order, report)
    try fixture.network.load(plan.network, report)
    let stages = Set(WorkProgress.Stage.allCases).subtracting([
      .importing, .hashtags, .receiving, .merging,
    ])
    #expect(done.withLock { Set($0.keys) } == stages)
  }

  @Test func `another seed makes other people`() throws {
    let order = try SeedOrder(users: 30)
    let other = try SeedOrder(users: 30, seed: 2)
    #expect(try SeedPlan.hash(of: order) != SeedPlan.hash(of: other))
  }

  @Test func `an interrupt stops the planning`() throws {
    let interrupts = Interrupts(isAsked: { true })
    #expect(throws: StorageError.interrupted) {
      try SeedPlan(SeedOrder(), interrupts: interrupts) { _ in }
    }
  }

  @Test(arguments: SeedCase.known)
  func `the content of an order never changes`(asked: SeedCase, hash: UInt64) throws {
    let found = try SeedPlan.hash(of: try asked.order())
    #expect(found == hash)
  }

  @Test func `a network beyond the last storable time is refused as a whole`() throws {
    let fixture = try Fixture("ada")
    let last = Moment.storable.upperBound
    let order = try SeedOrder(
      users: 3, posts: 6, likes: 18, from: Moment(microseconds: last.microseconds - 6), to: last)
    _ = try fixture.network.seed(order)
    #expect(try fixture.rows("SELECT max(at) <= \(last.microseconds) FROM likes") == ["1"])
    let before = try fixture.dump()
    #expect(throws: ServiceError.storage(.noMomentLeft)) { try fixture.network.seed(order) }
    #expect(try fixture.dump() == before)
    #expect(try fixture.network.file.examine(isDeep: true).isEmpty)
  }

  @Test func `a second network is added beside the first`() throws {
    let fixture = try Fixture("ada")
    _ = try fixture.network.post("I was here first.", by: "ada", at: SeedOrder.from.microseconds)
    let before = try fixture.rows("SELECT * FROM users WHERE username = 'ada'")
    let order = try SeedOrder(users: 40, likes: 100)
    let first = try fixture.network.seed(order)
    let second = try fixture.network.seed(order)
    #expect(first == second)
    let facts = try fixture.network.file.facts()
    #expect(
      [facts.users, facts.posts] + facts.edges.prefix(2)
        == [81, 801, 2 * order.follows, 200])
    #expect(try fixture.seedFaults() == [])
    #expect(try fixture.rows("SELECT * FROM users WHERE username = 'ada'") == before)
  }

  @Test func `many networks fit into one short period`() throws {
    let fixture = try Fixture()
    let start = SeedOrder.from
    let end = Moment(microseconds: start.microseconds + 1_000)
    for _ in 0..<6 {
      let order = try SeedOrder(
        users: 5, posts: 1_000, follows: 0, likes: 0, from: start, to: end)
      _ = try fixture.network.seed(order)
    }
    #expect(try fixture.network.file.facts().posts == 6_000)
    // With so many posts in a millisecond, not all can be later than their authors.
    #expect(try fixture.seedFaults().filter { !$0.hasPrefix("a post before its author") } == [])
  }

  @Test func `numbers continue after those of a network`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 5, posts: 7))
    #expect(try fixture.network.create("late") == .created)
    #expect(try fixture.rows("SELECT id FROM users WHERE username = 'late'") == ["6"])
    let post = try fixture.network.post("Hello", by: "late", at: 1)
    #expect(post.post?.item.number == 8)
  }

  @Test func `posts are numbered in the order of time`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 20))
    #expect(
      try fixture.rows("SELECT id FROM posts ORDER BY at")
        == fixture.rows("SELECT id FROM posts ORDER BY id"))
  }

  @Test func `full text finds people and posts`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 60))
    let texts = try fixture.rows("SELECT text FROM posts WHERE text LIKE '%#homemade%'")
    let found = try all { try fixture.network.posts.search("homemade", as: .nobody, $0) }
    #expect(!texts.isEmpty)
    #expect(found.count == texts.count)
    let handle = try #require(try fixture.rows("SELECT username FROM users LIMIT 1").first)
    let people = try all { try fixture.network.users.find(handle, as: .nobody, $0) }
    #expect(people.contains { $0.user.handle.text == handle })
  }

  @Test func `each shape has the follows of its name`() throws {
    let ring = try Fixture()
    _ = try ring.network.seed(SeedOrder(users: 9, shape: .ring))
    #expect(
      try ring.rows("SELECT DISTINCT follower_count || following_count FROM users") == ["11"])
    let star = try Fixture()
    _ = try star.network.seed(SeedOrder(users: 9, shape: .star))
    #expect(try star.rows("SELECT max(follower_count), min(following_count) FROM users") == ["8|0"])
    let circles = try Fixture()
    _ = try circles.network.seed(SeedOrder(users: 200, shape: .communities(4)))
    let inside = try circles.rows(
      "SELECT count(*) * 100 / 3000 FROM follows WHERE follower % 4 = followee % 4")
    #expect(Int(inside[0]).map { $0 > 75 } == true)
  }

  @Test(arguments: [(12, 3), (30, 10), (60, 4), (90, 30), (400, 8)])
  func `most follows stay within a community, however small`(users: Int, circles: Int) throws {
    let fixture = try Fixture()
    let order = try SeedOrder(users: users, posts: 0, shape: .communities(circles))
    _ = try fixture.network.seed(order)
    let inside = try fixture.rows(
      """
      SELECT count(*) * 100 / \(order.follows) FROM follows
      WHERE follower % \(circles) = followee % \(circles)
      """)
    #expect(Int(inside[0]).map { $0 > 75 } == true, "\(inside)")
  }

  @Test func `a few users of a scale-free network have far more followers than most`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 1_000, posts: 0))
    let followers = try fixture.rows("SELECT follower_count FROM users ORDER BY 1 DESC")
      .compactMap { Int($0) }
    #expect(followers[0] > 10 * followers[500])
  }
}

/// The parameters of an order, as the argument of a test.
struct SeedCase: Sendable, CustomTestStringConvertible {
  var users = 20
  var posts: Int?
  var replies: Int? = 0
  var reposts: Int? = 0
  var follows: Int?
  var likes: Int?
  var shape = NetworkShape.scaleFree
  var seed: UInt64 = 1

  static let all = [
    SeedCase(users: 0), SeedCase(users: 1), SeedCase(users: 2), SeedCase(),
    SeedCase(users: 300), SeedCase(posts: 0), SeedCase(follows: 0), SeedCase(likes: 0),
    SeedCase(follows: 1), SeedCase(users: 12, follows: 132), SeedCase(users: 12, follows: 131),
    SeedCase(users: 7, posts: 9, likes: 63), SeedCase(users: 7, posts: 9, likes: 62),
    SeedCase(users: 3, posts: 1_001), SeedCase(shape: .communities(1)),
    SeedCase(shape: .communities(20)), SeedCase(users: 50, shape: .communities(7), seed: 5),
    SeedCase(users: 1, shape: .ring), SeedCase(users: 2, shape: .ring), SeedCase(shape: .ring),
    SeedCase(users: 0, shape: .star), SeedCase(shape: .star), SeedCase(seed: .max),
    SeedCase(users: 0, replies: nil, reposts: nil), SeedCase(users: 1, replies: 5, reposts: 10),
    SeedCase(users: 2, replies: nil, reposts: nil), SeedCase(replies: nil, reposts: nil),
    SeedCase(posts: 1, replies: 300, reposts: 20), SeedCase(users: 100, replies: nil, reposts: nil),
  ]

  /// People rely on this content: a change belongs in the changelog.
  static let known: [(SeedCase, UInt64)] = [
    (SeedCase(replies: nil, reposts: nil), 0xFD8F_3FF6_49C5_9D2B),
    (SeedCase(users: 60, posts: 100, replies: 300, reposts: 100, seed: 7), 0x912D_F3DD_7D91_062C),
    (SeedCase(users: 0), 0xCBF2_9CE4_8422_2325),
    (SeedCase(users: 3), 0x8AEB_982A_E6B2_D209),
    (SeedCase(), 0x82D6_AD62_0011_0357),
    (SeedCase(shape: .communities(3), seed: 9), 0x8A4A_DF86_1B02_F65B),
  ]

  var testDescription: String {
    "\(users) users, \(posts ?? -1), \(replies ?? -1), \(reposts ?? -1), \(follows ?? -1), \(likes ?? -1), \(shape), seed \(seed)"
  }

  func order() throws -> SeedOrder {
    try SeedOrder(
      users: users, posts: posts, replies: replies, reposts: reposts, follows: follows,
      likes: likes, shape: shape, seed: seed)
  }
}
