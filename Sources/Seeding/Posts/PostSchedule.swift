internal import Model

/// The times at which users join, and the time and author of each post.
package struct PostSchedule: Sendable {
  private static let hour: Int64 = 3_600_000_000
  private static let day = 24 * hour
  /// The percentage of an author's posts in each hour of the day.
  private static let hourlyShares = [
    1, 1, 0, 0, 0, 1, 3, 6, 7, 5, 4, 4, 6, 6, 4, 4, 4, 5, 6, 7, 8, 9, 7, 3,
  ]

  /// In microseconds, by user, in ascending order.
  package private(set) var joined: [Int64] = []
  /// In microseconds, by post, in ascending order.
  package private(set) var times: [Int64] = []
  /// By post.
  package private(set) var authors: [UInt32] = []
  /// Oldest first.
  package private(set) var byAuthor = AdjacencyList(starts: [0], targets: [])

  private let order: SeedOrder
  /// Each hour, as often as its share.
  private let hours: [Int]

  init(_ order: SeedOrder, by users: SyntheticUsers) {
    self.order = order
    hours = PostSchedule.hourlyShares.enumerated().flatMap { hour, share in
      [Int](repeating: hour, count: share)
    }
    joinUsers()
    schedulePosts(by: users)
    byAuthor = AdjacencyList(positionsIn: authors, below: order.users)
  }

  private var first: Int64 { order.period.lowerBound.microseconds }
  var last: Int64 { order.period.upperBound.microseconds }

  func day(of post: Int, in language: Language) -> LocalDay {
    LocalDay(Moment(microseconds: times[post]), hoursAhead: language.hoursAhead)
  }

  /// Users join during the first six tenths of the period.
  private mutating func joinUsers() {
    let slot = (last - first) / 10 * 6 / Int64(max(1, order.users))
    joined = (0..<order.users).map { user in
      var random = SeededRandom(order.seed, .joining, user)
      return first + slot * Int64(user) + random.below(slot + 1)
    }
  }

  /// A few users write many posts, and most write few.
  private mutating func schedulePosts(by users: SyntheticUsers) {
    // The limit keeps one user from writing half of the posts of a small network.
    let most = max(30_000, 20_000 + 100 * order.users)
    let weights = (0..<order.users).map { user in
      var random = SeededRandom(order.seed, .activity, user)
      let weight = random.heavyTail()
      // Weights above the maximum are spread over the upper half of the range.
      return UInt32(weight < most ? weight : most / 2 + random.below(most / 2))
    }
    let shares = Apportionment.shares(of: order.posts, by: weights)
    var posts: [(at: Int64, author: UInt32)] = []
    posts.reserveCapacity(order.posts)
    for (user, share) in shares.enumerated() where share > 0 {
      let person = users.person(user)
      let offset = Int64(person.language.hoursAhead - person.lateness) * PostSchedule.hour
      var random = SeededRandom(order.seed, .times, user)
      for _ in 0..<share {
        posts.append((time(since: joined[user], offset, with: &random), UInt32(user)))
      }
    }
    posts.sort { $0 < $1 }
    times = posts.map(\.at)
    authors = posts.map(\.author)
  }

  /// A time after `joined`, at a likely hour for the author if a few draws find one.
  private func time(
    since joined: Int64, _ offset: Int64, with random: inout SeededRandom
  ) -> Int64 {
    let days = (last - joined) / PostSchedule.day + 1
    let midnight = (joined + offset) / PostSchedule.day * PostSchedule.day - offset
    for _ in 0..<4 {
      let at =
        midnight + random.below(days) * PostSchedule.day
        + Int64(random.pick(hours)) * PostSchedule.hour + random.below(PostSchedule.hour)
      if at > joined, at <= last { return at }
    }
    return joined + random.below(last - joined + 1)
  }
}
