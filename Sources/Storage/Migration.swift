internal import Dispatch
package import Model

/// A table as a migration copies it, with the columns that a file has.
///
/// A column has one name in every engine. Rows travel as the values of these columns, in the order
/// of the file, so that every engine reads what another one wrote. They come in an order that does
/// not change, and refer to earlier tables.
package enum MigratedTable: String, CaseIterable, Sendable {
  case pictures, thumbnails, users, posts
  case gonePosts = "gone_posts"
  case follows, likes, flags, mutes, bookmarks, mentions
  case readMarks = "read_marks"
  case origins
}

/// The values of one row.
package typealias MigratedRow = [QueryResult.Value]

/// The number of rows of each table and a sum over them, by which a copy is compared.
package struct MigrationTotals: Equatable, Sendable {
  package struct Table: Equatable, Sendable {
    package var rows = 0
    /// Of the checksums of rows that have one; of edges, a number for their two ends.
    package var sum: Int64 = 0

    package init() {}
  }

  package var tables: [MigratedTable: Table] = [:]
  /// The last numbers given out.
  package var lastUser: Int64 = 0
  package var lastPost: Int64 = 0

  package init() {}

  package func rows(of table: MigratedTable) -> Int { tables[table]?.rows ?? 0 }

  /// Names the network as it is now: equal for equal totals.
  package var text: String {
    let sums = MigratedTable.allCases.map { table in
      "\(table.rawValue) \(rows(of: table)) \(tables[table]?.sum ?? 0)"
    }
    return (sums + ["\(lastUser) \(lastPost)"]).joined(separator: " ")
  }

  /// The tables whose rows are not those of another network.
  package func differences(from other: MigrationTotals) -> [MigratedTable] {
    MigratedTable.allCases.filter { tables[$0] ?? Table() != other.tables[$0] ?? Table() }
  }
}

/// One snapshot of a network that is copied to another place.
///
///     let copied = try target.begin(try source.totals())
///     try source.rows(of: .users, skipping: copied[.users] ?? 0, byTime: false) { row in
///       try target.add([row], of: .users)
///     }
package protocol MigrationSource {
  /// The number of faults in what is copied, and in the counts that belong to it.
  func faults() throws -> Int
  func totals() throws -> MigrationTotals
  /// All rows of a table after the first `skipped` ones.
  ///
  /// Posts are in the order of time if the target keeps no two of one moment.
  func rows(
    of table: MigratedTable, skipping skipped: Int, byTime: Bool,
    _ take: (MigratedRow) throws -> Void
  ) throws
}

/// An empty place that a network is copied to.
///
/// Other commands refuse it until `finish`.
package protocol MigrationTarget: AnyObject {
  /// Whether no two posts may have one moment.
  var movesTimes: Bool { get }
  /// The rows of each table that an earlier migration of the same network has copied.
  func begin(_ totals: MigrationTotals) throws -> [MigratedTable: Int]
  /// Adds some rows, all of them or none.
  func add(_ rows: [MigratedRow], of table: MigratedTable) throws
  /// Completes what follows from the rows, and compares them with the totals of the source.
  func finish(_ totals: MigrationTotals) throws
}

/// Why a network is not migrated.
package enum MigrationRefusal: Error, Equatable, Sendable {
  /// Source and target are one network.
  case samePlace
  /// The target has users or posts.
  case notEmpty
  /// An unfinished migration at the target is of another network, or this one has changed since.
  case otherSource
  /// Another process copies to the target.
  case contended
  /// The source has faults.
  case unsound(faults: Int)
  /// After the copy a table has other rows than the source.
  case different(table: String)
}

/// The result of a migration.
package struct Migrated: Equatable, Sendable {
  package var totals: MigrationTotals
  /// Posts whose time moved because another has it.
  package var timesMoved = 0
  package var isResumed = false

  package init(totals: MigrationTotals) {
    self.totals = totals
  }
}

