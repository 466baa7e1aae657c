internal import Model

/// When everybody joins, and who posts when.
package struct PostSchedule: Sendable {
  private static let hour: Int64 = 3_600_000_000
  private static let day = 24 * hour
  /// How many of a hundred posts or so fall into each hour of a writer's day.
  private static let rhythm = [
    1, 1, 0, 0, 0, 1, 3, 6, 7, 5, 4, 4, 6, 6, 4, 4, 4, 5, 6, 7, 8, 9, 7, 3,
  ]

  /// In microseconds, by user; nobody joins before those with smaller numbers.
  package private(set) var joined: [Int64] = []
  /// In microseconds, in ascending order, all different.
  package private(set) var times: [Int64] = []
  /// By post.
  package private(set) var authors: [UInt32] = []
  /// The posts of each author, oldest first.
  package private(set) var byAuthor = FollowGraph(starts: [0], targets: [])

  private let order: SeedOrder
  private let hours: [Int]

  init(_ order: SeedOrder, of cast: Cast) {
    self.order = order
    hours = PostSchedule.rhythm.enumerated().flatMap { hour, share in
      [Int](repeating: hour, count: share)
    }
    join()
    write(by: cast)
    part(among: order.users)
  }

  var first: Int64 { order.period.lowerBound.microseconds }
  var last: Int64 { order.period.upperBound.microseconds }

  /// The day on which a post is written, where its author lives.
  func day(of post: Int, in tongue: Tongue) -> LocalDay {
    LocalDay(Moment(microseconds: times[post]), hoursAhead: tongue.hoursAhead)
  }

  /// Moves posts on to moments that nobody has.
  ///
  /// `taken` gives some that somebody has, the first from a moment on in ascending order; none
  /// where there are no more.
  mutating func avoid(_ taken: (_ from: Int64) throws -> [Int64]) rethrows {
    guard let first = times.first else { return }
    var others = try taken(first)[...]
    var free = first
    for post in times.indices {
      var at = max(times[post], free)
      if let last = others.last, last < at { others = try taken(at)[...] }
      while let other = others.first, other <= at {
        if other == at { at += 1 }
        others.removeFirst()
        if others.isEmpty { others = try taken(at)[...] }
      }
      times[post] = at
      free = at + 1
    }
  }

  /// They join over the first six tenths of the period.
  private mutating func join() {
    let slot = (last - first) / 10 * 6 / Int64(max(1, order.users))
    joined = (0..<order.users).map { user in
      var dice = Dice(order.seed, .joining, user)
      return first + slot * Int64(user) + dice.below(slot + 1)
    }
  }

  /// A few write much and most write little.
  private mutating func write(by cast: Cast) {
    // In a village nobody writes half of everything; among many the busiest are far ahead.
    let most = max(30_000, 20_000 + 100 * order.users)
    let weights = (0..<order.users).map { user in
      var dice = Dice(order.seed, .activity, user)
      let weight = dice.heavyTail()
      // Whoever would write more shares the upper half with others like them, each in their place.
      return UInt32(weight < most ? weight : most / 2 + dice.below(most / 2))
    }
    let shares = Apportionment.shares(of: order.posts, by: weights)
    var posts: [(at: Int64, author: UInt32)] = []
    posts.reserveCapacity(order.posts)
    for (user, share) in shares.enumerated() where share > 0 {
      let person = cast.person(user)
      let offset = Int64(person.tongue.hoursAhead - person.lateness) * PostSchedule.hour
      var dice = Dice(order.seed, .times, user)
      for _ in 0..<share {
        posts.append((moment(since: joined[user], offset, with: &dice), UInt32(user)))
      }
    }
    posts.sort { $0 < $1 }
    times = posts.map(\.at)
    authors = posts.map(\.author)
    separate()
  }

  /// A moment of the writer's day, if the period has room for one in a few tries.
  private func moment(since joined: Int64, _ offset: Int64, with dice: inout Dice) -> Int64 {
    let days = (last - joined) / PostSchedule.day + 1
    let midnight = (joined + offset) / PostSchedule.day * PostSchedule.day - offset
    for _ in 0..<4 {
      let at =
        midnight + dice.below(days) * PostSchedule.day
        + Int64(dice.pick(hours)) * PostSchedule.hour + dice.below(PostSchedule.hour)
      if at > joined, at <= last { return at }
    }
    return joined + dice.below(last - joined + 1)
  }

  /// Makes all times different, within the period.
  private mutating func separate() {
    for post in times.indices.dropFirst() { times[post] = max(times[post], times[post - 1] + 1) }
    var limit = last
    for post in times.indices.reversed() {
      if times[post] <= limit { break }
      times[post] = limit
      limit -= 1
    }
  }

  private mutating func part(among users: Int) {
    var counts = [UInt32](repeating: 0, count: users)
    for author in authors { counts[Int(author)] += 1 }
    let starts = Apportionment.starts(of: counts)
    var places = starts
    var posts = [UInt32](repeating: 0, count: times.count)
    for (post, author) in authors.enumerated() {
      posts[places[Int(author)]] = UInt32(post)
      places[Int(author)] += 1
    }
    byAuthor = FollowGraph(starts: starts, targets: posts)
  }
}
