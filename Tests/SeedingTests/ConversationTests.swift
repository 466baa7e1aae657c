import Model
import Seeding
import Storage
import Testing

/// Answers, quotes and reposts of a planned network.
@Suite struct ConversationTests {
  private static func posts(_ order: SeedOrder) throws -> [StoredPost] {
    let network = try SeedPlan(order) { _ in }.network
    return (0..<network.postCount).map { network.post($0).row }
  }

  private static func lively(seed: UInt64 = 1) throws -> SeedOrder {
    try SeedOrder(users: 100, replies: nil, reposts: nil, pictures: 4, seed: seed)
  }

  @Test(arguments: [(600, 100), (0, 100), (600, 0), (1, 1), (5_000, 2_000)])
  func `the numbers are those of the order`(replies: Int, reposts: Int) throws {
    let posts = try ConversationTests.posts(
      SeedOrder(users: 60, posts: 300, replies: replies, reposts: reposts))
    #expect(posts.count == 300 + replies + reposts)
    #expect(posts.count { $0.replyTo != nil } == replies)
    #expect(posts.count { $0.reposts != nil } == reposts)
    #expect(posts.reduce(0) { $0 + $1.replyCount } == replies)
    #expect(posts.reduce(0) { $0 + $1.repostCount } == reposts)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `what a post refers to is earlier, and belongs to the same conversation`(
    seed: UInt64
  ) throws {
    let posts = try ConversationTests.posts(ConversationTests.lively(seed: seed))
    for (number, post) in posts.enumerated() {
      for other in [post.replyTo, post.quotes, post.reposts].compactMap(\.?.place) {
        #expect(other < number && posts[other].at < post.at)
        #expect(posts[other].reposts == nil)
      }
      if let above = post.replyTo { #expect(post.thread == posts[above.place].thread ?? above) }
      #expect(post.text.isEmpty == (post.reposts != nil))
    }
    let pairs = posts.compactMap { post in post.reposts.map { [post.author.number, $0.number] } }
    #expect(Set(pairs).count == pairs.count)
  }

  @Test func `no user writes before joining`() throws {
    let network = try SeedPlan(ConversationTests.lively()) { _ in }.network
    let joined = (0..<network.userCount).map { network.user($0).createdAt }
    for number in 0..<network.postCount {
      let post = network.post(number).row
      #expect(post.at > joined[post.author.place])
    }
    try network.forEachFollow { follow in
      #expect(follow.at > max(joined[follow.follower.place], joined[follow.followee.place]))
    }
  }

  @Test func `authors answer back, and conversations go deep`() throws {
    let posts = try ConversationTests.posts(ConversationTests.lively())
    var depths: [Int: Int] = [:]
    var backs = 0
    for (number, post) in posts.enumerated() {
      guard let above = post.replyTo?.place else { continue }
      depths[number] = 1 + (depths[above] ?? 0)
      if let next = posts[above].replyTo, posts[next.place].author == post.author { backs += 1 }
    }
    #expect((depths.values.max() ?? 0) >= 6)
    #expect(backs > 60)
  }

  @Test func `popular posts have more answers than most`() throws {
    let posts = try ConversationTests.posts(ConversationTests.lively())
    let first = posts.filter { $0.replyTo == nil && $0.reposts == nil }
    let liked = first.sorted { $0.likeCount > $1.likeCount }
    let (top, rest) = (liked.prefix(100), liked.dropFirst(100))
    #expect(top.reduce(0) { $0 + $1.replyCount } > rest.reduce(0) { $0 + $1.replyCount } / 3)
  }

  @Test func `a conversation repeats no sentence`() throws {
    let posts = try ConversationTests.posts(
      SeedOrder(users: 100, posts: 50, replies: 900, reposts: 0))
    let answers = posts.filter { $0.replyTo != nil && $0.text.count > 6 }
    for (_, conversation) in Dictionary(grouping: answers, by: { $0.thread }) {
      // Mentions, emoji and hashtags follow the sentence.
      let texts = conversation.map { $0.text.prefix { !"@#".contains($0) && !$0.isEmoji } }
      #expect(Set(texts).count == texts.count, "\(texts)")
    }
  }

  @Test func `answers mention, carry hashtags and emoji, and come in all languages`() throws {
    let texts = try ConversationTests.posts(SeedOrder(users: 300, replies: nil))
      .filter { $0.replyTo != nil }.map(\.text).joined()
    for letter in "@#éяλبאह日の한" {
      #expect(texts.unicodeScalars.contains(letter.unicodeScalars.first ?? " "), "\(letter)")
    }
    #expect(!texts.contains { "{}¶|".contains($0) })
  }

  @Test func `a network without answers and reposts quotes nothing`() throws {
    let posts = try ConversationTests.posts(SeedOrder(users: 100))
    #expect(posts.allSatisfy { $0.quotes == nil })
    let lively = try ConversationTests.posts(ConversationTests.lively())
    #expect(lively.count { $0.quotes != nil } > 20)
  }

  @Test func `many answers fit into a short period`() throws {
    let from = Moment(microseconds: 1_000_000)
    let to = Moment(microseconds: 1_000_400)
    let posts = try ConversationTests.posts(
      SeedOrder(users: 20, posts: 200, replies: 150, reposts: 50, from: from, to: to))
    #expect(posts.first.map { $0.at >= from } == true)
    #expect(posts.last.map { $0.at <= to } == true)
    #expect(Set(posts.map(\.at)).count == 400)
  }
}

extension User.ID {
  /// The place in a plan whose numbers begin with 1.
  fileprivate var place: Int { Int(number) - 1 }
}

extension Post.ID {
  fileprivate var place: Int { Int(number) - 1 }
}

extension Character {
  fileprivate var isEmoji: Bool {
    unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0x200D }
  }
}