/// Copies a network from one place to another, a batch of rows at a time.
package struct Migration {
  /// Rows of one batch; of pictures a few, because they are large.
  private static let batch = 50_000
  private static let pictures = 50

  private let source: any MigrationSource
  private let target: any MigrationTarget
  private let report: LoadReport

  package init(
    from source: any MigrationSource, to target: any MigrationTarget, _ report: @escaping LoadReport
  ) {
    self.source = source
    self.target = target
    self.report = report
  }

  /// Throws unless what is copied is sound.
  package func examine() throws {
    let faults = try source.faults()
    if faults > 0 { throw StorageError.migration(.unsound(faults: faults)) }
  }

  package func run() throws -> Migrated {
    let totals = try source.totals()
    var migrated = Migrated(totals: totals)
    let copied = try target.begin(totals)
    migrated.isResumed = copied.values.contains { $0 > 0 }
    let all = MigratedTable.allCases.reduce(0) { $0 + totals.rows(of: $1) }
    var done = copied.values.reduce(0, +)
    let copier = BatchCopier(to: target) { count in
      done += count
      report(WorkProgress(.importing, done: done, of: all))
    }
    defer { copier.wait() }
    for table in MigratedTable.allCases {
      var times = MovedTimes(of: table)
      var rows: [MigratedRow] = []
      let most = table == .pictures || table == .thumbnails ? Migration.pictures : Migration.batch
      try source.rows(of: table, skipping: copied[table] ?? 0, byTime: copier.movesTimes) { row in
        rows.append(copier.movesTimes ? times.moved(row) : row)
        if rows.count < most { return }
        try copier.add(rows, of: table)
        rows = []
      }
      try copier.add(rows, of: table)
      migrated.timesMoved += times.count
    }
    try copier.finish()
    report(WorkProgress(.indexes))
    try target.finish(totals)
    return migrated
  }
}

/// Copies a batch on a thread of its own, while the caller reads the next one.
///
/// It is unchecked `Sendable`: the thread touches the target and `failure` from `add` until the
/// next wait for the group, and the caller touches them at other times only.
private final class BatchCopier: @unchecked Sendable {
  let movesTimes: Bool
  private let target: any MigrationTarget
  private let report: (_ rows: Int) -> Void
  private let lane = DispatchQueue(label: "profilectl.migration")
  private let group = DispatchGroup()
  private var underWay = 0
  /// The last batch: the caller frees its rows, because they were allocated on the caller's thread.
  private var rows: [MigratedRow] = []
  private var failure: (any Error)?

  init(to target: any MigrationTarget, _ report: @escaping (_ rows: Int) -> Void) {
    (self.target, self.report) = (target, report)
    movesTimes = target.movesTimes
  }

  /// Returns when the thread no longer uses the target.
  func wait() {
    group.wait()
  }

  /// Returns when the batch before this one is copied.
  func add(_ rows: [MigratedRow], of table: MigratedTable) throws {
    try finish()
    if rows.isEmpty { return }
    underWay = rows.count
    lane.async(group: group) { [self] in
      do { try target.add(rows, of: table) } catch { failure = error }
    }
    self.rows = rows
  }

  /// Returns when all batches are copied.
  func finish() throws {
    group.wait()
    if let failure { throw failure }
    if underWay > 0 { report(underWay) }
    underWay = 0
  }
}

/// Moves times so that no two posts have the same one.
///
/// Posts come in the order of time. Deleted posts need a time of their own in their conversation
/// only.
private struct MovedTimes {
  private(set) var count = 0
  private var last: Int64 = .min
  private var conversation: MigratedRow.Element?

  /// The columns of the time and of the conversation; nil for tables whose times stay.
  private let columns: (time: Int, conversation: Int?)?

  init(of table: MigratedTable) {
    columns =
      switch table {
      case .posts: (2, nil)
      case .gonePosts: (1, 0)
      default: nil
      }
  }

  mutating func moved(_ row: MigratedRow) -> MigratedRow {
    guard let columns, case .integer(let at) = row[columns.time] else { return row }
    let conversation = columns.conversation.map { row[$0] }
    if at > last || conversation != self.conversation {
      self.conversation = conversation
      last = at
      return row
    }
    last += 1
    count += 1
    var row = row
    row[columns.time] = .integer(last)
    return row
  }
}
