internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// One consistent view of a network on a server; it answers with the queries of this folder.
///
/// A value lives as long as the snapshot or transaction it was made for. Lists of numbers travel as
/// arrays: a join of rows with different owners would meet several shards.
struct PostgresReading: Reading {
  let session: PostgresSession
  /// The place as it is shown.
  let place: String

  // MARK: Marks

  func mark(_ mark: ReadMark, of user: User.ID) throws -> Moment? {
    let column: SQL = mark == .timeline ? "at" : "notices_at"
    let moment: Int64? = try session.value(
      "SELECT \(column) FROM profilectl.read_marks WHERE reader = \(user)")
    return moment.flatMap { $0 == 0 ? nil : Moment(microseconds: $0) }
  }

  /// `now`, or the time of the last post dated less than a minute after it.
  func present(at now: Moment) throws -> Moment {
    let end = now.microseconds + Moment.longestStep
    let last: Int64? = try session.value(
      """
      SELECT at FROM profilectl.posts WHERE at >= \(now) AND at < \(end) ORDER BY at DESC LIMIT 1
      """)
    return last.map { Moment(microseconds: $0) } ?? now
  }

  // MARK: The whole

  var pictures: PictureRows { PictureRows(session: session) }
  var completion: PostgresCompletionQuery { PostgresCompletionQuery(session: session) }
  var rows: any RowSource { PostgresRows(session: session) }

  /// A server shares no network with other copies.
  var isShared: Bool { false }

  func facts() throws -> FileFacts {
    let network = try session.first {
      "SELECT \($0) FROM profilectl.network"
    } as: { row in
      (version: row["version"] as Int, id: row["id"] as String)
    }
    guard let network else { throw StorageError.file(.foreign) }
    let version = session.serverVersion
    return FileFacts(
      path: place,
      schemaVersion: network.version,
      users: try number("SELECT count(*) FROM profilectl.users"),
      posts: try number("SELECT count(*) FROM profilectl.posts"),
      pictures: try number("SELECT count(*) FROM profilectl.pictures"),
      edges: try EdgeKind.allCases.map(edgeCount),
      server: ServerFacts(
        version: "\(version / 10_000).\(version % 10_000)", network: network.id))
  }

  func number(_ sql: SQL) throws -> Int { try session.value(sql) ?? 0 }
}

/// The parts of a statement that reads a page.
extension Keyset {
  var isBeyond: SQL { isAscending ? ">" : "<" }
  var direction: SQL { isAscending ? "ASC" : "DESC" }
}
