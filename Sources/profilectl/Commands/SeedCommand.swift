import CommandLine
import Model
import Rendering
import Seeding

/// `seed`: adds a synthetic network, the same on every machine.
struct SeedCommand: DeclaredCommand {
  static let name = "seed"
  static let users = Option(
    "users", .integer(0...10_000_000), default: 100, "How many join.")
  static let posts = Option<Int?>(
    "posts", .integer(0...100_000_000), "How many posts; ten for each user by default.")
  static let replies = Option<Int?>(
    "replies", .integer(0...100_000_000),
    "How many replies besides; six for ten posts by default.")
  static let reposts = Option<Int?>(
    "reposts", .integer(0...100_000_000),
    "How many reposts besides; one for ten posts by default.")
  static let follows = Option<Int?>(
    "follows", .integer(0...1_000_000_000),
    "How many follows; fifteen for each user by default, fewer where there are few.")
  static let likes = Option<Int?>(
    "likes", .integer(0...1_000_000_000),
    "How many likes; four for each post by default, fewer where few can like.")
  static let pictures = Option(
    "pictures", .integer(0...100_000_000), default: 0, "How many of the posts have a picture.")
  static let shape = Option(
    "shape", .networkShape, default: NetworkShape.scaleFree, shown: "scale-free",
    "Who follows whom.")
  static let seed = Option(
    "seed", .integer(0...Int.max), default: 1, "Another seed makes another network.")
  static let from = Option(
    "from", .utcTime, default: SeedOrder.from, shown: Phrases.seedPeriod.first,
    "When the first join.")
  static let to = Option(
    "to", .utcTime, default: SeedOrder.to, shown: Phrases.seedPeriod.last,
    "When the last thing happens.")
  static let declaration = Declaration(
    name, "Fill the database with a synthetic network.",
    discussion: """
      The same line makes the same people, texts and times on every machine; the hash in the answer \
      tells. The numbers are met exactly. The database is made if there is none. Existing users stay \
      as they are. A newcomer whose handle is taken gets a number; a post whose time is taken is \
      moved by a microsecond. The hash ignores both.

      Shapes: scale-free, where whoever has followers gets more; communities:K, K circles that \
      mostly keep to themselves and, where they are small, have fewer follows by default; ring, where \
      each follows the next, so there are as many follows as users; star, where all follow the \
      first: users - 1 follows.

      Replies form conversations: popular posts get the most, authors answer back, and each writes in \
      their own language. Some posts quote another if there are reposts; without replies and reposts \
      people only post.

      Pictures are painted from the seed and come with their words. There are 200 of them at most; \
      where more posts have one, they share these. They are in the hash if there are any.

      All is saved at once or nothing is. Meanwhile other processes can read but not write: for \
      millions of rows give them a longer --wait.
      """,
    group: .file,
    options: [
      users.shape, posts.shape, replies.shape, reposts.shape, follows.shape, likes.shape,
      pictures.shape, shape.shape, seed.shape,
      from.shape, to.shape, WriteOptions.dryRun.shape,
    ],
    fields: RecordKind.seed.keys,
    examples: [
      .init("profilectl seed", "a hundred people and what they say"),
      .init("profilectl seed --users 30 --replies 900", "a few people who talk a lot"),
      .init("profilectl seed --users 500 --shape communities:5 --seed 7", "five circles"),
      .init("profilectl seed --users 50 --pictures 10", "with something to look at"),
      .init(
        "profilectl seed --users 10000 --follows 300000 --dry-run --fields hash", "only the hash"),
    ])

  private let order: SeedOrder
  private let isDryRun: Bool

  init(_ parsed: Parsed) throws {
    let users = try parsed.value(of: Self.users)
    let posts = try parsed.value(of: Self.posts)
    let replies = try parsed.value(of: Self.replies)
    let reposts = try parsed.value(of: Self.reposts)
    let follows = try parsed.value(of: Self.follows)
    let likes = try parsed.value(of: Self.likes)
    let pictures = try parsed.value(of: Self.pictures)
    let shape = try parsed.value(of: Self.shape)
    let seed = UInt64(try parsed.value(of: Self.seed))
    let from = try parsed.value(of: Self.from)
    let to = try parsed.value(of: Self.to)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
    order = try SeedOrder(
      users: users, posts: posts, replies: replies, reposts: reposts, follows: follows,
      likes: likes, pictures: pictures, shape: shape, seed: seed, from: from, to: to)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try LineMemory.require(SeedPlan.memory(for: order, isMaking: !isDryRun))
    let record = record(of: try make(in: context))
    if !isDryRun { return try Confirmation(context).answer(record) }
    try context.answer(facts: record)
    return CommandResult()
  }

  private func make(in context: CommandContext) throws -> SeedSummary {
    let progress = context.progressReporter()
    defer { progress.finish() }
    let network = context.interpreter.network
    let plan = try network.plan(order, progress.report)
    if !isDryRun { try network.seed(plan, context.options, progress.report) }
    return plan.summary
  }

  private func record(of summary: SeedSummary) -> Record {
    Record(
      .seed,
      [
        .count(summary.users), .count(summary.posts), .count(summary.follows),
        .count(summary.likes), .count(summary.pictures), .string(summary.hash.hexadecimal),
        .count(summary.replies), .count(summary.reposts),
      ])
  }
}

extension ValueKind where Value == NetworkShape {
  /// The pattern of follows in a synthetic network.
  static var networkShape: ValueKind {
    let words = ["scale-free", "communities:K", "ring", "star"]
    let offered = ["scale-free", "communities:", "ring", "star"]
    let notes = ["communities:": "K circles; a number follows, as in communities:4"]
    return ValueKind("shape", completion: .words(offered, notes: notes)) {
      (typed, _) throws(ValueError) in
      let word = try TypedBytes.text(typed)
      switch word {
      case "scale-free": return .scaleFree
      case "ring": return .ring
      case "star": return .star
      default: break
      }
      let circles = "communities:"
      if word.hasPrefix(circles), let count = UInt32(word.dropFirst(circles.count)), count > 0 {
        return .communities(Int(count))
      }
      let isNear = !word.hasPrefix(circles)
      let nearest = isNear ? SpellingSuggestion.nearest(to: word, among: words) : nil
      // Suggests the name of a shape with the typed number.
      let typed = word.split(separator: ":").last.flatMap { UInt32($0) } ?? 0
      let typable = nearest == words[1] ? "\(circles)\(typed > 0 ? typed : 4)" : nearest
      throw .unreadable(.choice(words, nearest: typable))
    }
  }
}
