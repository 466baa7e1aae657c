internal import Model

/// Plans replies and quotes: author, time, kind, sentence.
struct ConversationPlan: Sendable {
  /// A reply; its source number comes after those of the posts.
  struct Answer: Sendable {
    let author: UInt32
    /// The sources of the post above, and of the first post of the conversation.
    let parent: UInt32
    let root: UInt32
    let at: Int64
    let kind: ReplyKind
    /// The number of its sentence in the sheet.
    let sentence: UInt8
  }

  /// A quoted post, and the sentence about it.
  struct Quote: Sendable {
    let target: UInt32
    let sentence: UInt8
  }

  let answers: [Answer]
  /// By the quoting post.
  let quotes: [Int: Quote]

  /// `popularity` is by post: the most popular posts get by far the most replies.
  init(
    _ order: SeedOrder, by users: SyntheticUsers, _ schedule: PostSchedule, _ texts: PostTextPlan,
    _ pictures: PicturePlan, follows: AdjacencyList, followers: AdjacencyList,
    _ popularity: [UInt32]
  ) {
    guard order.replies + order.reposts > 0 else {
      (answers, quotes) = ([], [:])
      return
    }
    var planner = ConversationPlanner(
      order: order, users: users, schedule: schedule, texts: texts, pictures: pictures,
      followers: followers)
    if order.reposts > 0 { planner.quote(follows) }
    let weights = popularity.map { UInt32(Double($0) * Double($0).squareRoot() / 10) + 1 }
    let shares = Apportionment.shares(of: order.replies, by: weights)
    for (post, share) in shares.enumerated() where share > 0 { planner.answer(post, Int(share)) }
    (answers, quotes) = (planner.answers, planner.quotes)
  }
}

/// The state while conversations are planned one after another.
private struct ConversationPlanner {
  private(set) var answers: [ConversationPlan.Answer] = []
  private(set) var quotes: [Int: ConversationPlan.Quote] = [:]

  private let order: SeedOrder
  private let schedule: PostSchedule
  private let texts: PostTextPlan
  private let pictures: PicturePlan
  private let followers: AdjacencyList
  private let languages: [UInt8]
  private var sentences: SentenceRounds
  /// The sentences used in this conversation.
  private var spoken: Set<String> = []

  init(
    order: SeedOrder, users: SyntheticUsers, schedule: PostSchedule, texts: PostTextPlan,
    pictures: PicturePlan, followers: AdjacencyList
  ) {
    self.order = order
    self.schedule = schedule
    self.texts = texts
    self.pictures = pictures
    self.followers = followers
    languages = (0..<order.users).map { UInt8(users.person($0).languageNumber) }
    sentences = SentenceRounds(seed: order.seed)
    answers.reserveCapacity(order.replies)
  }

  private func language(of user: Int) -> Language { Language.all[Int(languages[user])] }

  /// A post or reply of a conversation.
  private struct Turn {
    let source: Int
    let author: Int
    let at: Int64
    /// Nil for the first post.
    let kind: ReplyKind?
    /// The author of the post above.
    let partner: Int?
  }

  /// Adds a conversation of `count` replies to a post.
  mutating func answer(_ post: Int, _ count: Int) {
    var random = SeededRandom(order.seed, .conversation, post)
    var turns = [
      Turn(
        source: post, author: Int(schedule.authors[post]), at: schedule.times[post], kind: nil,
        partner: nil)
    ]
    spoken = []
    for _ in 0..<count {
      let parent = ConversationPlanner.parent(among: turns, with: &random)
      let author = author(answering: parent, in: turns[0], with: &random)
      let wish = kind(of: author, to: parent, below: post, with: &random)
      let sentence = sentence(wish, in: language(of: author), about: topic(of: post))
      let kind = sentence == nil ? .wordless : wish
      let start = max(parent.at, schedule.joined[author]) + 20_000_000
      let end = order.period.upperBound.microseconds
      let at =
        start < end
        ? random.time(after: start, until: end, unit: 400_000)
        : random.time(after: parent.at, until: end, unit: 1)
      turns.append(
        Turn(
          source: order.posts + answers.count, author: author, at: at, kind: kind,
          partner: parent.author))
      answers.append(
        ConversationPlan.Answer(
          author: UInt32(author), parent: UInt32(parent.source), root: UInt32(post), at: at,
          kind: kind, sentence: sentence ?? 0))
    }
  }

