internal import Model
internal import SQLite

/// Loading a whole network at once: rows in the order of their keys, counts computed beforehand,
/// and indexes made after their rows where most rows are new.
extension Writing {
  func load(_ planned: SyntheticNetwork, _ report: @escaping SeedService.Report) throws {
    var network = planned
    try makeWay(for: &network)
    try connection.run("PRAGMA cache_size = -32768")
    defer { try? connection.run("PRAGMA cache_size = -2000") }
    let load = SeedLoad(
      connection: connection, network: network, report: report,
      lastUser: try reserve(network.order.users, of: .users),
      lastPost: try reserve(network.order.posts, of: .posts))
    let order = network.order
    try load.users()
    try load.userWords()
    try without(
      "follows_by_followee", by: "DROP INDEX follows_by_followee",
      if: "(SELECT count(*) FROM (SELECT 1 FROM follows LIMIT \(order.follows))) < \(order.follows)"
    ) { try load.follows() }
    try without(
      "posts_by_time", by: "DROP INDEX posts_by_time",
      if: "(SELECT count(*) FROM (SELECT 1 FROM posts LIMIT \(order.posts))) < \(order.posts)"
    ) { try load.posts() }
    try load.postWords()
    try without(
      "likes_by_user", by: "DROP INDEX likes_by_user",
      if: "(SELECT count(*) FROM (SELECT 1 FROM likes LIMIT \(order.likes))) < \(order.likes)"
    ) { try load.likes() }
  }

  /// Handles and moments that are taken stay whose they are.
  private func makeWay(for network: inout SyntheticNetwork) throws {
    let period = network.order.period
    let times = try connection.all(
      """
      SELECT at FROM posts WHERE at BETWEEN \(period.lowerBound) AND
        \(Moment(microseconds: period.upperBound.microseconds + Int64(network.order.posts)))
      ORDER BY at
      """
    ) { $0.int64(0) }
    let isEmpty = try connection.first("SELECT 1 FROM users LIMIT 1") { _ in false } ?? true
    try network.avoid(times: times) { handle in
      guard !isEmpty else { return false }
      return try connection.first("SELECT 1 FROM users WHERE username = \(handle)") { _ in true }
        ?? false
    }
  }

  /// Takes so many numbers at once; gives back the one before the first of them.
  private func reserve(_ count: Int, of counter: Counter) throws -> Int64 {
    let last = try connection.first(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)"
    ) { $0.int64(0) }
    guard let last else { throw ServiceError.internal("The counter of \(counter) is missing.") }
    try connection.run(
      "UPDATE counters SET value = value + \(count) WHERE name = \(counter.rawValue)")
    return last
  }

  /// Runs `body` without an index, and makes it again as it was.
  ///
  /// That is less work than to keep it up where more rows come than are there.
  private func without(
    _ name: String, by dropping: SQL, if condition: SQL, _ body: () throws -> Void
  ) throws {
    let isWorthIt = try connection.first("SELECT \(condition)") { $0.int(0) == 1 } ?? false
    guard isWorthIt else { return try body() }
    guard let making = Schema.definitions.first(where: { $0.object.name == name })?.statement else {
      throw ServiceError.internal("There is no index \(name).")
    }
    try connection.run(dropping)
    try body()
    try connection.run(making)
  }
}
