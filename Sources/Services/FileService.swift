package import Model
internal import Storage

/// Operations on the file itself.
package struct FileService {
  let store: any Store

  /// A path with links resolved, or the URL of a server.
  package var path: String { store.path }
  /// The same identity for every path or URL of one network.
  package var identity: String { store.identity }

  package func facts() throws(ServiceError) -> FileFacts {
    try store.read { try $0.facts() }
  }

  /// Runs one read-only statement, and calls `take` with batches of at most `batchSize` rows.
  ///
  /// Batches of large rows are smaller. `take` is called at least once, with no rows if there are
  /// none.
  package func query(
    _ statement: String, batchSize: Int, each take: (QueryResult) throws -> Void
  ) throws {
    try throwingServiceErrors { try store.query(statement, batchSize: batchSize, each: take) }
  }

  /// Examines the file for faults; a deep examination reads every byte of content.
  package func examine(isDeep: Bool) throws(ServiceError) -> [Finding] {
    try asServiceErrors { try store.examine(isDeep: isDeep) }
  }

  /// Examines the file deeply, copies it if it is damaged, and repairs derived rows, in one
  /// transaction.
  package func repair(isDryRun: Bool = false) throws(ServiceError) -> Repair {
    try asServiceErrors { try store.repair(isDryRun: isDryRun) }
  }

  /// Whether a backup to `path` would replace a file; throws if the path must not be replaced.
  package func backupReplaces(_ path: String) throws(ServiceError) -> Bool {
    try asServiceErrors { try store.backupReplaces(path) }
  }

  /// Refuses a path at which a new file or folder would replace a file of a network.
  package func checkIsApart(_ path: String) throws(ServiceError) {
    try asServiceErrors { try store.checkIsApart(path) }
  }

  /// Copies a snapshot of the file to another file, which is checked before it gets its name.
  ///
  /// Other processes may write during the copy.
  package func backUp(to path: String, mayReplace: Bool) throws(ServiceError) -> Backup {
    try asServiceErrors { try store.backUp(to: path, mayReplace: mayReplace) }
  }
}
