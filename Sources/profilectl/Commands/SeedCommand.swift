import CommandLine
import Model
import Rendering
import Seeding

/// `seed`: adds a synthetic network, the same on every machine.
struct SeedCommand: DeclaredCommand {
  static let name = "seed"
  static let users = Option(
    "users", .integer(0...10_000_000), default: 100, "The number of users.")
  static let posts = Option<Int?>(
    "posts", .integer(0...100_000_000), "The number of posts; by default ten for each user.")
  static let replies = Option<Int?>(
    "replies", .integer(0...100_000_000),
    "The number of replies to these posts; by default six for ten posts.")
  static let reposts = Option<Int?>(
    "reposts", .integer(0...100_000_000),
    "The number of reposts of these posts; by default one for ten posts.")
  static let follows = Option<Int?>(
    "follows", .integer(0...1_000_000_000),
    "The number of follows; by default 15 for each user, fewer for few users.")
  static let likes = Option<Int?>(
    "likes", .integer(0...1_000_000_000),
    "The number of likes; by default four for each post, fewer for few users.")
  static let pictures = Option(
    "pictures", .integer(0...100_000_000), default: 0, "The number of posts with a picture.")
  static let shape = Option(
    "shape", .networkShape, default: NetworkShape.scaleFree, shown: "scale-free",
    "The pattern of follows.")
  static let seed = Option(
    "seed", .integer(0...Int.max), default: 1, "Another seed makes another network.")
  static let from = Option(
    "from", .utcTime, default: SeedOrder.from, shown: Phrases.seedPeriod.first,
    "The time the first users join.")
  static let to = Option(
    "to", .utcTime, default: SeedOrder.to, shown: Phrases.seedPeriod.last,
    "The time of the last activity.")
  static let declaration = Declaration(
    name, "Fill the database with a synthetic network.",
    discussion: """
      The same options make the same people, texts and times on every machine. The hash in the \
      answer identifies this content. The network has exactly the given numbers. The command \
      creates a missing database and does not change existing users. If a handle is taken, the new \
      user's handle gets a number. If a time is taken, the new post moves by a microsecond. The \
      hash ignores both changes.

      In the shape scale-free, users with many followers gain more. communities:K makes K groups \
      with few follows between them; small groups have fewer follows by default. In a ring, each \
      user follows the next, so there are as many follows as users. In a star, all users follow \
      the first, so the number of follows is users - 1.

      Replies form conversations. Popular posts get most of the replies, and authors reply in turn. \
      Each user writes in their own language. If there are reposts, some posts quote others. With \
      --replies 0 and --reposts 0, no post refers to another.

      The seed determines the pictures, and each picture has a description. There are at most 200 \
      different pictures; if more posts have one, they share these. If there are pictures, the \
      hash includes them.

      The command saves everything in one transaction. Meanwhile other processes can read but not \
      write. If you make millions of rows, give those processes a longer --wait.
      """,
    group: .file,
    options: [
      users.shape, posts.shape, replies.shape, reposts.shape, follows.shape, likes.shape,
      pictures.shape, shape.shape, seed.shape,
      from.shape, to.shape, WriteOptions.dryRun.shape,
    ],
    fields: RecordKind.seed.keys,
    examples: [
      .init("profilectl seed", "a hundred users and their posts"),
      .init("profilectl seed --users 30 --replies 900", "few users with long conversations"),
      .init("profilectl seed --users 500 --shape communities:5 --seed 7", "five groups"),
      .init("profilectl seed --users 50 --pictures 10", "with pictures"),
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
    try context.answer(facts: record.ofDryRun)
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
    let notes = ["communities:": "K groups; a number follows, as in communities:4"]
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
