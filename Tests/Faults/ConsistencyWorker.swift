import Foundation
import Support

/// Runs commands one after the other and records the start, the end and the answer of each.
///
/// Some commands are killed, so that their effect is unknown.
struct ConsistencyWorker {
  private static let users = ["ana", "bob"]

  /// The events of the registers; `key` names the register.
  private(set) var events: [(key: String, event: History.Event)] = []
  /// The answers in which a count differs from the length of its list.
  private(set) var miscounts: [String] = []
  /// The numbers of the acknowledged posts.
  private(set) var posts: [String] = []
  /// The posts for which a `delete-post` was started.
  private(set) var deletionsRequested: [String] = []
  /// The posts of which the deletion was acknowledged.
  private(set) var deleted: [String] = []
  /// Answers that no command may give.
  private(set) var unexpected: [String] = []
  /// The number of processes killed before they answered.
  private(set) var kills = 0
  /// The posts of each user that this worker wrote and did not delete, oldest first.
  private var own: [String: [String]] = [:]
  private let program: Program
  private let start: ContinuousClock.Instant

  init(_ program: Program, since start: ContinuousClock.Instant) {
    (self.program, self.start) = (program, start)
  }

  static func += (one: inout ConsistencyWorker, other: ConsistencyWorker) {
    one.events += other.events
    one.miscounts += other.miscounts
    one.posts += other.posts
    one.deletionsRequested += other.deletionsRequested
    one.deleted += other.deleted
    one.unexpected += other.unexpected
    one.kills += other.kills
  }

