package import Model

/// One access to a network: snapshots for reading, and a queue of jobs that write.
///
/// A store belongs to one thread; its queue takes jobs from any. Errors leave as `StorageError`,
/// except those that closures throw, which pass unchanged.
///
///     let bob = try store.snapshot { try $0.userID(ifAny: handle) }
///     try store.perform { try $0.delete(Edge(.mute, from: alice, to: .user(bob))) }
package protocol Store: AnyObject {
  /// The place of the network: a path with links resolved, or a URL without a password.
  var path: String { get }
  /// The same for every URL of one network; of a file, its path.
  var identity: String { get }
  /// Whether lines of a script share transactions; not where a transaction may have to run again.
  var gathersLines: Bool { get }
  /// The delay, in microseconds, after which no earlier-dated row can appear.
  ///
  /// A server may commit transactions in another order than that of their times.
  var settling: Int64 { get }
  /// The queue of everything that writes.
  var queue: WriteQueue { get }
  /// The transaction that all reads and writes share while `together` runs.
  var shared: (any Writing)? { get }

  /// A store of the same network with connections of its own; neither waits for the other.
  func withOwnConnections() -> any Store
  /// Another store, for work that must be done even after a request to stop.
  ///
  /// It waits at most a second.
  func unstoppable() -> any Store

  /// Runs `body` on one consistent view of the network.
  func snapshot<Value>(_ body: (any Reading) throws -> Value) throws -> Value
  /// Checks that the network is still where it was opened, before jobs are submitted.
  func requireInPlace() throws
  /// Brings a network of an older version to the current one.
  ///
  /// `trial` runs on the new version and is undone. If it throws, the network stays as it was.
  func migrate(trying trial: (any Writing) throws -> Void) throws
  /// Whether a read brings a network of an older version to the current one, instead of refusing
  /// it.
  var migratesToRead: Bool { get set }
  /// Runs `body` in one transaction that all reads and writes share.
  ///
  /// The transaction is on the disk when this returns, and rolled back if `body` throws.
  func together<Value>(_ body: () throws -> Value) throws -> Value
  /// Begins to watch the network for an observation.
  func watch() throws -> any ChangeWatching

  /// Runs `body`, and returns each different statement that it reads with, and its query plan.
  func explain(_ body: () throws -> Void) throws -> [Explanation]
  /// Runs one statement that only reads, and passes on its rows, at most `batchSize` at a time.
  ///
  /// Passes fewer rows at a time if they are large, and at least one result, which may be empty.
  func query(_ statement: String, batchSize: Int, each take: (QueryResult) throws -> Void) throws

  /// The faults in the network; a deep examination reads every byte of content.
  func examine(isDeep: Bool) throws -> [Finding]
  /// Examines deeply, keeps a copy of a damaged network, and repairs derived rows, in one
  /// transaction.
  func repair(isDryRun: Bool) throws -> Repair
  /// Whether a backup to `target` would replace a file; throws if the replacement would do harm.
  func backupReplaces(_ target: String) throws -> Bool
  /// Refuses a path at which a new file or folder would replace a file of a network.
  func checkIsApart(_ path: String) throws
  /// Copies one consistent state of the network to another file, which is checked before it gets
  /// its name.
  func backUp(to target: String, mayReplace: Bool) throws -> Backup
}

extension Store {
  package func migrate() throws { try migrate { _ in } }

  /// Runs one job, which is saved as a whole or not at all.
  ///
  /// Within `together` it becomes part of the shared transaction; otherwise it is on the disk when
  /// this returns.
  package func perform<Value: Sendable>(
    isDryRun: Bool = false, _ work: @escaping @Sendable (any Writing) throws -> Value
  ) throws -> Value {
    if let shared { return try shared.attempt(isDryRun: isDryRun, work) }
    if isDryRun, !migratesToRead {
      // A read refuses an older version.
      try snapshot { _ in }
    } else {
      try migrate { _ = try work($0) }
    }
    return try queue.perform(isDryRun: isDryRun, work)
  }

  /// Does optional work, if it can be done at once, and ignores failures.
  ///
  /// Within `together` it does nothing: an error would fail the shared transaction.
  package func offer(_ work: (any Writing) throws -> Void) {
    if shared == nil { try? queue.together(wait: .milliseconds(100), work) }
  }
}
