package import Model

/// A network made of an order and nothing else: what it holds is generated while it is told, in the
/// order of the tables' keys, from plans that are arrays of small integers.
package struct SyntheticNetwork: Sendable {
  package let order: SeedOrder
  package private(set) var cast: Cast
  package private(set) var schedule: PostSchedule
  package let follows: FollowGraph
  package let followers: FollowGraph
  package let likes: LikePlan
  package let pictures: PicturePlan
  private let prose: ProsePlan

  /// `goOn` throws between two plans if there should be no more.
  package init<Stop>(_ order: SeedOrder, _ goOn: () throws(Stop) -> Void) throws(Stop) {
    self.order = order
    cast = Cast(users: order.users, seed: order.seed)
    try goOn()
    schedule = PostSchedule(order, of: cast)
    try goOn()
    follows = FollowGraph(order)
    try goOn()
    followers = follows.reversed()
    likes = LikePlan(order, of: schedule, followers: followers)
    try goOn()
    pictures = PicturePlan(order)
    prose = ProsePlan(order, by: cast, schedule)
  }

  /// The text of a post; some speak to somebody its author follows.
  package func text(of post: Int) -> String {
    let author = Int(schedule.authors[post])
    let friends = follows.range(of: author)
    var dice = Dice(order.seed, .address, post)
    let friend =
      friends.isEmpty
      ? nil : Int(follows.targets[friends.lowerBound + dice.below(friends.count)])
    let tongue = cast.person(author).tongue
    return Prose(
      seed: order.seed, number: post, tongue: tongue, day: schedule.day(of: post, in: tongue),
      choice: prose.choices[post]
    ).text(to: friend, in: cast)
  }

  /// The public post of that author that came last.
  package func lastPost(of user: Int) -> Int64 {
    let posts = schedule.byAuthor.range(of: user)
    return posts.isEmpty ? 0 : schedule.times[Int(schedule.byAuthor.targets[posts.upperBound - 1])]
  }

  /// Makes way for people and posts that are there already.
  package mutating func avoid(
    times: (_ from: Int64) throws -> [Int64], handles isTaken: (String) throws -> Bool
  ) rethrows {
    try cast.avoid(isTaken)
    try schedule.avoid(times)
  }

  package func summary<Stop>(
    _ progress: (SeedProgress) throws(Stop) -> Void
  ) throws(Stop) -> SeedSummary {
    try SeedSummary(
      users: order.users, posts: order.posts, follows: order.follows, likes: order.likes,
      pictures: order.pictures, hash: hash(progress))
  }

  /// Of every value, in the order of the tables' keys.
  private func hash<Stop>(_ progress: (SeedProgress) throws(Stop) -> Void) throws(Stop) -> UInt64 {
    var hash = ContentHash()
    for user in 0..<order.users {
      hash.add(cast.handle(user))
      hash.add(cast.name(user))
      hash.add(cast.bio(user))
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
      hash.add(painting.raster.pixels)
    }
    for post in 0..<order.posts {
      if let number = pictures.painting(of: post) { hash.add(post, number) }
    }
    return hash.value
  }
}