  /// Runs random commands; several use the same registers as other workers.
  ///
  /// One in eight is killed at a random time between its start and `moment`.
  mutating func work(steps: Int, seed: UInt64, killing moment: Duration) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<steps {
      let user = Self.users.randomElement(using: &generator) ?? "ana"
      let line = [
        "like 1", "unlike 1", "follow eve", "unfollow eve", "view 1 --json", "follows \(user) eve",
        "post more", "post secret --private", "like OWN", "delete-post OWN --yes",
        "show \(user) --limit 500 --json", "sql \(Self.miscounted)",
      ].randomElement(using: &generator)
      let part = Double.random(in: 0..<1, using: &generator)
      let isKilled = Int.random(in: 0..<8, using: &generator) == 0
      try run(line ?? "like 1", as: user, killedAfter: isKilled ? moment * part : nil)
    }
  }

  /// Reads every register once, to check the last acknowledged state after all workers have ended.
  mutating func readAll() throws {
    try run("view 1 --json", as: "ana")
    for user in Self.users { try run("follows \(user) eve", as: user) }
    try run("sql \(Self.miscounted)", as: "ana")
  }

  /// A query for each user or post whose stored count is wrong.
  static let miscounted =
    [
      ("post_count", "SELECT count(*) FROM posts WHERE author = u.id AND private = 0"),
      ("last_post_at", "SELECT ifnull(max(at), 0) FROM posts WHERE author = u.id AND private = 0"),
      ("follower_count", "SELECT count(*) FROM follows WHERE followee = u.id"),
      ("following_count", "SELECT count(*) FROM follows WHERE follower = u.id"),
      (
        "like_count",
        "SELECT count(*) FROM likes JOIN posts AS p ON post = p.id WHERE p.author = u.id AND private = 0"
      ),
    ].map { "SELECT '\($0)', username FROM users AS u WHERE \($0) <> (\($1)) UNION ALL " }.joined()
    + "SELECT 'post', id FROM posts WHERE like_count <> (SELECT count(*) FROM likes WHERE post = id)"

  /// Runs one line.
  ///
  /// `OWN` stands for the user's newest post in `own`; without one nothing runs.
  mutating func run(_ line: String, as user: String, killedAfter moment: Duration? = nil) throws {
    guard let line = substitutingPost(in: line, of: user) else { return }
    let words = line.split(separator: " ", maxSplits: line.hasPrefix("sql") ? 1 : .max)
    let begin = microseconds()
    let running = try program.start(words.map(String.init) + ["--as", user])
    if let moment { running.kill(at: .now + moment) }
    let answer = try running.wait()
    if moment != nil, answer.status == 137, answer.stdout.isEmpty {
      kills += 1
      note(String(words[0]), of: user, nil, begin, nil)
    } else {
      try record(words.map(String.init), of: user, answer, begin, microseconds())
    }
  }

  /// Replaces `OWN` in the line; nil without a post.
  private mutating func substitutingPost(in line: String, of user: String) -> String? {
    guard line.contains("OWN") else { return line }
    guard let post = own[user]?.last else { return nil }
    if line.hasPrefix("delete-post") {
      own[user]?.removeLast()
      deletionsRequested.append(post)
    }
    return line.replacing("OWN", with: post)
  }

  /// Records the effect of a command on its register; `end` is nil if the process was killed.
  private mutating func note(
    _ deed: String, of user: String, _ wasOn: Bool?, _ begin: Int64, _ end: Int64?
  ) {
    let known: (String, History.Event.Deed)? =
      switch deed {
      case "like": ("like of \(user)", .turnOn)
      case "unlike": ("like of \(user)", .turnOff)
      case "follow": ("follow of \(user)", .turnOn)
      case "unfollow": ("follow of \(user)", .turnOff)
      default: nil
      }
    guard let (key, deed) = known else { return }
    events.append((key, .init(deed: deed, wasOn: wasOn, begin: begin, end: end)))
  }

  private mutating func record(
    _ words: [String], of user: String, _ answer: Answer, _ begin: Int64, _ end: Int64
  ) throws {
    func read(_ key: String, _ isOn: Bool) {
      events.append((key, .init(deed: .read, wasOn: isOn, begin: begin, end: end)))
    }
    switch (words[0], answer.stdout.split(whereSeparator: \.isWhitespace).last) {
    case ("like", "liked"), ("like", "already_liked"):
      guard words[1] == "1" else { break }
      note(words[0], of: user, answer.stdout.contains("already"), begin, end)
    case ("unlike", "unliked"), ("unlike", "not_liked"):
      note(words[0], of: user, !answer.stdout.contains("not_"), begin, end)
    case ("follow", "followed"), ("follow", "already_following"):
      note(words[0], of: user, answer.stdout.contains("already"), begin, end)
    case ("unfollow", "unfollowed"), ("unfollow", "not_following"):
      note(words[0], of: user, !answer.stdout.contains("not_"), begin, end)
    // A process killed after its answer has status 137; otherwise status and answer must agree.
    case ("follows", "yes") where [0, 137].contains(answer.status): read("follow of \(user)", true)
    case ("follows", "no") where [1, 137].contains(answer.status): read("follow of \(user)", false)
    case ("view", _):
      let post = try decoded(Viewed.self, answer)
      if post.likeCount != post.likers.count { miscounts.append(answer.stdout) }
      for user in Self.users { read("like of \(user)", post.likers.contains(user)) }
    case ("show", _):
      if try !decoded(Shown.self, answer).isCounted { miscounts.append(answer.stdout) }
    case ("post", "posted"):
      let numbers = answer.stdout.split(separator: "\t").prefix(1).map(String.init)
      posts += numbers
      own[user, default: []] += numbers
    case ("delete-post", "deleted"): deleted.append(words[1])
    case ("sql", nil) where answer.status == 0: break
    case ("sql", _): miscounts.append("\(answer)")
    default: unexpected.append("\(words): \(answer)")
    }
  }

  private struct Viewed: Decodable {
    let likeCount: Int
    let likers: [String]
  }

  private struct Shown: Decodable {
    let user: Author
    let posts: [Written]

    var isCounted: Bool {
      user.postCount == posts.count && user.likeCount == posts.map(\.likeCount).reduce(0, +)
    }

    struct Author: Decodable {
      let postCount: Int
      let likeCount: Int
    }
    struct Written: Decodable { let likeCount: Int }
  }

  private func decoded<Value: Decodable>(_: Value.Type, _ answer: Answer) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Value.self, from: Data(answer.stdout.utf8))
  }

  private func microseconds() -> Int64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
