internal import Model
internal import SQLite
internal import Seeding

/// Loading a whole network at once: rows in the order of their keys, counts computed beforehand,
/// and indexes made after their rows where most rows are new.
extension Writing {
  func load(_ planned: SyntheticNetwork, _ report: @escaping SeedService.Report) throws {
    var network = planned
    try makeWay(for: &network)
    try connection.keep(.large)
    defer { try? connection.keep(.small) }
    let load = SeedLoad(
      connection: connection, network: network, report: report,
      lastUser: try reserve(network.order.users, of: .users),
      lastPost: try reserve(network.order.posts, of: .posts),
      paintings: try keepPaintings(of: network, report))
    let order = network.order
    try load.users()
    try load.userWords()
    try without(
      [("follows_by_followee", "DROP INDEX follows_by_followee")],
      if: "SELECT 1 FROM follows LIMIT \(order.follows)", givesFewerThan: order.follows, report
    ) { try load.follows() }
    try without(
      [
        ("posts_by_time", "DROP INDEX posts_by_time"), ("posts_by_id", "DROP INDEX posts_by_id"),
      ],
      if: "SELECT 1 FROM posts LIMIT \(order.posts)", givesFewerThan: order.posts, report
    ) { try load.posts() }
    try load.postWords()
    try without(
      [("likes_by_user", "DROP INDEX likes_by_user")],
      if: "SELECT 1 FROM likes LIMIT \(order.likes)", givesFewerThan: order.likes, report
    ) { try load.likes() }
    report(SeedProgress(.saving))
  }

  /// One at a time, so that memory holds one.
  private func keepPaintings(
    of network: SyntheticNetwork, _ report: SeedService.Report
  ) throws -> [KeptPainting] {
    let count = network.pictures.paintings
    return try (0..<count).map { number in
      report(SeedProgress(.pictures, done: number, of: count))
      let painting = network.pictures.painting(number)
      let image = painting.image
      let id = try keep(
        PictureDraft(
          content: image.png(), width: image.width, height: image.height,
          thumbnail: image.thumbnail()))
      return KeptPainting(id: id, alt: painting.alt)
    }
  }

  /// Handles and moments that are taken stay whose they are.
  private func makeWay(for network: inout SyntheticNetwork) throws {
    let isEmpty = try connection.first("SELECT 1 FROM users LIMIT 1") { _ in false } ?? true
    try network.avoid(times: takenTimes) { handle in
      guard !isEmpty else { return false }
      return try connection.first("SELECT 1 FROM users WHERE username = \(handle)") { _ in true }
        ?? false
    }
    if let last = network.schedule.times.last, last > Moment.storable.upperBound.microseconds {
      throw ServiceError.noMomentLeft
    }
  }

  /// The first moments from one on that posts have; few, because new posts may be far apart.
  private func takenTimes(from moment: Int64) throws -> [Int64] {
    let times = try connection.all(
      "SELECT at FROM posts WHERE at >= \(moment) ORDER BY at LIMIT 4096"
    ) { $0.int64(0) }
    // What is no number is found behind all of them, for ever.
    guard times.allSatisfy({ $0 >= moment }) else { throw ServiceError.file(.damaged) }
    return times
  }

  /// Takes so many numbers at once; gives back the one before the first of them.
  private func reserve(_ count: Int, of counter: Counter) throws -> Int64 {
    let last = try connection.first(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)"
    ) { $0.int64(0) }
    guard let last, last <= Counter.exhausted - Int64(count) else {
      throw ServiceError.file(.damaged)
    }
    try connection.run(
      "UPDATE counters SET value = value + \(count) WHERE name = \(counter.rawValue)")
    return last
  }

  /// Runs `body` without some indexes, and makes them again as they were.
  ///
  /// That is less work than to keep them up where more rows come than are there.
  private func without(
    _ indexes: [(name: String, dropping: SQL)], if rows: SQL, givesFewerThan count: Int,
    _ report: SeedService.Report, _ body: () throws -> Void
  ) throws {
    let present = try connection.first("SELECT count(*) FROM (\(rows))") { $0.int(0) } ?? 0
    guard present < count else { return try body() }
    for index in indexes { try connection.run(index.dropping) }
    try body()
    report(SeedProgress(.indexes))
    for index in indexes {
      let definition = Schema.definitions.first { $0.object.name == index.name }
      guard let making = definition?.statement else {
        throw ServiceError.internal("There is no index \(index.name).")
      }
      try connection.run(making)
    }
  }
}
