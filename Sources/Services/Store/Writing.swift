internal import Model
internal import SQLite

/// The network inside a write transaction: what `Reading` reads, and every named statement that
/// changes something, in the extensions of this type.
struct Writing {
  let connection: Connection

  var reading: Reading { Reading(connection: connection) }

  /// The next number of a kind, never given out before.
  func nextNumber(of counter: Counter) throws -> Int64 {
    try connection.run("UPDATE counters SET value = value + 1 WHERE name = \(counter.rawValue)")
    let number = try connection.first(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)"
    ) { $0.int64(0) }
    guard let number else { throw ServiceError.internal("The counter of \(counter) is missing.") }
    return number
  }

  enum Counter: String {
    case users, posts
  }
}