  /// A sentence not yet used in this conversation; nil if a few draws find none.
  private mutating func sentence(
    _ kind: ReplyKind, in language: Language, about topic: String
  ) -> UInt8? {
    let list = language.name + (kind == .topical ? topic : kind.rawValue)
    let count = language.sentences(kind, about: topic).count
    for _ in 0..<min(count, 6) {
      let sentence = sentences.next(list, of: count)
      if spoken.insert("\(list) \(sentence)").inserted { return sentence }
    }
    return nil
  }

  private func topic(of post: Int) -> String {
    texts.topic(of: post, in: language(of: Int(schedule.authors[post])))
  }

  /// The first post, the last reply, or a random one.
  private static func parent(
    among turns: [Turn], with random: inout SeededRandom
  ) -> Turn {
    let choice = random.below(100)
    if choice < 45 { return turns[0] }
    return choice < 88 ? turns[turns.count - 1] : random.pick(turns)
  }

  /// The author of the post above the parent, or another user, preferably a follower with the same
  /// language.
  private func author(
    answering parent: Turn, in first: Turn, with random: inout SeededRandom
  ) -> Int {
    if let partner = parent.partner, partner != parent.author, random.chance(65) { return partner }
    let readers = followers.range(of: random.chance(60) ? first.author : parent.author)
    var found: Int?
    for _ in 0..<24 {
      let isReader = !readers.isEmpty && random.chance(55)
      let user =
        isReader
        ? Int(followers.targets[readers.lowerBound + random.below(readers.count)])
        : random.below(order.users)
      guard user != parent.author, schedule.joined[user] < order.period.upperBound.microseconds
      else { continue }
      found = user
      if languages[user] == languages[parent.author] { break }
    }
    return found ?? parent.author
  }

  private func kind(
    of author: Int, to parent: Turn, below post: Int, with random: inout SeededRandom
  ) -> ReplyKind {
    let isForeign =
      languages[author] != languages[parent.author]
    if isForeign, random.chance(60) { return .wordless }
    if author == parent.author { return .banter }
    if author == parent.partner {
      switch parent.kind {
      case .question: return .answer
      case .praise, .agreement: return random.chance(70) ? .thanks : .banter
      default: return random.chance(25) ? .agreement : .banter
      }
    }
    guard parent.kind == nil else {
      return random.chance(30) ? .question : random.chance(50) ? .banter : .agreement
    }
    if pictures.painting(of: post) != nil, random.chance(50) { return .praise }
    if !isForeign, random.chance(60) { return .topical }
    return random.chance(40) ? .question : random.chance(60) ? .agreement : .banter
  }

  /// Makes a few posts quote one of the last 400 posts, preferably by a followed user.
  mutating func quote(_ follows: AdjacencyList) {
    for post in 0..<order.posts {
      var random = SeededRandom(order.seed, .quotes, post)
      guard random.chance(5) else { continue }
      let author = Int(schedule.authors[post])
      let language = language(of: author)
      var found: Int?
      for _ in 0..<12 where post > 0 {
        let other = post - 1 - random.below(min(post, 400))
        let writer = Int(schedule.authors[other])
        guard writer != author, quotes[other] == nil else { continue }
        let isFriend = follows.range(of: author).contains { follows.targets[$0] == writer }
        if found == nil || isFriend { found = other }
        if isFriend, languages[writer] == languages[author] { break }
      }
      guard let found else { continue }
      quotes[post] = ConversationPlan.Quote(
        target: UInt32(found),
        sentence: sentences.next(language.name + "quotes", of: language.quotes.count))
    }
  }
}

/// Draws the sentences of each list in rounds, so that a sentence repeats as late as possible.
private struct SentenceRounds: Sendable {
  private var rounds: [String: ShuffledRounds] = [:]
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed, .sentences) }

  /// The next of the `count` sentences in a list; 0 for an empty list.
  mutating func next(_ list: String, of count: Int) -> UInt8 {
    if rounds[list] == nil { rounds[list] = ShuffledRounds(count, with: &random) }
    return UInt8(rounds[list]?.next(with: &random) ?? 0)
  }
}
