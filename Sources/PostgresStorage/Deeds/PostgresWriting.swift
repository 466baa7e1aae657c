internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// A network on a server inside a transaction: every named statement that changes something, in the
/// extensions of this type.
///
/// Deeds that take away lock the users they touch first, in ascending order of numbers. Each deed
/// compares what it changed in both halves of an edge, and throws `Conflict` where they differ: the
/// transaction is run again then.
struct PostgresWriting {
  let session: PostgresSession
  /// The place as it is shown.
  let place: String

  var read: PostgresReading { PostgresReading(session: session, place: place) }
}

/// Thrown where another transaction came between two statements of one deed.
struct Conflict: Error {}
