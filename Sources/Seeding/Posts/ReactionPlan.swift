internal import Model

/// The number of likes or reposts of each post, and the users who react.
///
/// Followers react more often. A user reacts to a post at most once.
struct ReactionPlan: Sendable {
  /// By source: posts, then replies.
  let counts: [UInt32]
  private let order: SeedOrder
  private let purpose: SeededRandom.Purpose
  /// By source.
  private let authors: [UInt32]
  private let joined: [Int64]
  private let followers: AdjacencyList

  /// Divides `total` reactions among the sources in proportion to `weights`.
  init(
    _ total: Int, _ purpose: SeededRandom.Purpose, in order: SeedOrder, weights: [UInt32],
    authors: [UInt32], joined: [Int64], followers: AdjacencyList
  ) {
    self.order = order
    self.purpose = purpose
    self.authors = authors
    self.joined = joined
    self.followers = followers
    counts = Apportionment.shares(of: total, by: weights, atMost: order.users)
  }

  /// The number of reactions by author.
  func received() -> [Int] {
    var received = [Int](repeating: 0, count: order.users)
    for (author, count) in zip(authors, counts) { received[Int(author)] += Int(count) }
    return received
  }

  /// Calls `body` for each reaction to some sources, in the given order, and with ascending users.
  func forEach(
    of sources: some Sequence<(source: Int, at: Int64)>,
    _ body: (_ place: Int, _ user: Int, _ at: Int64) throws -> Void
  ) rethrows {
    var chosenBy = [UInt32](repeating: 0, count: order.users)
    var users: [UInt32] = []
    for (place, (source, at)) in sources.enumerated()
    where source < counts.count && counts[source] > 0 {
      var random = SeededRandom(order.seed, purpose, source)
      let (author, count) = (Int(authors[source]), counts[source])
      let mark = UInt32(source + 1)
      // An author reacts to their own post only if all users do.
      if count < order.users { chosenBy[author] = mark }
      users.removeAll(keepingCapacity: true)
      while users.count < count {
        let user = user(reactingTo: author, mark, chosenBy, with: &random)
        chosenBy[user] = mark
        users.append(UInt32(user))
      }
      users.sort()
      for user in users {
        let start = max(at, joined[Int(user)])
        let end = order.period.upperBound.microseconds
        let time = random.time(after: start, until: end, unit: 3_000_000)
        try body(place, Int(user), min(time, Moment.storable.upperBound.microseconds))
      }
    }
  }

  /// A user who has not reacted yet; there must be one.
  private func user(
    reactingTo author: Int, _ mark: UInt32, _ chosenBy: [UInt32], with random: inout SeededRandom
  ) -> Int {
    let friends = followers.range(of: author)
    for _ in 0..<10 {
      let isFriend = !friends.isEmpty && random.chance(85)
      let user =
        isFriend
        ? Int(followers.targets[friends.lowerBound + random.below(friends.count)])
        : random.below(order.users)
      if chosenBy[user] != mark { return user }
    }
    var next = random.below(order.users)
    while chosenBy[next] == mark { next = next + 1 == order.users ? 0 : next + 1 }
    return next
  }
}

/// The attention for each post and reply.
struct Popularity: Sendable {
  /// By post: new posts, and posts of users with many followers, get more.
  let posts: [UInt32]
  private let fame: [UInt32]
  private let seed: UInt64

  init(_ order: SeedOrder, of schedule: PostSchedule, followers: AdjacencyList) {
    seed = order.seed
    let fame = (0..<order.users).map { user in
      UInt32(Double(followers.degree(of: user)).squareRoot()) + 1
    }
    self.fame = fame
    posts = schedule.authors.enumerated().map { post, author in
      var random = SeededRandom(order.seed, .popularity, post)
      // The last posts get three times as many likes as the first.
      let age = UInt32(100 + 200 * post / max(1, order.posts))
      return UInt32(min(random.heavyTail(), 50_000)) / 100 * fame[Int(author)] * age / 100
    }
  }

  /// By post, then by reply: replies get less.
  func all(_ answers: [ConversationPlan.Answer]) -> [UInt32] {
    posts
      + answers.enumerated().map { number, answer in
        var random = SeededRandom(seed, .popularity, posts.count + number)
        return UInt32(min(random.heavyTail(), 50_000)) / 400 * fame[Int(answer.author)]
      }
  }
}
