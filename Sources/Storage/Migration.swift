internal import Dispatch
internal import Model
package import SQLText

/// The number of rows of each table and a sum over them, by which a copy is compared.
package struct MigrationTotals: Equatable, Sendable {
  package struct Table: Equatable, Sendable {
    package var rows = 0
    /// The sum of the checksums, or for edges of a number made of both ends.
    package var sum: Int64 = 0

    package init() {}
  }

  /// By the names of the tables.
  package var tables: [String: Table] = [:]
  package var last: LastNumbers

  package init(last: LastNumbers) {
    self.last = last
  }

  package func rows(of type: any StoredRow.Type) -> Int { tables[type.table.text]?.rows ?? 0 }

  /// Equal for equal totals; a resumed migration recognises its source by it.
  package var text: String {
    let sums = Migration.tables.map { type in
      "\(type.table.text) \(rows(of: type)) \(tables[type.table.text]?.sum ?? 0)"
    }
    return (sums + ["\(last.user) \(last.post)"]).joined(separator: " ")
  }

  /// The tables whose rows are not those of another network.
  package func differences(from other: MigrationTotals) -> [Name] {
    Migration.tables.map { $0.table }.filter {
      tables[$0.text] ?? Table() != other.tables[$0.text] ?? Table()
    }
  }
}

/// One snapshot of a network that is copied to another place.
package protocol MigrationSource {
  var rows: any RowSource { get }
  /// The number of faults in what is copied, and in the counts that belong to it.
  func faults() throws -> Int
  func totals() throws -> MigrationTotals
}

/// An empty place that a network is copied to.
///
/// Other commands refuse it until `finish`.
package protocol MigrationTarget: AnyObject {
  /// Whether posts of the same time are moved apart.
  var movesTimes: Bool { get }
  /// Returns the number of rows of each table that an unfinished migration of the same network
  /// copied, by the names of the tables.
  func begin(_ totals: MigrationTotals) throws -> [String: Int]
  /// Adds some rows, all of them or none.
  func add<Row: StoredRow>(_ rows: [Row]) throws
  /// Completes what follows from the rows, and compares them with the totals of the source.
  ///
  /// If times moved, the sum of `posts` differs.
  func finish(_ totals: MigrationTotals, timesMoved: Int) throws
}

/// Why a network is not migrated.
package enum MigrationRefusal: Error, Equatable, Sendable {
  /// Source and target are one network.
  case samePlace
  /// The target has users or posts.
  case notEmpty
  /// An unfinished migration at the target is of another network, or this one has changed since.
  case otherSource
  /// The source is shared in copies, which a migration does not do yet.
  case shared
  /// Another process copies to the target.
  case contended
  /// The source has faults.
  case unsound(faults: Int)
  /// A table of the copy has other rows than the source.
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
  /// The tables in an order in which rows refer to earlier ones.
  package static let tables: [any StoredRow.Type] = [
    StoredPicture.self, StoredThumbnail.self, StoredUser.self, StoredPost.self,
    StoredGonePost.self, StoredFollow.self, StoredLike.self, StoredFlag.self, StoredMute.self,
    StoredBookmark.self, StoredMention.self, StoredReadMark.self, StoredOrigin.self,
  ]

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
    let all = Migration.tables.reduce(0) { $0 + totals.rows(of: $1) }
    var done = copied.values.reduce(0, +)
    let copier = BatchCopier(to: target) { count in
      done += count
      report(WorkProgress(.importing, done: done, of: all))
    }
    defer { copier.wait() }
    for table in Migration.tables {
      migrated.timesMoved += try copy(table, after: copied[table.table.text] ?? 0, with: copier)
    }
    try copier.finish()
    report(WorkProgress(.indexes))
    try target.finish(totals, timesMoved: migrated.timesMoved)
    return migrated
  }

  /// Copies the rows after the first `skipped` ones, and returns how many times moved.
  private func copy<Row: StoredRow>(
    _ type: Row.Type, after skipped: Int, with copier: BatchCopier
  ) throws -> Int {
    var times = MovedTimes()
    var (rows, toSkip) = ([] as [Row], skipped)
    let isLarge = type == StoredPicture.self || type == StoredThumbnail.self
    let most = isLarge ? Migration.pictures : Migration.batch
    // Posts are in the order of time if the target keeps no two of one moment.
    let isByTime = copier.movesTimes && type == StoredPost.self
    let order = isByTime ? ["at", "id"] : RowOrder(type.key)
    try source.rows.each(type, where: "true", order: order, limit: nil) { row in
      if toSkip > 0 {
        toSkip -= 1
        return
      }
      rows.append(row)
      if copier.movesTimes { rows[rows.count - 1].move(&times) }
      if rows.count < most { return }
      try copier.add(rows)
      rows = []
    }
    try copier.add(rows)
    return times.count
  }
}

extension StoredRow {
  /// The number by which the rows of two networks are compared: the checksum, or for an edge a
  /// number made of its two ends.
  package static var number: SQL {
    if columns.contains("checksum") { return "checksum" }
    guard key.count == 2, self != StoredOrigin.self else { return "0" }
    return "(\(key[0]) * 7919 + \(key[1]) * 104729) % 1000003"
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
  private var batch: (any Sendable)?
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
  func add<Row: StoredRow>(_ rows: [Row]) throws {
    try finish()
    if rows.isEmpty { return }
    underWay = rows.count
    lane.async(group: group) { [self] in
      do { try target.add(rows) } catch { failure = error }
    }
    batch = rows
  }

  /// Returns when all batches are copied.
  func finish() throws {
    group.wait()
    if let failure { throw failure }
    if underWay > 0 { report(underWay) }
    underWay = 0
  }
}
