internal import Model
internal import SQLite

/// The network inside a write transaction: what `Reading` reads, and every named statement that
/// changes something, in the extensions of this type.
struct Writing {
  let connection: Connection

  var reading: Reading { Reading(connection: connection) }

  /// Runs `work` in a savepoint, which is undone when it throws or is only tried.
  func attempt<Value>(
    isRehearsal: Bool = false, _ work: (Writing) throws -> Value
  ) throws -> Value {
    var value: Value?
    do {
      return try connection.savepoint {
        let done = try work(self)
        value = done
        if isRehearsal { throw Rehearsed() }
        return done
      }
    } catch is Rehearsed {
      guard let value else { throw ServiceError.internal("A rehearsal came to nothing.") }
      return value
    }
  }

  /// Thrown by a deed that was only tried, to undo it.
  struct Rehearsed: Error {}

  /// The next number of a kind, never given out before.
  func nextNumber(of counter: Counter) throws -> Int64 {
    try connection.run("UPDATE counters SET value = value + 1 WHERE name = \(counter.rawValue)")
    let number = try connection.first(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)"
    ) { $0.int64(0) }
    guard let number, number <= Counter.exhausted else { throw ServiceError.file(.damaged) }
    return number
  }

  /// The kinds of things that are numbered, each with a row of `counters`.
  enum Counter: String {
    case users, posts

    /// A counter that stands here has no number left to give out, and whoever finds it there finds
    /// damage: numbers above the next one can be taken for others by readers of JSON.
    static let exhausted: Int64 = (1 << 53) - 2
  }
}
