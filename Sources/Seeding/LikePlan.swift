internal import Model

/// How many like each post, and who: friends rather than strangers, new posts rather than old.
package struct LikePlan: Sendable {
  /// By post.
  package let counts: [UInt32]
  /// By author.
  package let received: [Int]
  private let order: SeedOrder
  private let followers: FollowGraph

  init(_ order: SeedOrder, of schedule: PostSchedule, followers: FollowGraph) {
    self.order = order
    self.followers = followers
    // Three times as many for the last posts as for the first; a following counts by its root.
    let fame = (0..<order.users).map { user in
      UInt32(Double(followers.degree(of: user)).squareRoot()) + 1
    }
    let weights = schedule.authors.enumerated().map { post, author in
      var dice = Dice(order.seed, .popularity, post)
      let age = UInt32(100 + 200 * post / max(1, order.posts))
      return UInt32(min(dice.heavyTail(), 50_000)) / 100 * fame[Int(author)] * age / 100
    }
    counts = Apportionment.shares(of: order.likes, by: weights, atMost: order.users)
    var received = [Int](repeating: 0, count: order.users)
    for (post, author) in schedule.authors.enumerated() {
      received[Int(author)] += Int(counts[post])
    }
    self.received = received
  }

  /// Calls `take` with each post in order, and the users who like it in ascending order with when.
  package func forEach(
    of schedule: PostSchedule,
    _ take: (_ post: Int, _ user: Int, _ at: Int64) throws -> Void
  ) rethrows {
    var takenBy = [UInt32](repeating: 0, count: order.users)
    var likers: [UInt32] = []
    for (post, count) in counts.enumerated() where count > 0 {
      var dice = Dice(order.seed, .likes, post)
      let author = Int(schedule.authors[post])
      let mark = UInt32(post + 1)
      // Nobody likes their own post, unless all do.
      if count < order.users { takenBy[author] = mark }
      likers.removeAll(keepingCapacity: true)
      while likers.count < count {
        let liker = liker(of: author, mark, takenBy, with: &dice)
        takenBy[liker] = mark
        likers.append(UInt32(liker))
      }
      likers.sort()
      for liker in likers {
        let user = Int(liker)
        let start = max(schedule.times[post], schedule.joined[user])
        try take(post, user, moment(after: start, until: schedule.last, with: &dice))
      }
    }
  }

  /// Somebody who doesn't like the post yet; there is always one.
  private func liker(
    of author: Int, _ mark: UInt32, _ takenBy: [UInt32], with dice: inout Dice
  ) -> Int {
    let friends = followers.range(of: author)
    for _ in 0..<10 {
      let isFriend = !friends.isEmpty && dice.chance(85)
      let user =
        isFriend
        ? Int(followers.targets[friends.lowerBound + dice.below(friends.count)])
        : dice.below(order.users)
      if takenBy[user] != mark { return user }
    }
    var next = dice.below(order.users)
    while takenBy[next] == mark { next = next + 1 == order.users ? 0 : next + 1 }
    return next
  }

  /// Most likes come within the hour, and some after days; within the period where that has room.
  private func moment(after start: Int64, until end: Int64, with dice: inout Dice) -> Int64 {
    let delay = 1 + dice.below(Int64(dice.heavyTail()) * 3_000_000)
    if start + delay <= end { return start + delay }
    let at = start + 1 + dice.below(max(1, end - start))
    return min(at, Moment.storable.upperBound.microseconds)
  }
}
