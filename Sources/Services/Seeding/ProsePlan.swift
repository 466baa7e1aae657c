internal import Model

/// Which try at each post is told, so that nobody says the same twice within a while.
struct ProsePlan: Sendable {
  /// So many posts of an author in a row say different things.
  private static let memory = 20
  /// More tries than this are not made: nobody has so little to say.
  private static let lastTry: UInt8 = 200

  /// By post.
  private(set) var tries: [UInt8]

  init(_ order: SeedOrder, by cast: Cast, _ schedule: PostSchedule) {
    tries = [UInt8](repeating: 0, count: order.posts)
    for author in 0..<order.users {
      let posts = schedule.byAuthor.range(of: author)
      if posts.count < 2 { continue }
      let tongue = cast.person(author).tongue
      var latest: [UInt64] = []
      for place in posts {
        let post = Int(schedule.byAuthor.targets[place])
        let prose = Prose(
          seed: order.seed, number: post, tongue: tongue, day: schedule.day(of: post, in: tongue))
        var gist = ProsePlan.hash(prose.gist(0))
        while latest.contains(gist), tries[post] < ProsePlan.lastTry {
          tries[post] += 1
          gist = ProsePlan.hash(prose.gist(tries[post]))
        }
        if latest.count == ProsePlan.memory { latest.removeFirst() }
        latest.append(gist)
      }
    }
  }

  private static func hash(_ text: String) -> UInt64 {
    var hash = ContentHash()
    hash.add(text)
    return hash.value
  }
}
