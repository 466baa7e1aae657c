internal import Model

/// What each post tells, chosen so that nobody tells a thing again while they have another, nor in
/// the same words within a while.
struct ProsePlan: Sendable {
  /// What one post tells.
  struct Choice: Sendable {
    /// Its place among the tales of the author's tongue.
    fileprivate(set) var tale: UInt8 = 0
    /// What fills its first gap: something else whenever an author tells the same.
    fileprivate(set) var variant: UInt8 = 0
    /// The place of what is added to it.
    fileprivate(set) var remark: UInt8?
    /// Whether signs say it all.
    fileprivate(set) var isWordless = false
  }

  /// So many posts of an author in a row say different things.
  private static let memory = 20

  /// By post.
  private(set) var choices: [Choice]

  init(_ order: SeedOrder, by cast: Cast, _ schedule: PostSchedule) {
    choices = [Choice](repeating: Choice(), count: order.posts)
    for author in 0..<order.users where schedule.byAuthor.degree(of: author) > 0 {
      choose(for: author, cast.person(author).tongue, Dice(order.seed, .tales, author), schedule)
    }
  }

  private mutating func choose(
    for author: Int, _ tongue: Tongue, _ dice: Dice, _ schedule: PostSchedule
  ) {
    var dice = dice
    var tales = Rotation(tongue.tales.count, with: &dice)
    var remarks = Rotation(tongue.remarks.count, with: &dice)
    // By tale, where its first gap goes on.
    var variants = tongue.tales.map { _ in dice.below(256) }
    // By tale, and of what has no words, the turn from which on it may be said again.
    var rests = [Int](repeating: 0, count: tongue.tales.count)
    var wordlessRest = 0
    for (turn, place) in schedule.byAuthor.range(of: author).enumerated() {
      let post = Int(schedule.byAuthor.targets[place])
      let day = schedule.day(of: post, in: tongue)
      let tale =
        tales.next(with: &dice) { turn >= rests[$0] && tongue.tales[$0].fits(day) }
        ?? tales.next(with: &dice) { tongue.tales[$0].fits(day) }
      guard let tale else { preconditionFailure("Nothing can be said on that day") }
      choices[post].tale = UInt8(tale)
      let template = tongue.tales[tale].template
      let variant = template.variant(from: variants[tale], on: day)
      choices[post].variant = UInt8(variant)
      variants[tale] = variant + 1
      rests[tale] = turn + (ProsePlan.memory - 1) / template.variety + 1
      if dice.chance(3), turn >= wordlessRest {
        choices[post].isWordless = true
        wordlessRest = turn + ProsePlan.memory
      }
      if dice.chance(remarks.isWorn ? 16 : 32) {
        choices[post].remark = remarks.next(with: &dice).map(UInt8.init)
      }
    }
  }
}
