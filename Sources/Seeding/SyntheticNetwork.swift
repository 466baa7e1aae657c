package import Model

/// A network that follows from an order alone.
///
/// Its plans are arrays of small integers. Texts and pictures are generated whenever they are read,
/// in the order of the tables' keys.
package struct SyntheticNetwork: Sendable {
  let order: SeedOrder
  private(set) var users: SyntheticUsers
  let schedule: PostSchedule
  private(set) var sequence: PostSequence
  let follows: AdjacencyList
  let followers: AdjacencyList
  let likes: ReactionPlan
  let conversations: ConversationPlan
  private let reposts: [PostSequence.Repost]
  let pictures: PicturePlan
  private let texts: PostTextPlan
  /// The likes that each user has received.
  let received: [Int]
  /// By source, of posts and answers.
  let replyCounts: [UInt32]
  let repostCounts: [UInt32]

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
    pictures = PicturePlan(order)
    texts = PostTextPlan(order, by: users, schedule)
    try checkInterrupt()
    let popularity = Popularity(order, of: schedule, followers: followers)
    conversations = ConversationPlan(
      order, by: users, schedule, texts, pictures, follows: follows, followers: followers,
      popularity.posts)
    try checkInterrupt()
    let authors = schedule.authors + conversations.answers.map(\.author)
    likes = ReactionPlan(
      order.likes, .likes, in: order, weights: popularity.all(conversations.answers),
      authors: authors, joined: schedule.joined, followers: followers)
    received = likes.received()
    let repetition = ReactionPlan(
      order.reposts, .reposts, in: order, weights: popularity.posts, authors: authors,
      joined: schedule.joined, followers: followers)
    repostCounts = repetition.counts
    var reposts: [PostSequence.Repost] = []
    repetition.forEach(of: schedule.times.enumerated().lazy.map { ($0, $1) }) { post, user, at in
      reposts.append(
        PostSequence.Repost(author: UInt32(user), target: UInt32(post), at: at))
    }
    self.reposts = reposts
    var replyCounts = [UInt32](repeating: 0, count: order.posts + order.replies)
    for answer in conversations.answers { replyCounts[Int(answer.parent)] += 1 }
    self.replyCounts = replyCounts
    sequence = PostSequence(schedule, conversations.answers, reposts, in: order)
  }

  /// A post by its kind, with its number among the posts of that kind.
  enum Source {
    case post(Int)
    case answer(ConversationPlan.Answer, Int)
    case repost(PostSequence.Repost)
  }

  func source(of post: Int) -> Source {
    let source = Int(sequence.sources[post])
    let answer = source - order.posts
    if answer < 0 { return .post(source) }
    return answer < order.replies
      ? .answer(conversations.answers[answer], answer) : .repost(reposts[answer - order.replies])
  }

  /// The text of a post; some texts mention a user that the author follows.
  func text(of post: Int) -> String {
    switch source(of: post) {
    case .post(let number):
      let author = Int(schedule.authors[number])
      let language = users.person(author).language
      if let quote = conversations.quotes[number] {
        return text(of: quote, number, in: language)
      }
      return texts.text(of: number, in: language, on: schedule.day(of: number, in: language)) {
        friend(of: author, .mention, number)
      }
    case .answer(let answer, let number): return text(of: answer, number)
    case .repost: return ""
    }
  }

  private func text(of quote: ConversationPlan.Quote, _ post: Int, in language: Language) -> String
  {
    var random = SeededRandom(order.seed, .replyText, post)
    var text = ""
    language.quotes[Int(quote.sentence)].write(to: &text, with: &random)
    if random.chance(25) { text += " " + random.pick(Emoji.fitting("")) }
    return text
  }

  private func text(of answer: ConversationPlan.Answer, _ number: Int) -> String {
    var random = SeededRandom(order.seed, .replyText, order.posts + number)
    let asker = users.person(Int(schedule.authors[Int(answer.root)]))
    let topic = texts.topic(of: Int(answer.root), in: asker.language)
    let author = Int(answer.author)
    let language = users.person(author).language
    let sentences = language.sentences(answer.kind, about: topic)
    var text = ""
    guard !sentences.isEmpty else {
      for _ in 0...random.below(3) { text += random.pick(Emoji.fitting(topic)) }
      return text
    }
    sentences[Int(answer.sentence)].write(to: &text, with: &random)
    if random.chance(9), let friend = friend(of: author, .mention, order.posts + number) {
      text += language.space.isEmpty ? " " : language.space
      random.pick(language.mentions).write(to: &text, with: &random, handle: "@" + friend)
    }
    if random.chance(24) { text += " " + random.pick(Emoji.fitting(topic)) }
    if random.chance(9), let tags = language.topics[topic]?.hashtags {
      let day = LocalDay(Moment(microseconds: answer.at), hoursAhead: language.hoursAhead)
      text += " " + random.pick(tags, on: day)
    }
    return text
  }

  /// The handle of a user that another follows; nil if there is none.
  private func friend(of user: Int, _ purpose: SeededRandom.Purpose, _ number: Int) -> String? {
    let friends = follows.range(of: user)
    guard !friends.isEmpty else { return nil }
    var random = SeededRandom(order.seed, purpose, number)
    return users.handle(Int(follows.targets[friends.lowerBound + random.below(friends.count)]))
  }

  /// The time of an author's last post; 0 without posts.
  func lastPost(of user: Int) -> Int64 {
    let posts = sequence.byAuthor.range(of: user)
    return posts.isEmpty ? 0 : sequence.times[Int(sequence.byAuthor.targets[posts.upperBound - 1])]
  }

  /// When a user began to follow another, after both had joined; mostly soon.
  func followTime(_ edge: Int, _ follower: Int) -> Int64 {
    var random = SeededRandom(order.seed, .followTimes, edge)
    let start = max(schedule.joined[follower], schedule.joined[Int(follows.targets[edge])])
    let end = order.period.upperBound.microseconds
    return min(end, random.time(after: start, until: end, unit: 60_000_000))
  }

  /// The posts in order, with their times.
  var timedSources: some Sequence<(source: Int, at: Int64)> {
    zip(sequence.sources, sequence.times).lazy.map { (Int($0), $1) }
  }

  /// Changes the handles and post times that an existing network has taken.
  package mutating func avoid(
    times: (_ from: Int64) throws -> [Int64], handles isTaken: (String) throws -> Bool
  ) rethrows {
    try users.avoid(isTaken)
    try sequence.avoid(times)
  }

  package func summary<Stop>(
    _ progress: (WorkProgress) throws(Stop) -> Void
  ) throws(Stop) -> SeedSummary {
    SeedSummary(order, hash: try hash(progress))
  }

  /// The hash of every value, in the order of the tables' keys.
  ///
  /// Times of follows and references between posts are in it if there are answers or reposts.
  private func hash<Stop>(_ progress: (WorkProgress) throws(Stop) -> Void) throws(Stop) -> UInt64 {
    var hash = ContentHash()
    let isLively = order.replies + order.reposts > 0
    for user in 0..<order.users {
      hash.add(users.handle(user))
      hash.add(users.name(user))
      hash.add(users.bio(user))
      hash.add(Int(schedule.joined[user]))
    }
    for user in 0..<order.users {
      for edge in follows.range(of: user) {
        hash.add(user, Int(follows.targets[edge]))
        if isLively { hash.add(Int(followTime(edge, user))) }
      }
    }
    for post in 0..<order.allPosts {
      if post % 8_192 == 0 { try progress(WorkProgress(.planning, done: post, of: order.allPosts)) }
      hash.add(Int(sequence.authors[post]), Int(sequence.times[post]))
      hash.add(text(of: post))
      if isLively { hash.add(reference(of: post) ?? -1) }
    }
    likes.forEach(of: timedSources) { post, user, at in
      hash.add(post, user)
      hash.add(Int(at))
    }
    for number in 0..<pictures.paintings {
      try progress(WorkProgress(.painting, done: number, of: pictures.paintings))
      let painting = pictures.painting(number)
      hash.add(painting.alt)
      hash.add(painting.image.pixels)
    }
    for post in 0..<order.posts {
      if let number = pictures.painting(of: post) { hash.add(post, number) }
    }
    return hash.value
  }

  /// The number of the post that a post answers, quotes or repeats.
  private func reference(of post: Int) -> Int? {
    switch source(of: post) {
    case .post(let number):
      conversations.quotes[number].map { Int(sequence.numbers[Int($0.target)]) }
    case .answer(let answer, _): Int(sequence.numbers[Int(answer.parent)])
    case .repost(let repost): Int(sequence.numbers[Int(repost.target)])
    }
  }
}
