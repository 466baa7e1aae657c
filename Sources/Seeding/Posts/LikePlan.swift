internal import Model

/// How many users like each post, and which.
///
/// Followers like more than others do, and new posts get more likes than old ones.
package struct LikePlan: Sendable {
  /// By post.
  package let counts: [UInt32]
  /// By author.
  package let received: [Int]
  private let order: SeedOrder
  private let followers: AdjacencyList

  init(_ order: SeedOrder, of schedule: PostSchedule, followers: AdjacencyList) {
    self.order = order
    self.followers = followers
    let fame = (0..<order.users).map { user in
      UInt32(Double(followers.degree(of: user)).squareRoot()) + 1
    }
    let weights = schedule.authors.enumerated().map { post, author in
      var random = SeededRandom(order.seed, .popularity, post)
      // The last posts get three times as many likes as the first.
      let age = UInt32(100 + 200 * post / max(1, order.posts))
      return UInt32(min(random.heavyTail(), 50_000)) / 100 * fame[Int(author)] * age / 100
    }
    counts = Apportionment.shares(of: order.likes, by: weights, atMost: order.users)
    var received = [Int](repeating: 0, count: order.users)
    for (post, author) in schedule.authors.enumerated() {
      received[Int(author)] += Int(counts[post])
    }
    self.received = received
  }

  /// Calls `body` for each like: posts in order, and the likers of each post in ascending order.
  package func forEach(
    of schedule: PostSchedule,
    _ body: (_ post: Int, _ user: Int, _ at: Int64) throws -> Void
  ) rethrows {
    var chosenBy = [UInt32](repeating: 0, count: order.users)
    var likers: [UInt32] = []
    for (post, count) in counts.enumerated() where count > 0 {
      var random = SeededRandom(order.seed, .likes, post)
      let author = Int(schedule.authors[post])
      let mark = UInt32(post + 1)
      // Authors like their own post only if all users do.
      if count < order.users { chosenBy[author] = mark }
      likers.removeAll(keepingCapacity: true)
      while likers.count < count {
        let liker = liker(of: author, mark, chosenBy, with: &random)
        chosenBy[liker] = mark
        likers.append(UInt32(liker))
      }
      likers.sort()
      for liker in likers {
        let user = Int(liker)
        let start = max(schedule.times[post], schedule.joined[user])
        try body(post, user, time(after: start, until: schedule.last, with: &random))
      }
    }
  }

  /// A user that doesn't like the post yet; there must be one.
  private func liker(
    of author: Int, _ mark: UInt32, _ chosenBy: [UInt32], with random: inout SeededRandom
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

  /// Most likes follow within an hour, and some after days; within the period if it has room.
  private func time(
    after start: Int64, until end: Int64, with random: inout SeededRandom
  ) -> Int64 {
    let delay = 1 + random.below(Int64(random.heavyTail()) * 3_000_000)
    if start + delay <= end { return start + delay }
    let at = start + 1 + random.below(max(1, end - start))
    return min(at, Moment.storable.upperBound.microseconds)
  }
}
