/// What a synthetic network is to be like; one that exists can be made.
package struct SeedOrder: Equatable, Sendable {
  package let users: Int
  package let posts: Int
  package let follows: Int
  package let likes: Int
  /// So many of the posts show one.
  package let pictures: Int
  package let shape: NetworkShape
  /// The same seed, with all else the same, gives the same network.
  package let seed: UInt64
  /// When the first may join, and the last thing happens.
  package let period: ClosedRange<Moment>

  /// Numbers not given follow from the others: ten posts and as many follows as is usual for each
  /// user, four likes for each post, as far as there is room.
  package init(
    users: Int = 100, posts: Int? = nil, follows: Int? = nil, likes: Int? = nil,
    pictures: Int = 0, shape: NetworkShape = .scaleFree, seed: UInt64 = 1,
    from: Moment = SeedOrder.from,
    to: Moment = SeedOrder.to
  ) throws(Impossibility) {
    guard from < to else { throw .period }
    let pairs = users * max(0, users - 1)
    self.users = users
    self.shape = shape
    self.seed = seed
    self.pictures = pictures
    self.posts = posts ?? users * 10
    self.follows = follows ?? shape.usualFollows(users: users)
    let mostLikes = self.posts.multipliedReportingOverflow(by: users)
    let likeLimit = mostLikes.overflow ? Int.max : mostLikes.partialValue
    self.likes = likes ?? min(self.posts * 4, likeLimit)
    // No post is older than the epoch: `posts.at` is above 0.
    let first = max(from, Moment(microseconds: 1))
    period = first...max(first, to)
    if users == 0, self.posts > 0 { throw .postsWithoutUsers }
    if case .communities(let count) = shape, count > users {
      throw .communities(count, users: users)
    }
    if let fixed = shape.fixedFollows(users: users), fixed != self.follows {
      throw .shapeFixesFollows(fixed, users: users, asked: self.follows)
    }
    if self.follows > pairs { throw .follows(self.follows, most: pairs, users: users) }
    if self.likes > likeLimit {
      throw .likes(self.likes, most: likeLimit, posts: self.posts, users: users)
    }
    if pictures > self.posts { throw .pictures(pictures, posts: self.posts) }
    if to.microseconds(since: first) < Int64(self.posts) { throw .moments(posts: self.posts) }
  }

  /// 2025-01-01, where the period begins unless somebody says otherwise.
  package static let from = Moment(seconds: 1_735_689_600)
  /// 2026-01-01, where it ends.
  package static let to = Moment(seconds: 1_767_225_600)

  /// Why there is no such network.
  package enum Impossibility: Error, Equatable, Sendable {
    /// It ends before it begins.
    case period
    case postsWithoutUsers
    case communities(Int, users: Int)
    /// A ring or star of so many users has another number of follows.
    case shapeFixesFollows(Int, users: Int, asked: Int)
    case follows(Int, most: Int, users: Int)
    case likes(Int, most: Int, posts: Int, users: Int)
    /// No post has more than one.
    case pictures(Int, posts: Int)
    /// The period has fewer microseconds than posts, and each post needs one of its own.
    case moments(posts: Int)
  }
}
