internal import Model

/// The sentences of each post; consecutive posts of an author differ.
struct PostTextPlan: Sendable {
  /// The numbers of the sentences of one post in the language of its author.
  private struct Choice: Sendable {
    var opening: UInt8 = 0
    /// The word for the first gap of the opening, which changes when an author repeats the opening.
    var variant: UInt8 = 0
    var remark: UInt8?
    /// Whether the post has only emoji.
    var isWordless = false
  }

  /// The number of consecutive posts of an author that differ.
  private static let distinctPosts = 20

  private let seed: UInt64
  /// By post.
  private var choices: [Choice]

  init(_ order: SeedOrder, by users: SyntheticUsers, _ schedule: PostSchedule) {
    seed = order.seed
    choices = [Choice](repeating: Choice(), count: order.posts)
    for author in 0..<order.users where schedule.byAuthor.degree(of: author) > 0 {
      choose(for: author, users.person(author).language, schedule)
    }
  }

  private mutating func choose(
    for author: Int, _ language: Language, _ schedule: PostSchedule
  ) {
    var random = SeededRandom(seed, .openings, author)
    var openings = ShuffledRounds(language.openings.count, with: &random)
    var remarks = ShuffledRounds(language.remarks.count, with: &random)
    // The next variant of each opening.
    var variants = language.openings.map { _ in random.below(256) }
    // The turn from which an opening, or a wordless post, may repeat.
    var rests = [Int](repeating: 0, count: language.openings.count)
    var wordlessRest = 0
    for (turn, place) in schedule.byAuthor.range(of: author).enumerated() {
      let post = Int(schedule.byAuthor.targets[place])
      let day = schedule.day(of: post, in: language)
      let opening =
        openings.next(with: &random) { turn >= rests[$0] && language.openings[$0].fits(day) }
        ?? openings.next(with: &random) { language.openings[$0].fits(day) }
      guard let opening else { preconditionFailure("No opening fits on the day.") }
      choices[post].opening = UInt8(opening)
      let template = language.openings[opening].template
      let variant = template.variant(from: variants[opening], on: day)
      choices[post].variant = UInt8(variant)
      variants[opening] = variant + 1
      rests[opening] = turn + (PostTextPlan.distinctPosts - 1) / template.variety + 1
      if random.chance(3), turn >= wordlessRest {
        choices[post].isWordless = true
        wordlessRest = turn + PostTextPlan.distinctPosts
      }
      if random.chance(remarks.hasFinishedRound ? 16 : 32) {
        choices[post].remark = remarks.next(with: &random).map(UInt8.init)
      }
    }
  }

  /// One or two sentences, and in some posts a mention of `friend`, an emoji or a hashtag.
  ///
  /// `friend` is the handle of a user that the author follows.
  func text(
    of post: Int, in language: Language, on day: LocalDay, mentioning friend: () -> String?
  ) -> String {
    let choice = choices[post]
    var random = SeededRandom(seed, .text, post)
    let opening = language.openings[Int(choice.opening)]
    var text = ""
    if choice.isWordless {
      for _ in 0...random.below(3) { text += random.pick(Emoji.fitting(opening.topic.name)) }
      return text
    }
    text.reserveCapacity(160)
    opening.template.write(to: &text, with: &random, on: day, variant: Int(choice.variant))
    if let remark = choice.remark {
      text += random.chance(12) ? "\n\n" : language.space
      language.remarks[Int(remark)].write(to: &text, with: &random, on: day)
    }
    if random.chance(16), let friend = friend() {
      text += " "
      random.pick(language.mentions).write(
        to: &text, with: &random, on: day, handle: "@" + friend)
    }
    if random.chance(34) {
      let emoji = random.pick(Emoji.fitting(random.chance(80) ? opening.topic.name : ""))
      text += " "
      for _ in 0...(random.chance(12) ? 2 : 0) { text += emoji }
    }
    if random.chance(24) { addHashtags(of: opening.topic, to: &text, with: &random, on: day) }
    return text
  }

  func topic(of post: Int, in language: Language) -> String {
    language.openings[Int(choices[post].opening)].topic.name
  }

  private func addHashtags(
    of topic: Language.Topic, to text: inout String, with random: inout SeededRandom,
    on day: LocalDay
  ) {
    text += random.chance(25) ? "\n" : " "
    let first = random.pick(topic.hashtags, on: day)
    text += first
    if random.chance(35) {
      let second = random.pick(topic.hashtags, on: day)
      if second != first { text += " " + second }
    }
  }
}
