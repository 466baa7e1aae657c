internal import Model
internal import Postgres
internal import SQLText
internal import Storage

extension PostgresWriting: BulkTarget {
  func load(_ planned: any PlannedNetwork, _ report: @escaping LoadReport) throws {
    session.patience = nil
    try lockBulkLoads()
    try BulkLoad(of: planned, into: self, report).run()
  }

  func isTaken(_ handle: String) throws -> Bool {
    try session.hasRow("SELECT 1 FROM profilectl.handles WHERE username = \(handle)")
  }

  /// Moments are unique for one author only, and all authors are new.
  func takenTimes(from moment: Int64) throws -> [Int64] { [] }

  func reserve(users: Int, posts: Int) throws -> LastNumbers {
    LastNumbers(
      user: try reserve(users, "'profilectl.user_ids'"),
      post: try reserve(posts, "'profilectl.post_ids'"))
  }

  /// Draws `count` consecutive numbers, and returns the one before the first.
  ///
  /// Other transactions may draw numbers meanwhile; those stay unused.
  private func reserve(_ count: Int, _ sequence: SQL) throws -> Int64 {
    if count == 0 { return 0 }
    for _ in 0..<20 {
      let drawn = try session.first {
        """
        SELECT \($0) FROM (
          SELECT nextval(\(sequence)) AS number FROM generate_series(1, \(count))) AS drawn
        """
      } as: { row in
        (first: row["min(number)"] as Int64, last: row["max(number)"] as Int64)
      }
      if let drawn, drawn.last - drawn.first == Int64(count) - 1 { return drawn.first - 1 }
    }
    throw StorageError.busy(seconds: 0)
  }

  func add<Row: StoredRow>(_ rows: [Row]) throws { try session.copy(rows: rows) }

  func add(_ posts: [NewPost]) throws { try PostBatch(posts).copy(into: session) }

  func adding(
    _ count: Int, _ type: any StoredRow.Type, _ report: LoadReport, _ body: () throws -> Void
  ) throws {
    try body()
  }

  /// Does nothing: `add` stores the words with the rows.
  func indexWords(after last: LastNumbers, _ report: LoadReport) throws {}
}
