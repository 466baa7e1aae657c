internal import Model
internal import Postgres
internal import Storage

/// One consistent view of a network on a server; it answers with the queries of `Queries`.
///
/// A value lives as long as the snapshot or transaction it was made for.
struct PostgresReading {
  let session: PostgresSession
  /// The place as it is shown.
  let place: String
}
