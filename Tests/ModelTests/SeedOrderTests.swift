import Model
import Testing

@Suite struct SeedOrderTests {
  @Test(arguments: [
    (SeedOrder.Impossibility.postsWithoutUsers, 0, Int?.some(1), Int?.none, Int?.none),
    (.follows(91, most: 90, users: 10), 10, nil, 91, nil),
    (.likes(21, most: 20, posts: 2, users: 10), 10, 2, nil, 21),
    (.likes(1, most: 0, posts: 0, users: 0), 0, nil, nil, 1),
  ])
  func `numbers that do not fit are refused`(
    why: SeedOrder.Impossibility, users: Int, posts: Int?, follows: Int?, likes: Int?
  ) {
    #expect(throws: why) {
      try SeedOrder(users: users, posts: posts, follows: follows, likes: likes)
    }
  }

  @Test func `a shape that leaves no choice has its own number of follows`() throws {
    #expect(try SeedOrder(users: 10, shape: .ring).follows == 10)
    #expect(try SeedOrder(users: 10, shape: .star).follows == 9)
    #expect(try SeedOrder(users: 10, follows: 9, shape: .star).follows == 9)
    #expect(throws: SeedOrder.Impossibility.shapeFixesFollows(10, users: 10, asked: 9)) {
      try SeedOrder(users: 10, follows: 9, shape: .ring)
    }
    #expect(throws: SeedOrder.Impossibility.communities(11, users: 10)) {
      try SeedOrder(users: 10, shape: .communities(11))
    }
  }

  @Test func `a period must have room for every post`() {
    let from = Moment(microseconds: 100)
    #expect(throws: SeedOrder.Impossibility.period) { try SeedOrder(from: from, to: from) }
    #expect(throws: SeedOrder.Impossibility.moments(posts: 1_000)) {
      try SeedOrder(from: from, to: Moment(microseconds: 600))
    }
  }

  @Test(arguments: [
    (0, 0), (1, 0), (2, 2), (3, 3), (10, 30), (45, 630), (46, 690), (1_000, 15_000),
  ])
  func `in small networks a third of the others is followed on average`(
    users: Int, follows: Int
  ) throws {
    #expect(try SeedOrder(users: users).follows == follows)
  }

  @Test func `a small network gets at most the likes that fit`() throws {
    let order = try SeedOrder(users: 3)
    #expect([order.posts, order.likes] == [30, 90])
  }
}
