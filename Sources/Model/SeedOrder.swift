/// The parameters of a synthetic network; every value of the type is possible.
package struct SeedOrder: Equatable, Sendable {
  package let users: Int
  /// The number of posts that are neither replies nor reposts.
  package let posts: Int
  package let replies: Int
  package let reposts: Int
  package let follows: Int
  package let likes: Int
  package let pictures: Int
  package let shape: NetworkShape
  /// Equal orders with equal seeds give the same network.
  package let seed: UInt64
  package let period: ClosedRange<Moment>

  /// Nil means the usual number, as far as it is possible.
  ///
  /// Usual are ten posts per user, the follows of the shape, four likes per post and reply, and six
  /// replies and one repost for ten posts.
  package init(
    users: Int = 100, posts: Int? = nil, replies: Int? = 0, reposts: Int? = 0,
    follows: Int? = nil, likes: Int? = nil, pictures: Int = 0, shape: NetworkShape = .scaleFree,
    seed: UInt64 = 1,
    from: Moment = SeedOrder.from,
    to: Moment = SeedOrder.to
  ) throws(Impossibility) {
    guard from < to else { throw .period }
    let pairs = users * max(0, users - 1)
    (self.users, self.shape, self.seed, self.pictures) = (users, shape, seed, pictures)
    self.posts = posts ?? users * 10
    self.follows = follows ?? shape.usualFollows(users: users)
    // No post is older than the epoch: `posts.at` is above 0.
    let first = max(from, Moment(microseconds: 1))
    period = first...max(first, to)
    let moments = Int(max(0, to.microseconds(since: first)))
    self.replies = replies ?? min(self.posts * 6 / 10, max(0, moments - self.posts) / 2)
    let repostLimit = SeedOrder.pairs(self.posts, users)
    self.reposts = reposts ?? min(self.posts / 10, max(0, moments - self.posts) / 2, repostLimit)
    let likeLimit = SeedOrder.pairs(self.posts + self.replies, users)
    self.likes = likes ?? min((self.posts + self.replies) * 4, likeLimit)
    if users == 0, self.posts > 0 { throw .postsWithoutUsers }
    if self.posts == 0, self.replies > 0 { throw .repliesWithoutPosts }
    if self.reposts > repostLimit {
      throw .reposts(self.reposts, most: repostLimit, posts: self.posts, users: users)
    }
    if case .communities(let count) = shape, count > users {
      throw .communities(count, users: users)
    }
    if let fixed = shape.fixedFollows(users: users), fixed != self.follows {
      throw .shapeFixesFollows(fixed, users: users, asked: self.follows)
    }
    if self.follows > pairs { throw .follows(self.follows, most: pairs, users: users) }
    if self.likes > likeLimit {
      throw .likes(self.likes, most: likeLimit, posts: self.posts + self.replies, users: users)
    }
    if pictures > self.posts { throw .pictures(pictures, posts: self.posts) }
    if moments < allPosts { throw .moments(posts: allPosts) }
  }

  package var allPosts: Int { posts + replies + reposts }

  /// The number of pairs of a post and a user.
  private static func pairs(_ posts: Int, _ users: Int) -> Int {
    let pairs = posts.multipliedReportingOverflow(by: users)
    return pairs.overflow ? Int.max : pairs.partialValue
  }

  /// The default start of the period, 2025-01-01.
  package static let from = Moment(seconds: 1_735_689_600)
  /// The default end of the period, 2026-01-01.
  package static let to = Moment(seconds: 1_767_225_600)

  /// Why no such network exists.
  package enum Impossibility: Error, Equatable, Sendable {
    /// The period ends before it begins.
    case period
    case postsWithoutUsers
    /// A reply needs a post.
    case repliesWithoutPosts
    /// A user repeats a post at most once.
    case reposts(Int, most: Int, posts: Int, users: Int)
    case communities(Int, users: Int)
    /// A ring or star has a fixed number of follows.
    case shapeFixesFollows(Int, users: Int, asked: Int)
    case follows(Int, most: Int, users: Int)
    case likes(Int, most: Int, posts: Int, users: Int)
    /// A post has at most one picture.
    case pictures(Int, posts: Int)
    /// Each post needs its own microsecond, and the period has too few.
    case moments(posts: Int)
  }
}

/// The contents of a synthetic network.
package struct SeedSummary: Equatable, Sendable {
  package var users: Int
  package var posts: Int
  package var replies: Int
  package var reposts: Int
  package var follows: Int
  package var likes: Int
  package var pictures: Int
  /// The hash of all generated values in order; equal orders give equal hashes on every machine.
  package var hash: UInt64

  package init(_ order: SeedOrder, hash: UInt64) {
    users = order.users
    posts = order.posts
    replies = order.replies
    reposts = order.reposts
    follows = order.follows
    likes = order.likes
    pictures = order.pictures
    self.hash = hash
  }
}

/// The progress of long work, such as a seed or the export of a site.
package struct WorkProgress: Equatable, Sendable {
  /// A stage of the work; the raw value is its shown name.
  package enum Stage: String, Sendable, CaseIterable {
    case preparing, planning, painting, users, names, follows, pictures, posts
    case searchIndex = "search index"
    case likes, indexes, saving, importing, hashtags, receiving, merging
  }

  package let stage: Stage
  package let done: Int
  /// The total of this stage; nil if unknown.
  package let total: Int?
  /// The fraction of the input that is read, from 0 to 1; nil if `total` is used or nothing is
  /// known.
  package let share: Double?

  package init(_ stage: Stage, done: Int = 0, of total: Int? = nil, share: Double? = nil) {
    (self.stage, self.done, self.total, self.share) = (stage, done, total, share)
  }
}

/// The pattern of follows in a synthetic network.
package enum NetworkShape: Equatable, Sendable {
  /// Users with many followers get more; friends of friends follow each other.
  case scaleFree
  /// So many groups, with few follows between them.
  case communities(Int)
  /// Each user follows the next, and the last user the first.
  case ring
  /// All users follow the first one.
  case star

  /// The default number of follows: fifteen per user, or a third of all other users if that is
  /// less.
  ///
  /// So follower counts differ in small networks too.
  ///
  /// Communities have at most two thirds of the possible follows within groups: more would force
  /// users to follow outside their group.
  func usualFollows(users: Int) -> Int {
    if let fixed = fixedFollows(users: users) { return fixed }
    guard case .communities(let count) = self else {
      return users < 2 ? 0 : users * min(15, max(1, (users - 1) / 3))
    }
    let (size, larger) = users.quotientAndRemainder(dividingBy: count)
    let pairs = larger * (size + 1) * size + (count - larger) * size * max(0, size - 1)
    return min(users * 15, pairs * 2 / 3)
  }

  package func fixedFollows(users: Int) -> Int? {
    switch self {
    case .scaleFree, .communities: nil
    case .ring: users < 2 ? 0 : users
    case .star: max(0, users - 1)
    }
  }
}
