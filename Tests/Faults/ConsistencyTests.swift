import Foundation
import Support
import Testing

/// Consistency judged from outside: workers note when each command began, ended, and what it
/// answered.
@Suite struct ConsistencyTests {
  private static let steps =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STEPS"] ?? "") ?? 12

  private static let users = ["ana", "bob"]

  /// What a worker notes: of a register named `key`, or of a read whose count is not its list.
  private struct Notes: Sendable {
    var events: [(key: String, event: History.Event)] = []
    var miscounts: [String] = []
    /// The numbers of posts that were told of.
    var posts: [String] = []
    var unknown: [String] = []

    static func += (notes: inout Notes, others: Notes) {
      notes.events += others.events
      notes.miscounts += others.miscounts
      notes.posts += others.posts
      notes.unknown += others.unknown
    }
  }

  @Test func `every history of likes and follows is linearizable, and every count its list`()
    async throws
  {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob", "eve")
    _ = try program.run("post", "one", "--as", "eve")
    let start = ContinuousClock.now
    var notes = try await withThrowingTaskGroup(of: Notes.self) { group in
      for worker in 0..<6 {
        let program = program
        group.addTask { try Self.work(program, seed: UInt64(worker + 1), since: start) }
      }
      return try await group.reduce(into: Notes(), +=)
    }
    // What was acknowledged last is there for whoever comes after all of them.
    notes += try Self.work(
      program, [("view 1 --json", "ana")] + Self.users.map { ("follows \($0) eve", $0) },
      since: start)
    #expect(try program.run("doctor", "--deep").stdout == "Nothing is wrong.\n")
    #expect(notes.miscounts == [])
    #expect(notes.unknown == [])
    let posts = try program.run("sql", "SELECT id FROM posts").stdout.split(separator: "\n")
    #expect(Set(notes.posts).isSubset(of: posts.map(String.init)))
    #expect(Set(notes.posts).count == notes.posts.count, "a number was given twice")
    let histories = Dictionary(grouping: notes.events, by: \.key)
    for (key, events) in histories {
      #expect(History(events: events.map(\.event)).isLinearizable, "\(key)")
    }
    print("histories: \(histories.count), operations: \(notes.events.count)")
  }

  /// Does random commands, several of them to the same registers as other workers.
  private static func work(
    _ program: Program, seed: UInt64, since start: ContinuousClock.Instant
  ) throws -> Notes {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<steps).map { _ in
      let user = users.randomElement(using: &generator) ?? "ana"
      let line = [
        "like 1", "unlike 1", "follow eve", "unfollow eve", "view 1 --json", "follows \(user) eve",
        "post more", "show \(user) --limit 500 --json", "sql \(miscounted)",
      ].randomElement(using: &generator)
      return (line ?? "like 1", user)
    }
    return try work(program, lines, since: start)
  }

  /// Whoever, or whatever, has a count that is not the length of its list.
  private static let miscounted = """
    SELECT username FROM users AS u WHERE
      post_count <> (SELECT count(*) FROM posts WHERE author = u.id)
      OR follower_count <> (SELECT count(*) FROM follows WHERE followee = u.id)
      OR following_count <> (SELECT count(*) FROM follows WHERE follower = u.id)
    UNION ALL SELECT id FROM posts AS p
    WHERE like_count <> (SELECT count(*) FROM likes WHERE post = p.id)
    """

  private static func work(
    _ program: Program, _ lines: [(line: String, user: String)],
    since start: ContinuousClock.Instant
  ) throws -> Notes {
    var notes = Notes()
    for (line, user) in lines {
      let words = line.split(separator: " ", maxSplits: line.hasPrefix("sql") ? 1 : .max)
      let begin = microseconds(since: start)
      let answer = try program.run(words.map(String.init) + ["--as", user])
      let end = microseconds(since: start)
      func note(_ key: String, _ deed: History.Event.Deed, wasOn: Bool) {
        notes.events.append((key, .init(deed: deed, wasOn: wasOn, begin: begin, end: end)))
      }
      switch (words[0], answer.stdout.split(whereSeparator: \.isWhitespace).last) {
      case ("like", "liked"), ("like", "already_liked"):
        note("like of \(user)", .turnOn, wasOn: answer.stdout.contains("already"))
      case ("unlike", "unliked"), ("unlike", "not_liked"):
        note("like of \(user)", .turnOff, wasOn: !answer.stdout.contains("not_"))
      case ("follow", "followed"), ("follow", "already_following"):
        note("follow of \(user)", .turnOn, wasOn: answer.stdout.contains("already"))
      case ("unfollow", "unfollowed"), ("unfollow", "not_following"):
        note("follow of \(user)", .turnOff, wasOn: !answer.stdout.contains("not_"))
      case ("follows", "yes"), ("follows", "no"):
        note("follow of \(user)", .read, wasOn: answer.status == 0)
      case ("view", _):
        let post = try decoded(Viewed.self, answer)
        if post.likeCount != post.likers.count { notes.miscounts.append(answer.stdout) }
        for user in users {
          note("like of \(user)", .read, wasOn: post.likers.contains(user))
        }
      case ("show", _):
        let shown = try decoded(Shown.self, answer)
        if shown.user.postCount != shown.posts.count { notes.miscounts.append(answer.stdout) }
      case ("post", "posted"):
        notes.posts += answer.stdout.split(separator: "\t").prefix(1).map(String.init)
      case ("sql", nil) where answer.status == 0: break
      case ("sql", _): notes.miscounts.append("\(answer)")
      default: notes.unknown.append("\(line): \(answer)")
      }
    }
    return notes
  }

  private struct Viewed: Decodable {
    let likeCount: Int
    let likers: [String]
  }

  private struct Shown: Decodable {
    let user: Author
    let posts: [Written]

    struct Author: Decodable { let postCount: Int }
    struct Written: Decodable {}
  }

  private static func decoded<Value: Decodable>(
    _: Value.Type, _ answer: Answer
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Value.self, from: Data(answer.stdout.utf8))
  }

  private static func microseconds(since start: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  @Test func `every read of a count that is wrong is noticed`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana")
    _ = try program.run("post", "one", "--as", "ana")
    try RawDatabase(program.home.file("net.db")).run(
      "UPDATE users SET post_count = 2; UPDATE posts SET like_count = 2")
    for line in ["view 1 --json", "show ana --json", "sql \(Self.miscounted)"] {
      let notes = try Self.work(program, [(line, "ana")], since: .now)
      #expect(notes.miscounts.count == 1, "\(line)")
    }
  }

  private typealias Event = History.Event

  @Test func `the checker accepts what overlaps and refuses what can't have been`() {
    let on = Event(deed: .turnOn, wasOn: false, begin: 0, end: 10)
    let early = Event(deed: .read, wasOn: false, begin: 5, end: 6)
    let late = Event(deed: .read, wasOn: false, begin: 11, end: 12)
    let again = Event(deed: .turnOn, wasOn: false, begin: 20, end: 30)
    let off = Event(deed: .turnOff, wasOn: true, begin: 12, end: 25)
    #expect(History(events: [on, early]).isLinearizable)
    #expect(History(events: [on, off, again]).isLinearizable)
    // A read that began after the answer, and did not see it.
    #expect(!History(events: [on, late]).isLinearizable)
    // Two that both found it off, with nobody in between who turned it off.
    #expect(!History(events: [on, again]).isLinearizable)
  }
}
