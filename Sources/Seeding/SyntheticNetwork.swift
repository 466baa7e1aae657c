package import Model

/// A network that follows from an order alone.
///
/// Its plans are arrays of small integers. Texts and pictures are generated whenever they are read,
/// in the order of the tables' keys.
package struct SyntheticNetwork: Sendable {
  package let order: SeedOrder
  package private(set) var users: SyntheticUsers
  package private(set) var schedule: PostSchedule
  package let follows: AdjacencyList
  package let followers: AdjacencyList
  package let likes: LikePlan
  package let pictures: PicturePlan
  private let texts: PostTextPlan

  /// Plans the network; `checkInterrupt` is called between plans and throws to stop.
  package init<Stop>(
    _ order: SeedOrder, _ checkInterrupt: () throws(Stop) -> Void
  ) throws(Stop) {
    self.order = order
    users = SyntheticUsers(count: order.users, seed: order.seed)
    try checkInterrupt()
    schedule = PostSchedule(order, by: users)
    try checkInterrupt()
    follows = AdjacencyList(followsOf: order)
    try checkInterrupt()
    followers = follows.reversed()
    likes = LikePlan(order, of: schedule, followers: followers)
    try checkInterrupt()
    pictures = PicturePlan(order)
    texts = PostTextPlan(order, by: users, schedule)
  }

  /// The text of a post; some texts mention a user that the author follows.
  package func text(of post: Int) -> String {
    let author = Int(schedule.authors[post])
    let language = users.person(author).language
    return texts.text(of: post, in: language, on: schedule.day(of: post, in: language)) {
      let friends = follows.range(of: author)
      guard !friends.isEmpty else { return nil }
      var random = SeededRandom(order.seed, .mention, post)
      let place = friends.lowerBound + random.below(friends.count)
      return users.handle(Int(follows.targets[place]))
    }
  }

  /// The time of an author's last post; 0 without posts.
  package func lastPost(of user: Int) -> Int64 {
    let posts = schedule.byAuthor.range(of: user)
    return posts.isEmpty ? 0 : schedule.times[Int(schedule.byAuthor.targets[posts.upperBound - 1])]
  }

  /// Changes the handles and post times that an existing network has taken.
  package mutating func avoid(
    times: (_ from: Int64) throws -> [Int64], handles isTaken: (String) throws -> Bool
  ) rethrows {
    try users.avoid(isTaken)
    try schedule.avoid(times)
  }

  package func summary<Stop>(
    _ progress: (SeedProgress) throws(Stop) -> Void
  ) throws(Stop) -> SeedSummary {
    try SeedSummary(
      users: order.users, posts: order.posts, follows: order.follows, likes: order.likes,
      pictures: order.pictures, hash: hash(progress))
  }

  /// The hash of every value, in the order of the tables' keys.
  private func hash<Stop>(_ progress: (SeedProgress) throws(Stop) -> Void) throws(Stop) -> UInt64 {
    var hash = ContentHash()
    for user in 0..<order.users {
      hash.add(users.handle(user))
      hash.add(users.name(user))
      hash.add(users.bio(user))
      hash.add(Int(schedule.joined[user]))
    }
    for user in 0..<order.users {
      for edge in follows.range(of: user) { hash.add(user, Int(follows.targets[edge])) }
    }
    for post in 0..<order.posts {
      if post % 8_192 == 0 { try progress(SeedProgress(.planning, done: post, of: order.posts)) }
      hash.add(Int(schedule.authors[post]), Int(schedule.times[post]))
      hash.add(text(of: post))
    }
    likes.forEach(of: schedule) { post, user, at in
      hash.add(post, user)
      hash.add(Int(at))
    }
    for number in 0..<pictures.paintings {
      try progress(SeedProgress(.painting, done: number, of: pictures.paintings))
      let painting = pictures.painting(number)
      hash.add(painting.alt)
      hash.add(painting.image.pixels)
    }
    for post in 0..<order.posts {
      if let number = pictures.painting(of: post) { hash.add(post, number) }
    }
    return hash.value
  }
}
